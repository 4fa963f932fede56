// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

extension LicenseClaims {
  /// Parses and validates the claim set: every claim known, present and in range.
  ///
  /// - Throws: ``LicenseRejection`` with the code `claims`.
  public init(json: JSONValue) throws(LicenseRejection) {
    do throws(DocumentRejection) { self = try Self(reading: json) } catch { throw LicenseRejection(error) }
  }

  private init(reading json: JSONValue) throws(DocumentRejection) {
    var claims = try ClaimReader(json, "claim")
    _ = try claims.integer("ver", in: 1...1)
    issuer = try claims.text("iss")
    id = try claims.text("jti")
    activation = try claims.text("sub")
    product = try claims.name("aud")
    profile = try claims.name("profile")
    issued = try claims.time("iat")
    notBefore = try claims.time("nbf")
    expires = try claims.time("exp")
    renewAfter = try claims.time("renew")
    nonce = try claims.text("nonce")
    features = try claims.features("features")
    limits = try Self.limits(claims.optional("limits"))
    device = try DeviceFingerprint(claim: claims.required("device"))
    policy = try LicensePolicy(json: claims.required("policy"))
    if let ext = claims.optional("ext") {
      guard case .object = ext else { throw claims.refused("ext", "is not an object") }
    }
    try claims.end()
    guard notBefore <= expires else { throw claims.refused("exp", "is before 'nbf'") }
    guard (notBefore...expires).contains(renewAfter) else {
      throw claims.refused("renew", "is not between 'nbf' and 'exp'")
    }
  }

  private static func limits(_ json: JSONValue?) throws(DocumentRejection) -> [LicenseLimit: Int] {
    guard let json else { return [:] }
    guard case .object(let members) = json, members.count <= 64 else {
      throw DocumentRejection.malformed(.claims, "claim 'limits' is not an object of at most 64 numbers.")
    }
    var limits: [LicenseLimit: Int] = [:]
    for (name, value) in members {
      guard name.isLimitName, case .integer(let number) = value, number >= 0 else {
        throw DocumentRejection.malformed(
          .claims, "claim 'limits' has a member that is no name with a whole number.")
      }
      limits[LicenseLimit(rawValue: name)] = number
    }
    return limits
  }

  /// The claim set to be signed, not validated. Deterministic.
  public var json: JSONValue {
    let limits = limits.map { ($0.key.rawValue, JSONValue.integer($0.value)) }.sorted { $0.0 < $1.0 }
    return .present([
      "ver": 1, "iss": issuer, "jti": id, "sub": activation, "aud": product, "profile": profile,
      "iat": issued, "nbf": notBefore, "exp": expires, "renew": renewAfter, "nonce": nonce,
      "features": features.map(\.rawValue), "limits": limits.isEmpty ? JSONValue.null : .object(limits),
      "device": device.json, "policy": policy.json,
    ])
  }
}

extension LicensePolicy {
  init(json: JSONValue) throws(DocumentRejection) {
    var policy = try ClaimReader(json, "policy member")
    grace = Int64(try policy.integer("grace", in: 0...LicensePolicy.longestGrace))
    guard case .string(let word) = try policy.required("failure"), let failure = FailurePolicy(rawValue: word)
    else {
      throw policy.refused("failure", "is none of 'warn', 'degrade', 'stop'")
    }
    self.failure = failure
    degraded = try policy.features("degraded", orElse: [])
    try policy.end()
  }

  var json: JSONValue {
    .present([
      "grace": grace, "failure": failure.rawValue,
      "degraded": degraded.isEmpty ? nil : degraded.map(\.rawValue),
    ])
  }
}
