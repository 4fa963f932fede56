// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments
internal import Logging

extension LicenseDesk {
  /// Deactivates. The licence is removed only when the server has confirmed. The deactivation is remembered,
  /// even if there was no licence: no program start fetches another one implicitly.
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
        remedy: "Check the proxies between it and this device.")
    }
    // There may be a new activation meanwhile.
    try await remember { $0.document == document }
    logger.info("licence deactivated", metadata: ["license.profile": "\(profile)"])
    return take(await self.stored(on: device))
  }

  /// Removes the licence, and records the deactivation.
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
