// SPDX-License-Identifier: Apache-2.0
import Crypto
import CryptoExtras
import Foundation
import ImprintLicenseClient
import SwiftASN1
import X509

/// A certificate and its key, made by the test.
struct TestIdentity: Sendable {
  enum Key: Sendable, CaseIterable {
    case p256, p384, rsa2048, rsa3072, rsa4096

    func make() throws -> Certificate.PrivateKey {
      switch self {
      case .p256: Certificate.PrivateKey(P256.Signing.PrivateKey())
      case .p384: Certificate.PrivateKey(P384.Signing.PrivateKey())
      case .rsa2048: Certificate.PrivateKey(try Self.bits2048.get())
      case .rsa3072: Certificate.PrivateKey(try Self.bits3072.get())
      case .rsa4096: Certificate.PrivateKey(try Self.bits4096.get())
      }
    }

    // Made once for all tests: a long RSA key takes seconds.
    private static let bits2048 = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }
    private static let bits3072 = Result { try _RSA.Signing.PrivateKey(keySize: .bits3072) }
    private static let bits4096 = Result { try _RSA.Signing.PrivateKey(keySize: .bits4096) }
  }

  /// 2020 to 2120; OpenSSL judges by the real time.
  static let longLasting = 1_577_836_800.0...4_733_510_400.0
  static let inThePast = 1_577_836_800.0...1_609_459_200.0

  let certificate: Certificate
  let key: Certificate.PrivateKey

  /// A root that signed itself.
  static func root(_ name: String = "Root", key: Key = .p256) throws -> TestIdentity {
    try TestIdentity(name: name, hosts: [], isAuthority: true, key: key, issuer: nil)
  }

  /// An authority below this one.
  func authority(_ name: String, key: Key = .p256) throws -> TestIdentity {
    try TestIdentity(name: name, hosts: [], isAuthority: true, key: key, issuer: self)
  }

  /// A server's certificate by this authority.
  func server(
    _ hosts: [String] = ["localhost"], key: Key = .p256, valid: ClosedRange<Double> = longLasting
  ) throws -> TestIdentity {
    try TestIdentity(name: "Server", hosts: hosts, isAuthority: false, key: key, issuer: self, valid: valid)
  }

  init(
    name: String, hosts: [String], isAuthority: Bool, key: Key, issuer: TestIdentity?,
    valid: ClosedRange<Double> = longLasting
  ) throws {
    self.key = try key.make()
    let subject = try DistinguishedName { CommonName(name) }
    certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: self.key.publicKey,
      notValidBefore: Date(timeIntervalSince1970: valid.lowerBound),
      notValidAfter: Date(timeIntervalSince1970: valid.upperBound),
      issuer: issuer?.certificate.subject ?? subject, subject: subject,
      extensions: Certificate.Extensions {
        Critical(
          isAuthority
            ? BasicConstraints.isCertificateAuthority(maxPathLength: nil) : .notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: !isAuthority, keyCertSign: isAuthority))
        if !hosts.isEmpty {
          SubjectAlternativeNames(
            hosts.map { host in
              host == "127.0.0.1"
                ? .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])) : .dnsName(host)
            })
        }
      }, issuerPrivateKey: issuer?.key ?? self.key)
  }

  var pem: String {
    get throws { try certificate.serializeAsPEM().pemString + "\n" }
  }

  var der: [UInt8] {
    get throws {
      var serializer = DER.Serializer()
      try serializer.serialize(certificate)
      return serializer.serializedBytes
    }
  }

  var keyPEM: String {
    get throws { try key.serializeAsPEM().pemString + "\n" }
  }

  /// By another implementation than the one under test.
  var pin: PublicKeyPin {
    get throws {
      var serializer = DER.Serializer()
      try serializer.serialize(certificate.publicKey)
      return try PublicKeyPin(digest: Array(SHA256.hash(data: serializer.serializedBytes)))
    }
  }
}
