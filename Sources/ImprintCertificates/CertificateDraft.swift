// SPDX-License-Identifier: Apache-2.0
internal import FoundationEssentials
internal import ImprintSignedDocuments
internal import SwiftASN1
internal import X509

/// An unsigned certificate: its content, and the extensions of its kind.
struct CertificateDraft {
  typealias ExtensionMaker = @Sendable () throws -> Certificate.Extensions

  let subject: DistinguishedName
  let publicKey: Certificate.PublicKey
  let validity: CertificateMaker.Validity
  let extensions: ExtensionMaker

  /// - Parameter authorityKey: the issuer's key; `nil` if self-signed.
  /// - Returns: DER.
  func signed(
    by issuer: DistinguishedName, _ key: AuthorityKey, authorityKey: Certificate.PublicKey?
  ) throws(AuthorityError) -> [UInt8] {
    guard validity.notBefore < validity.notAfter, DocumentTime.certificates.contains(validity.notBefore),
      DocumentTime.certificates.contains(validity.notAfter)
    else {
      throw AuthorityError(
        .validity, place: "certificate", reason: "it would end before it begins, or beyond the year 2200.",
        remedy: "Choose an end after the beginning.")
    }
    do {
      var extensions = try extensions()
      try extensions.append(
        Certificate.Extension(SubjectKeyIdentifier(hash: publicKey), critical: false))
      if let authorityKey {
        let identifier = SubjectKeyIdentifier(hash: authorityKey).keyIdentifier
        try extensions.append(
          Certificate.Extension(AuthorityKeyIdentifier(keyIdentifier: identifier), critical: false))
      }
      return try DERCertificate.write(
        Certificate(
          version: .v3, serialNumber: Self.serialNumber(), publicKey: publicKey,
          notValidBefore: Date(timeIntervalSince1970: Double(validity.notBefore)),
          notValidAfter: Date(timeIntervalSince1970: Double(validity.notAfter)), issuer: issuer,
          subject: subject, signatureAlgorithm: key.certificateAlgorithm, extensions: extensions,
          issuerPrivateKey: key.key))
    } catch let error as AuthorityError {
      throw error
    } catch {
      throw AuthorityError(
        .certificate, place: "certificate", reason: "it could not be made: \(error)",
        remedy: "Check the names and times that it was asked for.")
    }
  }

  /// 20 bytes with the first bit clear and the next one set: positive, and of constant length.
  private static func serialNumber() -> Certificate.SerialNumber {
    var random = SystemRandomNumberGenerator()
    var bytes = (0..<20).map { _ in UInt8.random(in: 0...255, using: &random) }
    bytes[0] = bytes[0] & 0x7F | 0x40
    return Certificate.SerialNumber(bytes: bytes)
  }

  static func publicKey(_ der: [UInt8]) throws(AuthorityError) -> Certificate.PublicKey {
    do { return try Certificate.PublicKey(derEncoded: der) } catch {
      throw AuthorityError(
        .key, place: "public key", reason: "it is no DER SubjectPublicKeyInfo of a kind that is known.",
        remedy: "Give a P-256 or Ed25519 key.")
    }
  }
}

extension CertificateDraft {
  static func authority(pathLength: Int) -> ExtensionMaker {
    {
      try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: pathLength))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
      }
    }
  }

  static func signing(_ usages: [SigningUsage]) -> ExtensionMaker {
    {
      try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        Critical(try ExtendedKeyUsage(usages.map { ExtendedKeyUsage.Usage(oid: $0.identifier) }))
      }
    }
  }

  static func server(_ names: [GeneralName]) -> ExtensionMaker {
    {
      try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames(names)
      }
    }
  }
}

extension DocumentTime {
  /// 1970 to the end of 2199: a root may be older than any licence.
  fileprivate static let certificates: ClosedRange<Int64> = 0...range.upperBound
}
