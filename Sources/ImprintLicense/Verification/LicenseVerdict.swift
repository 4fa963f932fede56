// SPDX-License-Identifier: Apache-2.0

/// What a verifier thinks of a licence.
public enum LicenseVerdict: Sendable, Hashable {
  case accepted(VerifiedLicense)
  /// Everything holds but that `exp` has passed. What then goes on is the licence's policy, which its manager
  /// applies.
  case expired(VerifiedLicense)
  /// Every reason that could be found; the first is the one that matters most. Never empty.
  case rejected([LicenseRejection])
}

/// What a verifier thinks of a revocation.
public enum RevocationVerdict: Sendable, Hashable {
  /// The authority took the activation back, in answer to this request.
  case revoked(RevocationClaims)
  /// It is no such revocation; nothing follows from it. Never empty.
  case rejected([LicenseRejection])
}
