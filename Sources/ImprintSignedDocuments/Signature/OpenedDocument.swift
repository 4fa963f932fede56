// SPDX-License-Identifier: Apache-2.0
internal import FoundationEssentials
package import X509

/// A signed document whose form and signature hold. Who signed it is another question: ``ChainPolicy`` judges
/// the certificates.
package struct OpenedDocument: Sendable {
  /// What is judged of a document by itself, in this order.
  package enum Step: Sendable {
    /// Size, three parts, base64url.
    case form
    /// The header's members.
    case header
    /// The certificates parse.
    case certificates
    /// What it says it is signed with is what the key is for.
    case algorithm
    /// The key signed these bytes.
    case signature
  }

  /// Of which the first is the signing certificate.
  package let certificates: [Certificate]
  private let payload: [UInt8]
  private let limit: Int
  private let signing: Certificate

  /// Opens hostile bytes: form, header, certificates, and the signature of the first certificate's key.
  ///
  /// - Parameter note: Is told each step that was made: what was found, or why it ended there.
  /// - Throws: ``DocumentRejection``.
  /// - Complexity: O(bytes), of which there are at most `kind.limit`; one signature is checked.
  package init(
    parsing bytes: [UInt8], as kind: SignedDocumentKind,
    note: (Step, Result<String, DocumentRejection>) -> Void = { _, _ in }
  ) throws(DocumentRejection) {
    var step = Step.form
    do throws(DocumentRejection) {
      let document = try SignedDocument(parsing: bytes, as: kind)
      note(step, .success("It has the form of a signed document, \(bytes.count) bytes."))
      step = .header
      let header = try DocumentHeader(parsing: document.header, of: kind)
      note(
        step, .success("Its header says that it is '\(kind.type)', signed with \(header.algorithm.rawValue).")
      )
      step = .certificates
      certificates = try ChainPolicy.certificates(header)
      guard let first = certificates.first else {
        throw DocumentRejection.malformed(.header, "it brings no certificate.")
      }
      note(step, .success("It brings \(certificates.count) of 1 to 4 possible certificates."))
      step = .algorithm
      let policy = try SignaturePolicy(first)
      try policy.judgeAlgorithm(header.algorithm)
      note(step, .success("\(header.algorithm.rawValue) is what the signing certificate's key is for."))
      step = .signature
      try policy.judgeSignature(document)
      note(step, .success("The key of the signing certificate signed exactly this document."))
      payload = document.payload
      limit = kind.limit
      signing = first
    } catch {
      note(step, .failure(error))
      throw error
    }
  }

  /// What it says; to be believed once its certificates lead to a trust anchor.
  /// - Throws: ``DocumentRejection`` with the code `claims`.
  package var json: JSONValue {
    get throws(DocumentRejection) {
      do { return try JSONValue(parsing: payload, limits: JSONValue.Limits(bytes: limit)) } catch {
        throw .malformed(.claims, "what it says is not JSON: at \(error.place), \(error.reason)")
      }
    }
  }

  /// The signing certificate's subject, for people.
  package var signer: String { "\(signing.subject)" }

  /// The last second in which the signing certificate is valid, since 1970 UTC.
  package var signerEnd: Int64 { Int64(signing.notValidAfter.timeIntervalSince1970) }
}
