// SPDX-License-Identifier: Apache-2.0
internal import FoundationEssentials
package import X509

/// A signed document with valid form and signature. Whether the signer is trusted is another question:
/// ``ChainPolicy`` validates the certificates.
package struct OpenedDocument: Sendable {
  /// The steps of verifying a document by itself, in this order.
  package enum Step: Sendable {
    /// Size, three parts, base64url.
    case form
    /// The header's members.
    case header
    /// The certificates parse.
    case certificates
    /// The stated algorithm is the key's.
    case algorithm
    /// The signature verifies.
    case signature
  }

  /// The first is the signing certificate.
  package let certificates: [Certificate]
  private let payload: [UInt8]
  private let limit: Int
  private let signing: Certificate

  /// Verifies untrusted bytes: form, header, certificates, and the signature by the first certificate's key.
  ///
  /// - Parameter note: receives each step: what was found, or why it failed.
  /// - Throws: ``DocumentRejection``.
  /// - Complexity: O(bytes), at most `kind.limit`; verifies one signature.
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

  /// The payload; to be trusted once its certificates chain to a trust anchor.
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

  /// The last second of the signing certificate's validity, since 1970 UTC.
  package var signerEnd: Int64 { Int64(signing.notValidAfter.timeIntervalSince1970) }
}
