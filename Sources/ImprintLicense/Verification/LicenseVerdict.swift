// SPDX-License-Identifier: Apache-2.0

/// A verifier's decision on a licence.
public enum LicenseVerdict: Sendable, Hashable {
  case accepted(VerifiedLicense)
  /// Valid, except that `exp` has passed. Its manager then applies the licence's policy.
  case expired(VerifiedLicense)
  /// All reasons found; the first is the most important. Never empty.
  case rejected([LicenseRejection])
}

/// A verifier's decision on a revocation.
public enum RevocationVerdict: Sendable, Hashable {
  /// The authority revoked the activation, in response to this request.
  case revoked(RevocationClaims)
  /// Not a valid revocation; it has no effect. Never empty.
  case rejected([LicenseRejection])
}
