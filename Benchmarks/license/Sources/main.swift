// SPDX-License-Identifier: Apache-2.0
// Imprint's verification of a licence: form, chain, signature, claims, device.
//
//     LicenseCheck <root.pem> <licence> <now>
//
// Prints "ready", then for each line "0 <count>" the nanoseconds that one of <count> verifications takes. The
// trust anchor is parsed before, as an application does at its start.
import Glibc
import Imprint

enum Failure: Error, CustomStringConvertible {
  case usage
  case file(String)
  case verdict(LicenseVerdict)

  var description: String {
    switch self {
    case .usage: "usage: LicenseCheck <root.pem> <licence> <now>"
    case .file(let path): "\(path) cannot be read"
    case .verdict(let verdict): "not accepted: \(verdict)"
    }
  }
}

func readText(_ path: String) throws -> String {
  guard let file = fopen(path, "rb") else { throw Failure.file(path) }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 65_536)
  let length = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes[..<length], as: UTF8.self)
}

func run() async throws {
  let arguments = CommandLine.arguments
  guard arguments.count == 4, let now = Int64(arguments[3]) else { throw Failure.usage }
  let verifier = LicenseVerifier(trustAnchors: [try TrustAnchor(pem: readText(arguments[1]))])
  let document = try readText(arguments[2])
  let expecting = LicenseExpectation(profile: "kiosk", product: "com.example.kiosk")
  let clock = ContinuousClock()
  print("ready")
  fflush(nil)
  while let line = readLine() {
    guard let count = line.split(separator: " ").last.flatMap({ Int($0) }), count > 0 else {
      throw Failure.usage
    }
    let start = clock.now
    for _ in 0..<count {
      let verdict = await verifier.verify(document, at: now, expecting: expecting).verdict
      guard case .accepted = verdict else { throw Failure.verdict(verdict) }
    }
    let (seconds, attoseconds) = (clock.now - start).components
    print((seconds * 1_000_000_000 + attoseconds / 1_000_000_000) / Int64(count))
    fflush(nil)
  }
}

do {
  try await run()
} catch {
  // Not stderr: a variable that anybody may change.
  let text = "LicenseCheck: \(error)\n"
  _ = write(STDERR_FILENO, text, text.utf8.count)
  exit(1)
}
