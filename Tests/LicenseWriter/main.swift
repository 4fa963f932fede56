// SPDX-License-Identifier: Apache-2.0
// LicenseWriter <folder> <rounds> <bytes>: replaces the record of profile `kiosk`, with a document of so many
// bytes. Each adds a second to its last-seen time. 0 rounds are without end. Prints the code of the error
// that ends it.
import Glibc
import ImprintLicense
import ImprintModel
import ProcessSupport

endWithParent()
let arguments = CommandLine.arguments
guard arguments.count == 4, let rounds = Int(arguments[2]), let bytes = Int(arguments[3]) else { exit(64) }
let document = String(repeating: "x", count: bytes)
let store = LicenseStore(folder: arguments[1], patience: .seconds(60))
do throws(LicenseStoreError) {
  var done = 0
  while rounds == 0 || done < rounds {
    try await store.update("kiosk") { record in
      record.document = document
      record.lastSeen = (record.lastSeen ?? 0) + 1
    }
    done += 1
  }
} catch {
  print(error.code.rawValue)
  exit(1)
}
