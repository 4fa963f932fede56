// SPDX-License-Identifier: Apache-2.0

/// The header of a signed document: a closed set of three members.
package struct DocumentHeader {
  /// The most certificates in `x5c`, for every kind of document.
  package static let mostCertificates = 4

  package let algorithm: SignatureAlgorithm
  /// DER, 1 to 4; not parsed.
  package let certificates: [[UInt8]]

  /// - Throws: ``DocumentRejection``: `header`, or `algorithm`.
  package init(parsing bytes: [UInt8], of kind: SignedDocumentKind) throws(DocumentRejection) {
    let json: JSONValue
    do { json = try JSONValue(parsing: bytes) } catch {
      throw DocumentRejection.malformed(.header, "the header is not JSON: at \(error.place), \(error.reason)")
    }
    var header = try ClaimReader(json, "header member", .header)
    guard case .string(let type) = try header.required("typ"), type.utf8.elementsEqual(kind.type.utf8)
    else {
      throw header.refused("typ", "is not '\(kind.type)'")
    }
    guard case .string(let word) = try header.required("alg"),
      let algorithm = SignatureAlgorithm(rawValue: word)
    else {
      throw DocumentRejection(
        .algorithm,
        reason: "it is not signed with ES256 or EdDSA, which are all that a \(kind.name) may be signed with.",
        remedy: "Do not use it: ask \(kind.source) for a signed one.")
    }
    self.algorithm = algorithm
    certificates = try Self.certificates(header.required("x5c"))
    try header.end()
  }

  private static func certificates(_ json: JSONValue) throws(DocumentRejection) -> [[UInt8]] {
    guard case .array(let items) = json, (1...DocumentHeader.mostCertificates).contains(items.count) else {
      throw DocumentRejection.malformed(
        .header,
        "header member 'x5c' is not a list of 1 to \(DocumentHeader.mostCertificates) certificates.")
    }
    var certificates: [[UInt8]] = []
    for item in items {
      guard case .string(let text) = item, let der = Base64.standard.bytes(of: Array(text.utf8)), !der.isEmpty
      else {
        throw DocumentRejection.malformed(.header, "a certificate in header member 'x5c' is not base64.")
      }
      certificates.append(der)
    }
    return certificates
  }
}
