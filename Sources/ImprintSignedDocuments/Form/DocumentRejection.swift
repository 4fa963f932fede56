// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel

/// One reason why bytes are no signed document of their kind, or why it is not to be believed. Whoever reads
/// a kind says it in its own words and codes.
package struct DocumentRejection: ExplainedError, Hashable {
  package enum Code: String, Sendable, Hashable, CaseIterable {
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

  package let code: Code
  package var place: String { "document" }
  package let reason: String
  package let remedy: String

  package init(_ code: Code, reason: String, remedy: String) {
    self.code = code
    self.reason = reason
    self.remedy = remedy
  }

  package static func malformed(_ code: Code, _ reason: String) -> DocumentRejection {
    DocumentRejection(
      code, reason: reason, remedy: "Get the document again; if it stays so, tell its issuer.")
  }
}
