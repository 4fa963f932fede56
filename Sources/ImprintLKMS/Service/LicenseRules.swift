// SPDX-License-Identifier: Apache-2.0
internal import GRDB
internal import ImprintLicense

/// The rules of one request, within one transaction: the decision is durable before the response.
struct LicenseRules {
  let request: LicenseRequest
  let caller: Caller
  /// The verified claims of the presented document; with `renew` and `deactivate`.
  let held: LicenseClaims?
  let issuerName: String
  /// No licence outlives the certificate that signs it.
  let certificateEnd: Int64
  let now: Int64
  let database: Database

  /// For clock differences: a licence begins a little before it is issued.
  static let clockDifference: Int64 = 300

  func decide() throws -> LicenseDecision {
    let decision = try decideUnaudited()
    if let refusal = decision.refusal, refusal != .authentication {
      try audit(.refused, activation: held?.activation, detail: refusal.rawValue)
    }
    return decision
  }

  private func decideUnaudited() throws -> LicenseDecision {
    guard let profile = try permittedProfile() else { return .refused(.authentication) }
    // Deactivation is always possible, even after the profile's product has changed or it has expired.
    if request.kind != .deactivate {
      guard profile.profile.product == request.product else {
        return .refused(Self.wrongProduct(profile.profile))
      }
      if profile.profile.isExpired(at: now) { return .refused(Self.profileExpired) }
    }
    if let answer = try rememberedAnswer() { return answer }
    switch request.kind {
    case .activate: return try activate(under: profile)
    case .renew: return try renew(under: profile.profile)
    case .deactivate: return try deactivate()
    }
  }

  /// The profile, if the key (checked again, as it may have been revoked since) is valid for it.
  private func permittedProfile() throws -> ProfileTable.Entry? {
    if let id = caller.key {
      guard let key = try KeyTable.key(id, in: database), key.record.isUsable(at: now),
        key.record.profile == request.profile
      else { return nil }
    }
    return try ProfileTable.profile(request.profile, in: database)
  }

  // MARK: The same request again

  private func rememberedAnswer() throws -> LicenseDecision? {
    guard
      let answer = try ExchangeTable.answer(nonce: request.nonce, profile: request.profile, in: database),
      let activation = try ActivationTable.activation(answer.activation, in: database)
    else { return nil }
    guard answer.kind == request.kind, activation.device.isSameDevice(as: request.device) else {
      return .refused(.badRequest("Its nonce was used for another request."))
    }
    switch activation.state {
    case .revoked: return revoked(activation)
    case .deactivated: return request.kind == .deactivate ? .deactivated : .refused(Self.notActivated)
    case .active: break
    }
    // A licence has its request's facts: with other facts it is another request.
    guard let claims = answer.claims, claims.expires > now, claims.device == request.device else {
      return nil
    }
    return .license(claims)
  }

  // MARK: Activate

  private func activate(under entry: ProfileTable.Entry) throws -> LicenseDecision {
    var problem: LicenseProblem?
    let known = try DeviceTable.activation(
      of: request.device, profile: request.profile, in: database
    ) { activation in
      switch try drift(of: activation).verdict(on: request.device) {
      case .unchanged, .changed: return true
      // One that counts separately.
      case .refused(.anotherDevice): return false
      case .refused(let refusal):
        problem = LicenseProblem(refusal, activation: activation.id)
        return false
      }
    }
    if let known {
      guard known.state == .active else { return revoked(known) }
      return try license(for: known, under: entry.profile, as: .repeated)
    }
    if let problem { return .refused(problem) }
    if let limit = entry.profile.activationLimit, entry.active >= limit {
      return .refused(Self.countExceeded)
    }
    let id = RandomText.identifier(bytes: 16)
    try ActivationTable.insert(
      id, profile: request.profile, device: request.device, offline: caller.isOperator, at: now, in: database)
    return try license(
      for: ActivationTable.existing(id, in: database), under: entry.profile, as: .activated)
  }

  // MARK: Renew

  private func renew(under profile: LicenseProfile) throws -> LicenseDecision {
    guard let activation = try heldActivation() else { return .refused(Self.notActivated) }
    guard activation.state != .revoked else { return revoked(activation) }
    guard activation.state == .active else { return .refused(Self.notActivated) }
    // Its licence must be for this device too: with its own request's facts.
    guard activation.device.isSameDevice(as: request.device), let held,
      held.device.isSameDevice(as: request.device)
    else { return .refused(Self.deviceMismatch) }
    return try license(for: activation, under: profile, as: .renewed)
  }

  // MARK: Deactivate

  private func deactivate() throws -> LicenseDecision {
    guard let activation = try heldActivation() else { return .deactivated }
    guard activation.state != .revoked else { return revoked(activation) }
    guard activation.device.isSameDevice(as: request.device) else { return .refused(Self.deviceMismatch) }
    if activation.state == .active {
      try ActivationTable.end(activation, as: .deactivated, reason: nil, at: now, in: database)
      try audit(.deactivated, activation: activation.id)
    }
    try ExchangeTable.remember(
      ExchangeTable.Answer(kind: request.kind, activation: activation.id), nonce: request.nonce,
      profile: request.profile, at: now, in: database)
    return .deactivated
  }

