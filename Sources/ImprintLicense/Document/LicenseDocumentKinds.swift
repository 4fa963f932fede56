// SPDX-License-Identifier: Apache-2.0
package import ImprintSignedDocuments

extension SignedDocumentKind {
  package static let license = SignedDocumentKind(
    type: "imprint-license+jwt", name: "licence", source: "the licence's issuer", usage: .licenses,
    limit: LicenseDocumentLimit.bytes)
  package static let revocation = SignedDocumentKind(
    type: "imprint-revocation+jwt", name: "revocation", source: "the licence's issuer", usage: .licenses,
    limit: LicenseDocumentLimit.bytes)
}

extension SigningUsage {
  package static let licenses = SigningUsage(
    identifier: LicenseSigningUsage.identifier, name: "licence signing", documents: "licences")
}

/// Sizes of licences and revocations.
package enum LicenseDocumentLimit {
  /// Bytes of the compact form.
  package static let bytes = 65_536
}
