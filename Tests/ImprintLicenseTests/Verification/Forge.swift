// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintSignedDocuments
@testable import ImprintCertificates
import ImprintLicenseAuthority
import ImprintModel
import LicenseTestSupport
import X509

/// Makes what no authority would: documents and certificates with any content, properly signed.
enum Forge {
  /// A document of any header and payload, signed with a key.
  static func document(_ header: JSONValue, _ payload: JSONValue, _ key: AuthorityKey) throws -> String {
    try document(header: header.text, payload: payload.text, key)
  }

  static func document(header: String, payload: String, _ key: AuthorityKey) throws -> String {
    let signed = "\(Base64.url.text(of: header.utf8)).\(Base64.url.text(of: payload.utf8))"
    return "\(signed).\(Base64.url.text(of: try key.sign(Array(signed.utf8))))"
  }

  static func header(
    alg: String, chain: [[UInt8]], typ: String = SignedDocumentKind.license.type,
    more: [(String, JSONValue)] = []
  ) -> JSONValue {
    .object(
      [
        ("alg", .string(alg)), ("typ", .string(typ)),
        ("x5c", .strings(chain.map { Base64.standard.text(of: $0) })),
      ] + more)
  }

  /// A licence of any payload, with the right header for a signer.
  static func license(_ payload: JSONValue, _ signer: KeySigner, chain: [[UInt8]]? = nil) throws -> String {
    try document(header(alg: signer.algorithm.rawValue, chain: chain ?? signer.chain), payload, signer.key)
  }

  /// The sample claims, signed by a key under any chain.
  static func license(_ key: AuthorityKey, chain: [[UInt8]]) throws -> String {
    try document(header(alg: key.algorithm.rawValue, chain: chain), LicenseSamples.claims.json, key)
  }

  static let validity = CertificateMaker.Validity(
    notBefore: LicenseSamples.now - 100 * LicenseSamples.day,
    notAfter: LicenseSamples.now + 1000 * LicenseSamples.day)

  /// A certificate with any extensions.
  static func certificate(
    _ name: String, _ key: AuthorityKey, by issuer: CertificateMaker,
    validity: CertificateMaker.Validity = validity,
    _ extensions: @escaping CertificateDraft.ExtensionMaker
  ) throws -> [UInt8] {
    try CertificateDraft(
      subject: CertificateName.subject(name), publicKey: key.key.publicKey, validity: validity,
      extensions: extensions
    ).signed(
      by: DERCertificate.read(issuer.certificate).subject, issuer.key, authorityKey: issuer.key.key.publicKey)
  }

  static func root(_ name: String = "Forged root", pathLength: Int = 1) throws -> CertificateMaker {
    try CertificateMaker.root(name: name, key: .generate(.es256), validity: validity, pathLength: pathLength)
  }

  /// The members of an object, changed.
  static func changed(_ json: JSONValue, _ change: (inout [(String, JSONValue)]) -> Void) -> JSONValue {
    guard case .object(var members) = json else { return json }
    change(&members)
    return .object(members)
  }

  /// The object with one member set, or without it.
  static func with(_ json: JSONValue, _ name: String, _ value: JSONValue?) -> JSONValue {
    changed(json) { members in
      guard let index = members.firstIndex(where: { $0.0 == name }) else {
        if let value { members.append((name, value)) }
        return
      }
      members.remove(at: index)
      if let value { members.insert((name, value), at: index) }
    }
  }
}

extension LicenseVerifier {
  /// Verifies at the time of the samples, expecting nothing.
  func judge(_ document: String, at now: Int64 = LicenseSamples.now) async -> LicenseVerdict {
    await verify(document, at: now).verdict
  }
}

extension LicenseVerdict {
  /// The codes of a rejection; `nil` for another verdict.
  var codes: [LicenseRejection.Code]? {
    guard case .rejected(let rejections) = self else { return nil }
    return rejections.map(\.code)
  }

  var isAccepted: Bool {
    if case .accepted = self { true } else { false }
  }
}
