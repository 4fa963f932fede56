// SPDX-License-Identifier: Apache-2.0
internal import NIOSSL

extension LicenseServerConfiguration.TLS {
  /// TLS 1.2 or newer, with NIOSSL's default cipher suites.
  func configuration() throws(LicenseServerError) -> TLSConfiguration {
    do {
      let chain = try NIOSSLCertificate.fromPEMBytes(Array(chainPEM.utf8))
      guard !chain.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
      let key = try NIOSSLPrivateKey(bytes: Array(keyPEM.utf8), format: .pem)
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
      configuration.minimumTLSVersion = .tlsv12
      configuration.applicationProtocols = ["http/1.1"]
      // Detects a mismatch here, before anybody connects.
      _ = try NIOSSLContext(configuration: configuration)
      return configuration
    } catch {
      throw LicenseServerError(
        .tls, place: "TLS",
        reason: "The certificates and the key cannot be used: they are no PEM, or not one pair.",
        remedy: "Check the files, or make new ones with `imprint-lkms init`.")
    }
  }
}
