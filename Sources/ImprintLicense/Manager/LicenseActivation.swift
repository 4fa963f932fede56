// SPDX-License-Identifier: Apache-2.0
internal import Logging

// The steps of an activation.
extension LicenseDesk {
  /// - Parameter isAnew: whether an activation was explicitly requested, also after a deactivation.
  func activate(isAnew: Bool) async throws(LicenseActivationError) -> LicenseStatus {
    try checkNames()
    let device = try fingerprint()
    var (stored, notes) = try await readable(on: device)
    if let deactivated = stored.record.deactivated {
      guard isAnew else {
        _ = take(stored)
        throw .deactivated(profile, at: deactivated)
      }
    }
    var status = take(stored)
    var cause: LicenseActivationError?
    asking: while !isUpToDate(status) {
      do throws(LicenseActivationError) {
        let kind: LicenseEndpoint = stored.license == nil ? .activate : .renew
        switch try await ask(kind, over: stored, on: device) {
        case .license(let license): (stored, status) = await keep(license, over: stored, &notes)
        case .revoked(let revocation):
          (stored, status) = await drop(revocation, over: stored, &notes)
          cause = LicenseActivationError(rejected: [revocation.rejection], code: .unknown)
        case .superseded:
          // Probably what would have been requested: read again.
          stored = try await readable(on: device).0
          status = take(stored)
          continue asking
        }
      } catch {
        cause = error
      }
      break
    }
    return try await end(status, stored, cause: cause, notes: notes)
  }

  /// The stored licence; a damaged record is set aside and not used.
  func readable(
    on device: DeviceFingerprint
  ) async throws(LicenseActivationError) -> (StoredLicense, [LicenseWarning]) {
    let stored = await stored(on: device)
    guard let error = stored.storeError else { return (stored, []) }
    guard error.code == .damaged else { throw LicenseActivationError(error) }
    do throws(LicenseStoreError) {
      let kept = try await store.setAside(profile)
      logger.warning("licence record damaged", metadata: ["license.profile": "\(profile)"])
      let place = kept.map { " It is kept as \($0)." } ?? ""
      let note = LicenseWarning(
        code: .storeDamaged, text: "\(error.place): \(error.reason)\(place) A new licence is asked for.")
      return (await self.stored(on: device), [note])
    } catch {
      throw LicenseActivationError(error)
    }
  }

  /// Whether no request to the server is needed.
  private func isUpToDate(_ status: LicenseStatus) -> Bool {
    guard status.state == .valid, let renewAfter = status.renewAfter else { return false }
    return status.now < renewAfter
  }

  /// Stores a new licence, and makes it the current one.
  func keep(
    _ license: VerifiedLicense, over old: StoredLicense, _ notes: inout [LicenseWarning]
  ) async -> (StoredLicense, LicenseStatus) {
    let claims = license.claims
    let change = { (record: inout LicenseRecord) -> (LicenseRecord, isFresh: Bool) in
      // The response is fresh if no later time has been seen since the request.
      let isFresh = record.pending.map { $0.nonce == claims.nonce && $0.seen == record.lastSeen } ?? false
      record.document = license.document
      record.revocation = nil
      record.deactivated = nil
      record.lastSeen = isFresh ? claims.begins : max(record.lastSeen ?? 0, claims.begins)
      if record.pending?.nonce == claims.nonce { record.pending = nil }
      return (record, isFresh)
    }
    var stored = old
    let isFresh: Bool
    do throws(LicenseStoreError) {
      (stored.record, isFresh) = try await store.update(profile, change)
    } catch {
      (_, isFresh) = change(&stored.record)
      notes.append(.notStored(error))
    }
    stored.storeError = nil
    stored.verification = LicenseVerification(verdict: .accepted(license), steps: [])
    let status = take(stored, isFresh: isFresh)
    logger.info(
      "licence stored",
      metadata: ["license.profile": "\(profile)", "license.activation": "\(claims.activation)"])
    return (stored, status)
  }

  /// Removes a revoked licence, and remembers why.
  private func drop(
    _ revocation: LicenseRecord.Revocation, over old: StoredLicense, _ notes: inout [LicenseWarning]
  ) async -> (StoredLicense, LicenseStatus) {
    let change = { (record: inout LicenseRecord) in
      record.document = nil
      record.pending = nil
      record.revocation = revocation
    }
    var stored = old
    change(&stored.record)
    stored.verification = nil
    do throws(LicenseStoreError) {
      try await store.update(profile, change)
    } catch {
      notes.append(.notStored(error))
    }
    logger.warning("licence revoked", metadata: ["license.profile": "\(profile)"])
    return (stored, take(stored))
  }

  /// Decides whether the program may continue, and records that it was licensed at this time.
  private func end(
    _ found: LicenseStatus, _ stored: StoredLicense, cause: LicenseActivationError?, notes: [LicenseWarning]
  ) async throws(LicenseActivationError) -> LicenseStatus {
    var status = found
    switch status.state {
    // In the grace period too: so that setting back the clock does not revive an expired licence.
    case .valid, .grace: if let note = await see(status.now, stored) { status.warnings.append(note) }
    case .expired where status.failurePolicy != .stop, .clockSetBack where status.failurePolicy != .stop:
      break
    case .absent, .expired, .clockSetBack, .revoked, .refused, .unreadable:
      throw failure(of: status, cause: cause)
    }
    if let cause {
      status.warnings.append(
        LicenseWarning(
          code: .renewal,
          text: "The next licence did not come: \(cause.place): \(cause.reason) \(cause.remedy)"))
    }
    status.warnings += notes
    for warning in status.warnings {
      logger.warning("\(warning.text)", metadata: ["license.profile": "\(profile)"])
    }
    return status
  }

  /// Records the time as one at which the licence was in force, at most once a minute.
  private func see(_ now: Int64, _ stored: StoredLicense) async -> LicenseWarning? {
    let document = stored.record.document
    guard now >= (stored.record.lastSeen ?? 0) + 60 else { return nil }
    do throws(LicenseStoreError) {
      try await store.update(profile) { record in
        if record.document == document, document != nil { record.lastSeen = max(now, record.lastSeen ?? 0) }
      }
      return nil
    } catch {
      return .notStored(error)
    }
  }

  private func failure(of status: LicenseStatus, cause: LicenseActivationError?) -> LicenseActivationError {
    guard let cause else { return LicenseActivationError(rejected: status.rejections) }
    let rejections = status.rejections.filter { !cause.rejections.contains($0) }
    guard let first = rejections.first else { return cause }
    // Without a server, there is no renewal.
    let isEnd = transport == nil && status.state == .expired
    let code = isEnd ? .profileExpired : transport == nil ? .licenseSignatureVerificationFailed : cause.code
    return LicenseActivationError(
      code, place: cause.place, reason: "\(cause.reason) \(first.capitalized)",
      remedy: "\(cause.remedy) \(first.remedy)", rejections: cause.rejections + rejections,
      transport: cause.transport, store: cause.store)
  }
}

extension LicenseRejection {
  /// The reason as a sentence of its own.
  fileprivate var capitalized: String { reason.prefix(1).uppercased() + reason.dropFirst() }
}

extension LicenseWarning {
  static func notStored(_ error: LicenseStoreError) -> LicenseWarning {
    LicenseWarning(
      code: .notStored, text: "It could not be stored: \(error.place): \(error.reason) \(error.remedy)")
  }
}