  private func heldActivation() throws -> Activation? {
    guard let held, held.profile == request.profile,
      let activation = try ActivationTable.activation(held.activation, in: database),
      activation.profile == request.profile
    else { return nil }
    return activation
  }

  // MARK: What is answered

  private func license(
    for known: Activation, under profile: LicenseProfile, as event: AuditEntry.Event
  ) throws -> LicenseDecision {
    // The operator's offline requests are manual, and not limited.
    if !caller.isOperator,
      let seconds = RenewalRate.wait(
        after: try ExchangeTable.times(of: known.id, in: database), under: profile, at: now)
    {
      return .refused(LicenseService.rateLimited(seconds))
    }
    let activation = known.id
    var changed: [DeviceFingerprint.Fact]?
    switch try drift(of: known).verdict(on: request.device) {
    case .unchanged: break
    case .changed(let facts):
      // Otherwise a revoked device could continue as a change of another one, whose network card it names.
      if let revoked = try DeviceTable.revoked(request.device, profile: profile.id, in: database) {
        return self.revoked(revoked)
      }
      changed = facts
    case .refused(let refusal): return .refused(LicenseProblem(refusal, activation: activation))
    }
    let claims = claims(for: activation, under: profile)
    try ActivationTable.noteLicense(
      claims, deviceBefore: known.device, registeredUsers: request.registeredUsers, in: database)
    try ExchangeTable.remember(
      ExchangeTable.Answer(kind: request.kind, activation: activation, claims: claims), nonce: request.nonce,
      profile: request.profile, at: now, in: database)
    try UsageTable.note(
      profile: profile.id, activation: activation, registeredUsers: request.registeredUsers, at: now,
      in: database)
    try audit(event, activation: activation)
    if let changed {
      let facts = changed.map(\.rawValue).joined(separator: ", ")
      try audit(.deviceChanged, activation: activation, detail: facts.isEmpty ? "more facts" : facts)
    }
    return .license(claims)
  }

  private func drift(of activation: Activation) throws -> DeviceDrift {
    try KnownDeviceTable.drift(of: activation, at: now, in: database)
  }

  private func claims(for activation: String, under profile: LicenseProfile) -> LicenseClaims {
    let expires = min(now + profile.lifetime, profile.expires ?? .max, certificateEnd)
    return LicenseClaims(
      issuer: issuerName, id: RandomText.base64url(bytes: 16), activation: activation,
      product: profile.product, profile: profile.id, issued: now, notBefore: now - Self.clockDifference,
      expires: expires, renewAfter: now + (expires - now) * Int64(profile.renewPercent) / 100,
      nonce: request.nonce, features: profile.features, limits: profile.limits, device: request.device,
      policy: profile.policy)
  }

  private func revoked(_ activation: Activation) -> LicenseDecision {
    .revoked(
      RevocationClaims(
        issuer: issuerName, id: RandomText.base64url(bytes: 16), activation: activation.id,
        profile: activation.profile, issued: now, nonce: request.nonce,
        reason: activation.reason ?? "revoked by the operator"))
  }

  private func audit(_ event: AuditEntry.Event, activation: String?, detail: String? = nil) throws {
    try AuditTable.add(
      event, at: now, profile: request.profile, activation: activation, key: caller.key,
      remote: caller.network,
      offline: caller.isOperator, detail: detail, in: database)
  }
}

extension LicenseRules {
  fileprivate static var profileExpired: LicenseProblem {
    LicenseProblem(
      .profileExpired, reason: "Nothing is issued from this profile any more.",
      remedy: "Ask the operator of the licence server for another profile, or to prolong this one.")
  }

  fileprivate static func wrongProduct(_ profile: LicenseProfile) -> LicenseProblem {
    LicenseProblem(
      .wrongProduct,
      reason: "The profile '\(profile.id)' is for the product '\(profile.product)', not for this one.",
      remedy:
        "Ask with that product (`sdkctl license activate --product \(profile.product)`), or for a profile of yours."
    )
  }

  fileprivate static var countExceeded: LicenseProblem {
    LicenseProblem(
      .activationCountExceeded, reason: "As many devices are active as the profile allows.",
      remedy: "Deactivate a device that is not used any more, or ask the operator to raise the limit.")
  }

  fileprivate static var notActivated: LicenseProblem {
    LicenseProblem(
      .notActivated, reason: "The licence's activation has ended, or this server does not know it.",
      remedy: "Activate the device anew.")
  }

  fileprivate static var deviceMismatch: LicenseProblem {
    LicenseProblem(
      .deviceMismatch, reason: "The licence was issued for another device.",
      remedy: "Activate this device; deactivate the other one on itself.")
  }
}
