// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintLicenseAuthority
internal import Synchronization

/// Whether licences can be issued now: the disk has space, the database is writable, and the key signs. The
/// check costs a commit and a signature, so the result is cached for five seconds: anybody may ask.
final class Readiness: Sendable {
  private static let span: Int64 = 5

  private let bytesNeeded: Int
  private let last = Mutex<(time: Int64, failure: String?)?>(nil)

  init(bytesNeeded: Int = DiskSpace.needed) {
    self.bytesNeeded = bytesNeeded
  }

  /// What fails, in a word for the log; `nil` if nothing does.
  func failure(of service: LicenseService) async -> String? {
    let now = service.clock()
    if let last = last.withLock({ $0 }), (last.time..<last.time + Self.span).contains(now) {
      return last.failure
    }
    let failure = await look(at: service, now: now)
    last.withLock { $0 = (now, failure) }
    return failure
  }

  private func look(at service: LicenseService, now: Int64) async -> String? {
    if let fault = service.timeFault(at: now) { return fault }
    do {
      try DiskSpace.check(beside: service.database.path, bytes: bytesNeeded)
      try await service.database.beat()
      // A dummy document, which is discarded.
      _ = try service.issuer.issue(
        RevocationClaims(
          issuer: service.issuerName, id: "readiness", activation: "none", profile: "none", issued: now,
          nonce: "readiness", reason: "readiness"))
      return nil
    } catch {
      return "\(error)"
    }
  }
}
