// SPDX-License-Identifier: Apache-2.0

/// A licence whose chain, signature and claims a ``LicenseVerifier`` has verified; the only way to make one.
public struct VerifiedLicense: Sendable, Hashable {
  public let claims: LicenseClaims
  /// The document, as verified.
  public let document: String
  /// The signing certificate's subject, for people.
  public let signer: String
}
