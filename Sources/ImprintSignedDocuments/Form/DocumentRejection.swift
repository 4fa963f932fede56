// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why bytes are not a signed document of their kind, or not to be trusted. The reader of each kind maps it
/// to its own words and codes.
package typealias DocumentRejection = Explained<DocumentRejectionCode>

package enum DocumentRejectionCode: String, Sendable, Hashable, CaseIterable {
  /// The document exceeds the limit of its kind.
  case size
  /// Not three base64url parts, or not JSON within.
  case form
  /// The header is not exactly as defined.
  case header
  /// The algorithm is not the signing key's: `none`, a symmetric one, another curve.
  case algorithm
  /// The certificates are malformed, or do not chain to a trust anchor.
  case chain
  /// The signing certificate may not sign documents of that kind.
  case keyUsage = "key-usage"
  /// A certificate is not valid at the time.
  case certificateExpired = "certificate-expired"
  /// The signature does not verify.
  case signature
  /// A member is missing, unknown, or out of its range.
  case claims
}

extension DocumentRejection {
  package init(_ code: Code, reason: String, remedy: String) {
    self.init(code, place: "document", reason: reason, remedy: remedy)
  }

  package static func malformed(_ code: Code, _ reason: String) -> DocumentRejection {
    DocumentRejection(
      code, reason: reason, remedy: "Get the document again; if it stays so, tell its issuer.")
  }
}
