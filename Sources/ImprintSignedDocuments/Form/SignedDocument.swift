// SPDX-License-Identifier: Apache-2.0

/// The three parts of a compact JWS, decoded but not verified.
package struct SignedDocument {
  package let header: [UInt8]
  package let payload: [UInt8]
  package let signature: [UInt8]
  /// The signing input: the first two parts as they are, with the dot between.
  package let signed: ArraySlice<UInt8>

  /// - Throws: ``DocumentRejection``: `size` before anything is parsed, or `form`.
  package init(parsing bytes: [UInt8], as kind: SignedDocumentKind) throws(DocumentRejection) {
    guard bytes.count <= kind.limit else {
      throw DocumentRejection(
        .size,
        reason: "it is longer than \(kind.limit) bytes, which is the most a \(kind.name) has.",
        remedy: "Check that this is the \(kind.name), and not another file.")
    }
    let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw DocumentRejection.malformed(.form, "it is not three parts separated by dots.")
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
