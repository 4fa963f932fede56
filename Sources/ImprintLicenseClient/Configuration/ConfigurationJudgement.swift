// SPDX-License-Identifier: Apache-2.0
private import CLicenseTransport
internal import ImprintLicense

extension HTTPSLicenseTransport.Configuration {
  /// Validates the configuration, except the proxy.
  func judge(place: String) throws(LicenseTransportError) {
    guard userAgent.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw LicenseTransportError(
        .address, place: place, reason: "the user agent holds control characters or is not ASCII.",
        remedy: "Name the application in printable ASCII.")
    }
    let pem = trustedRoots.pem
    if case .system = trustedRoots { return }
    guard imp_certificate_count(pem, pem.count) > 0 else {
      throw LicenseTransportError(
        .certificate, place: place, reason: "trustedRoots hold no certificate, or one that is unreadable.",
        remedy: "Give one or more certificates in PEM, each from '-----BEGIN CERTIFICATE-----' on.")
    }
  }

  /// The proxy for libcurl: `nil` for the environment's, empty for none.
  func judgedProxy(place: String) throws(LicenseTransportError) -> String? {
    switch proxy {
    case .environment: return nil
    case .none: return ""
    case .url(let text):
      // Not shown: it may contain a password.
      guard let parts = URLParts(text), Proxy.schemes.contains(parts.scheme), !parts.hasTail else {
        throw LicenseTransportError(
          .address, place: place, reason: "the proxy's URL is none that can be used.",
          remedy: "Write it as http://proxy.example.com:3128; socks5:// and socks5h:// are spoken too.")
      }
      return text
    }
  }
}

extension Duration {
  /// Clamped to 100 ms...10 min.
  var milliseconds: Int {
    let bounded = min(max(self, .milliseconds(100)), .seconds(600))
    return Int(bounded.components.seconds) * 1000
      + Int(bounded.components.attoseconds / 1_000_000_000_000_000)
  }
}
