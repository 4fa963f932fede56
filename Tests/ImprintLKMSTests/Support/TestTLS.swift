// SPDX-License-Identifier: Apache-2.0
import ImprintSignedDocuments
import ImprintLicense
import ImprintLicenseAuthority
import ImprintLicenseClient

@testable import ImprintLKMS

/// A root for TLS, and the certificate of a server on this machine under it. OpenSSL judges by the system's
/// clock: they are valid from 2020 to 2096.
struct TestTLS {
  /// PEM.
  let root: String
  /// DER, the server's.
  let certificate: [UInt8]
  var server: LicenseServerConfiguration.TLS

  init() throws {
    let validity = CertificateMaker.Validity(notBefore: 1_600_000_000, notAfter: 4_000_000_000)
    let maker = try CertificateMaker.root(name: "Test TLS", key: .generate(.es256), validity: validity)
    let key = AuthorityKey.generate(.es256)
    certificate = try maker.server(
      name: "localhost", publicKey: key.publicKey, dnsNames: ["localhost"], validity: validity)
    root = DERCertificate.pem(maker.certificate)
    server = LicenseServerConfiguration.TLS(chainPEM: DERCertificate.pem(certificate), keyPEM: try key.pem)
  }

  /// How a client reaches the server that shows this key: one try, no proxy.
  func client(pinning certificate: [UInt8]? = nil) throws -> HTTPSLicenseTransport.Configuration {
    var configuration = HTTPSLicenseTransport.Configuration()
    configuration.trustedRoots = .only(pem: root)
    configuration.pins = [
      try PinnedHost(
        host: "localhost", pins: [PublicKeyPin(ofCertificate: certificate ?? self.certificate)])
    ]
    configuration.proxy = .none
    configuration.retries = .none
    return configuration
  }
}
