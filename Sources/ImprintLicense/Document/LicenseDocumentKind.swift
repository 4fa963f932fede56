// SPDX-License-Identifier: Apache-2.0

/// What a signed document is, by its header's `typ`: one kind never passes for the other.
package enum LicenseDocumentKind: String, Sendable {
  case license = "imprint-license+jwt"
  case revocation = "imprint-revocation+jwt"
}

/// Sizes of the document.
package enum LicenseDocumentLimit {
  /// Bytes of the compact form.
  package static let bytes = 65_536
  /// Certificates in `x5c`.
  package static let certificates = 4
}
