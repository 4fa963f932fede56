// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments
internal import Logging

extension LicenseDesk {
  /// Gives the activation back. The licence is removed when the server has confirmed that, and not before.
  /// That it was given back is remembered, also where there was none: no start of a program fetches another
  /// one by itself.
  func deactivate() async throws(LicenseActivationError) -> LicenseStatus {
    try checkNames()
    let device = try fingerprint()
    let stored = await stored(on: device)
    if let error = stored.storeError { throw LicenseActivationError(error) }
    guard let document = stored.record.document else {
      try await remember { $0.document == nil && $0.deactivated == nil }
      return take(await self.stored(on: device))
    }
    guard transport != nil else { throw .noServer }
    guard apiKey != nil else { throw .noKey }
    guard
      let (pending, _) = try await pending(
        .deactivate, on: device, holding: stored.license, whileStored: { $0 == document })
    else { throw .superseded }
    switch try await send(pending, license: document) {
    case .deactivated: break
    case .refused(let error), .revoked(_, let error): throw error
    case .license:
      throw LicenseActivationError(
        .connectionIssue, place: transport?.place ?? "licence server",
        reason: "the answer is that of another request.",
        remedy: "Check what lies between it and this device.")
    }
    // Somebody may have activated anew meanwhile.
    try await remember { $0.document == document }
    logger.info("licence deactivated", metadata: ["license.profile": "\(profile)"])
    return take(await self.stored(on: device))
  }

  /// Forgets the licence, and remembers that it was given back.
  private func remember(where holds: (LicenseRecord) -> Bool) async throws(LicenseActivationError) {
    let now = min(max(0, clock.now()), DocumentTime.range.upperBound)
    do throws(LicenseStoreError) {
      try await store.update(profile) { record in
        guard holds(record) else { return }
        let revocation = record.revocation
        record = LicenseRecord()
        record.revocation = revocation
        record.deactivated = now
      }
    } catch {
      throw LicenseActivationError(error)
    }
  }
}
