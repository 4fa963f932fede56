// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// One reason why bytes are no signed document of their kind, or why it is not to be believed. Whoever reads
/// a kind says it in its own words and codes.
package typealias DocumentRejection = Explained<DocumentRejectionCode>

package enum DocumentRejectionCode: String, Sendable, Hashable, CaseIterable {
  /// More bytes than a document of that kind may have.
  case size
  /// Not three base64url parts, or not JSON within.
  case form
  /// A header that is not exactly what is defined.
  case header
  /// An algorithm that is not the signing key's: `none`, a symmetric one, another curve.
  case algorithm
  /// The certificates do not parse, or do not chain to a trust anchor.
  case chain
  /// The signing certificate may not sign documents of that kind.
  case keyUsage = "key-usage"
  /// A certificate is not valid at the time.
  case certificateExpired = "certificate-expired"
  /// The signature is not the key's over these bytes.
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
