// SPDX-License-Identifier: Apache-2.0
import ImprintCertificates
import ImprintModel
import ImprintSignedDocuments
import SwiftASN1

/// Documents of a kind that nobody else has, and those who sign them. Keys are made by the run.
enum Forge {
  /// 2026-09-21, the time of all samples.
  static let now: Int64 = 1_790_000_000
  static let validity = CertificateMaker.Validity(notBefore: now - 8_640_000, notAfter: now + 86_400_000)

  static let usage = SigningUsage(identifier: [2, 25, 7], name: "sample signing", documents: "samples")
  static let kind = SignedDocumentKind(
    type: "imprint-sample+jws", name: "sample", source: "whoever made it", usage: usage, limit: 8192)

  static func root(_ name: String = "Forged root") throws -> CertificateMaker {
    try CertificateMaker.root(name: name, key: .generate(.es256), validity: validity)
  }

  /// A key with the certificate of a root for samples.
  static func signer(
    _ algorithm: SignatureAlgorithm = .es256, of root: CertificateMaker? = nil,
    for usage: SigningUsage = usage
  ) throws -> KeySigner {
    let key = AuthorityKey.generate(algorithm)
    let certificate = try (root ?? Forge.root()).signer(
      name: "Sample signer", publicKey: key.publicKey, validity: validity, usages: [usage])
    return try KeySigner(key: key, chain: [certificate])
  }

  /// Any header and payload, signed with a key.
  static func document(header: String, payload: String, _ key: AuthorityKey) throws -> [UInt8] {
    let signed = "\(Base64.url.text(of: header.utf8)).\(Base64.url.text(of: payload.utf8))"
    return Array("\(signed).\(Base64.url.text(of: try key.sign(Array(signed.utf8))))".utf8)
  }
}
