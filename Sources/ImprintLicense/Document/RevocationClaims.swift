// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments

/// The claims of a revocation: the authority revokes an activation. Signed like a licence, with a type of its
/// own.
public struct RevocationClaims: Sendable, Hashable {
  /// `iss`: the authority's name.
  public var issuer: String
  /// `jti`: this document.
  public var id: String
  /// `sub`: the activation that ends.
  public var activation: String
  public var profile: String
  /// `iat`, seconds since 1970 UTC.
  public var issued: Int64
  /// The request's, so that an old revocation cannot be replayed after the activation was restored.
  public var nonce: String
  /// Why, for people: 1 to 256 bytes.
  public var reason: String

  public init(
    issuer: String, id: String, activation: String, profile: String, issued: Int64, nonce: String,
    reason: String
  ) {
    self.issuer = issuer
    self.id = id
    self.activation = activation
    self.profile = profile
    self.issued = issued
    self.nonce = nonce
    self.reason = reason
  }

  /// Parses and validates the claim set.
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
    profile = try claims.name("profile")
    issued = try claims.time("iat")
    nonce = try claims.text("nonce")
    reason = try claims.text("reason")
    try claims.end()
  }

  /// The claim set to be signed, not validated.
  public var json: JSONValue {
    [
      "ver": 1, "iss": issuer, "jti": id, "sub": activation, "profile": profile, "iat": Int(issued),
      "nonce": nonce, "reason": reason,
    ]
  }
}
