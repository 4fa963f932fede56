// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

/// A profile's stored licence, verified.
struct StoredLicense: Sendable {
  var record = LicenseRecord()
  /// The store's error; the record is then empty.
  var storeError: LicenseStoreError?
  /// The verifier's steps; `nil` without a document.
  var verification: LicenseVerification?

  /// The licence, if authentic, valid or expired.
  var license: VerifiedLicense? {
    switch verification?.verdict {
    case .accepted(let license), .expired(let license): license
    case .rejected, nil: nil
    }
  }

  var held: HeldLicense? {
    license.map { HeldLicense(license: $0, lastSeen: max(record.lastSeen ?? 0, $0.claims.begins)) }
  }

  var rejections: [LicenseRejection] {
    guard case .rejected(let rejections) = verification?.verdict else { return [] }
    return rejections
  }
}

extension LicenseClaims {
  /// Earliest time by the authority's clock.
  var begins: Int64 { max(issued, notBefore) }
}

extension LicenseDesk {
  /// Reads and verifies what is stored. Read-only.
  func stored(on device: DeviceFingerprint) async -> StoredLicense {
    var stored = StoredLicense()
    do throws(LicenseStoreError) {
      stored.record = try store.record(of: profile)
    } catch {
      stored.storeError = error
      return stored
    }
    if let document = stored.record.document {
      // At the latest known time: a clock that was set back must not change the verdict.
      let time = max(clock.now(), stored.record.lastSeen ?? .min)
      stored.verification = await verifier.verify(document, at: time, expecting: expectation(device))
    }
    return stored
  }

  /// Makes the stored licence the current one, and returns its status.
  /// - Parameter isFresh: a server has just given the time; earlier times are discarded.
  func take(_ stored: StoredLicense, isFresh: Bool = false) -> LicenseStatus {
    let now = clock.now()
    guard var held = stored.held else {
      if let status = statusOfKnownLicense(stored, at: now) { return status }
      let status = status(without: stored, at: now)
      let (reason, remedy) = refusal(of: status)
      holder.knowledge = .none(reason: reason, remedy: remedy)
      return status
    }
    if !isFresh, case .license(let before) = holder.knowledge,
      before.license.claims.activation == held.license.claims.activation
    {
      held.lastSeen = max(held.lastSeen, before.floor(clock))
    }
    var status = LicenseStatus(of: held, product: product, at: now, floor: held.lastSeen)
    if status.state == .valid || status.state == .grace {
      held.mark = HeldLicense.Mark(now: now, elapsed: clock.elapsed())
    }
    holder.knowledge = .license(held)
    if stored.record.pending?.kind == .deactivate {
      status.warnings.append(
        LicenseWarning(
          code: .pending, text: "A deactivation was requested and never confirmed. Deactivate again."))
    }
    return status
  }

  /// A store that is temporarily unreadable, perhaps for lack of descriptors, does not end the current
  /// licence.
  private func statusOfKnownLicense(_ stored: StoredLicense, at now: Int64) -> LicenseStatus? {
    guard let error = stored.storeError, error.code != .damaged, error.code != .newerRecord,
      case .license(let known) = holder.knowledge
    else { return nil }
    var status = LicenseStatus(of: known, product: product, at: now, floor: known.floor(clock))
    status.store = error
    status.warnings.append(
      LicenseWarning(
        code: .storeUnreadable,
        text: "The store cannot be read: \(error.place): \(error.reason) \(error.remedy)"))
    return status
  }

  private func status(without stored: StoredLicense, at now: Int64) -> LicenseStatus {
    var status = LicenseStatus(profile: profile, product: product, state: .absent, now: now)
    if let error = stored.storeError {
      status.state = .unreadable
      status.store = error
    } else if let revocation = stored.record.revocation {
      status.state = .revoked
      status.rejections = [revocation.rejection]
    } else if !stored.rejections.isEmpty {
      status.state = .refused
      status.rejections = stored.rejections
    }
    if stored.storeError == nil { status.deactivated = stored.record.deactivated }
    if let pending = stored.record.pending, pending.kind == .activate {
      status.warnings.append(
        LicenseWarning(
          code: .pending,
          text:
            "A licence was asked for at \(DocumentTime.text(pending.created)) and has not come. Activate again, or "
            + "import the answer."))
    }
    return status
  }

  /// Why nothing is granted, in words.
  private func refusal(of status: LicenseStatus) -> (reason: String, remedy: String) {
    if let error = status.store { return ("\(error.place): \(error.reason)", error.remedy) }
    if let rejection = status.rejections.first {
      return ("the licence of profile '\(profile)' was refused: \(rejection.reason)", rejection.remedy)
    }
    if let deactivated = status.deactivated { return (.givenBack(profile, at: deactivated), .activateAnew) }
    return (
      "there is no licence of profile '\(profile)' on this device.",
      "Call `activate()` on the LicenseManager; on the command line, run `sdkctl license activate`."
    )
  }
}

extension LicenseRecord.Revocation {
  var rejection: LicenseRejection {
    LicenseRejection(
      .revoked, reason: "the authority revoked it at \(DocumentTime.text(issued)): \(reason)",
      remedy: "Ask whoever runs the licence server.")
  }
}
