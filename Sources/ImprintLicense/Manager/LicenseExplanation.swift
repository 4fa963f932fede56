// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

/// How a licence manager reached its verdict, step by step, in words.
public struct LicenseExplanation: Sendable, Hashable {
  public struct Step: Sendable, Hashable {
    /// The check's name: a word of ``LicenseStep/ID``, or one of `configuration`, `device-facts`, `store`,
    /// `clock`, `grace`, `policy`, `renewal` and `request`.
    public var name: String
    public var outcome: LicenseStep.Outcome
    /// What was found, in one or two sentences.
    public var sentence: String
  }

  /// In order.
  public var steps: [Step] = []
  /// The resulting status.
  public var status: LicenseStatus

  mutating func add(_ name: String, _ outcome: LicenseStep.Outcome, _ sentence: String) {
    steps.append(
      Step(name: name, outcome: outcome, sentence: sentence.prefix(1).uppercased() + sentence.dropFirst()))
  }
}

extension LicenseDesk {
  func explain() async -> LicenseExplanation {
    var words = LicenseExplanation(
      status: LicenseStatus(profile: profile, product: product, state: .absent, now: clock.now()))
    let errors = misconfiguration
    if let error = errors.first {
      words.add("configuration", .failed, "\(error.place): \(error.reason) \(error.remedy)")
    } else {
      let anchors = trustAnchors.count == 1 ? "1 trust anchor" : "\(trustAnchors.count) trust anchors"
      words.add(
        "configuration", .passed,
        "Profile '\(profile)', product '\(product)', \(anchors), "
          + (transport.map { "server \($0.place)." } ?? "no server: licences are imported."))
    }
    guard errors.allSatisfy({ $0.place == LicenseActivationError.noKey.place }) else { return words }
    do throws(LicenseActivationError) {
      let device = try fingerprint()
      let facts = DeviceFingerprint.Fact.allCases.filter { device.facts[$0] != nil }.map(\.rawValue)
      words.add(
        "device-facts", .passed,
        "This device is known by \(facts.joined(separator: ", ")): weight \(device.weight).")
      let stored = await stored(on: device)
      words.status = take(stored)
      explain(stored, &words)
    } catch {
      words.add("device-facts", .failed, "\(error.reason) \(error.remedy)")
    }
    return words
  }

  private func explain(_ stored: StoredLicense, _ words: inout LicenseExplanation) {
    let status = words.status
    if let error = stored.storeError {
      words.add("store", .failed, "\(error.place): \(error.reason) \(error.remedy)")
    } else if let revocation = stored.record.revocation {
      words.add("store", .failed, "\(revocation.rejection.reason) \(revocation.rejection.remedy)")
    } else if let deactivated = stored.record.deactivated {
      words.add("store", .failed, "\(String.givenBack(profile, at: deactivated)) \(String.activateAnew)")
    } else if stored.record.document == nil {
      words.add("store", .failed, "\(store.folder ?? "The store") has no licence of profile '\(profile)'.")
    } else {
      words.add("store", .passed, "\(store.folder ?? "The store") has a licence of profile '\(profile)'.")
    }
    explainClock(status, stored.record.lastSeen, &words)
    for step in stored.verification?.steps ?? [] {
      words.add(step.id.rawValue, step.outcome, step.sentence)
    }
    if let license = stored.license { explain(license.claims, status, &words) }
    if let pending = stored.record.pending {
      words.add(
        "request", .skipped,
        "A request (\(pending.kind.rawValue)) of \(DocumentTime.text(pending.created)) has not been answered."
      )
    }
  }

  private func explainClock(_ status: LicenseStatus, _ lastSeen: Int64?, _ words: inout LicenseExplanation) {
    let now = DocumentTime.text(status.now)
    if status.state == .clockSetBack, let rejection = status.rejections.first {
      words.add("clock", .failed, "\(rejection.reason) \(rejection.remedy)")
    } else if !DocumentTime.range.contains(status.now) {
      words.add("clock", .failed, "The device's clock says \(now), which cannot be. Set it.")
    } else if let lastSeen {
      words.add("clock", .passed, "It is \(now), and was \(DocumentTime.text(lastSeen)) before.")
    } else {
      words.add("clock", .passed, "It is \(now); no earlier time is known.")
    }
  }

  private func explain(_ claims: LicenseClaims, _ status: LicenseStatus, _ words: inout LicenseExplanation) {
    let end = DocumentTime.text(claims.graceEnds)
    let passed = "The licence and its grace have ended (\(end)), or the clock is not believed."
    switch status.state {
    case .valid:
      words.add("grace", .skipped, "Not needed; after its expiry the licence goes on until \(end).")
      words.add("policy", .skipped, "Not needed; after that: \(claims.policy.failure.rawValue).")
    case .grace:
      words.add("grace", .passed, "The licence has expired and goes on until \(end).")
      words.add("policy", .skipped, "Not needed; after that: \(claims.policy.failure.rawValue).")
    default:
      words.add("grace", .failed, passed)
      words.add(
        "policy", status.features.isEmpty ? .failed : .passed,
        "The policy is '\(claims.policy.failure.rawValue)'. \(claims.remainder(status.features))")
    }
    let renew = DocumentTime.text(claims.renewAfter)
    words.add(
      "renewal", status.now < claims.renewAfter ? .passed : .failed,
      status.now < claims.renewAfter
        ? "The next licence is asked for from \(renew) on."
        : "The next licence has been due since \(renew): activate, or import it.")
  }
}
