// SPDX-License-Identifier: Apache-2.0

/// A licence whose chain, signature and claims a ``LicenseVerifier`` has judged and accepted; nobody else can
/// make one.
public struct VerifiedLicense: Sendable, Hashable {
  public let claims: LicenseClaims
  /// The document, as it was verified.
  public let document: String
  /// The subject of the certificate that signed it, for people.
  public let signer: String
}
