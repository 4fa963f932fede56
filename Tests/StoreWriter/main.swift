// SPDX-License-Identifier: Apache-2.0
// StoreWriter <folder> <users> <bytes>: adds users with one template of so many bytes each; 0 users is
// without end. Prints the code of the error that ends it.
import Glibc
import ImprintModel
import ImprintStore

let arguments = CommandLine.arguments
guard arguments.count == 4, let users = Int(arguments[2]), let bytes = Int(arguments[3]),
  let format = TemplateFormat(algorithm: "imprint.test", version: 1),
  let template = Template(
    format: format, modality: .face, site: .face, quality: 50, payload: .init(repeating: 7, count: bytes))
else { exit(64) }
do throws(StoreError) {
  let store = try await FolderStore(path: arguments[1], create: false)
  var done = 0
  while users == 0 || done < users {
    let user = try await store.addUser(named: "writer")
    _ = try await store.addTemplate(template, to: user.id)
    done += 1
  }
} catch {
  print(error.code.rawValue)
  exit(1)
}
