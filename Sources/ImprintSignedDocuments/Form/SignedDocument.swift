// SPDX-License-Identifier: Apache-2.0

/// The three parts of a compact JWS, decoded; nothing of it is judged beyond its form.
package struct SignedDocument {
  package let header: [UInt8]
  package let payload: [UInt8]
  package let signature: [UInt8]
  /// What the signature is over: the first two parts as they stand, with the point between.
  package let signed: ArraySlice<UInt8>

  /// - Throws: ``DocumentRejection``: `size` before anything is looked at, or `form`.
  package init(parsing bytes: [UInt8], as kind: SignedDocumentKind) throws(DocumentRejection) {
    guard bytes.count <= kind.limit else {
      throw DocumentRejection(
        .size,
        reason: "it is longer than \(kind.limit) bytes, which is the most a \(kind.name) has.",
        remedy: "Check that this is the \(kind.name), and not another file.")
    }
    let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw DocumentRejection.malformed(.form, "it is not three parts with points between them.")
    }
    guard let header = Base64.url.bytes(of: parts[0]), let payload = Base64.url.bytes(of: parts[1]),
      let signature = Base64.url.bytes(of: parts[2])
    else {
      throw DocumentRejection.malformed(
        .form, "a part is not base64url, without padding and in canonical form.")
    }
    guard !header.isEmpty, !payload.isEmpty else {
      throw DocumentRejection.malformed(.form, "a part is empty.")
    }
    self.header = header
    self.payload = payload
    self.signature = signature
    signed = bytes[..<parts[1].endIndex]
  }
}
