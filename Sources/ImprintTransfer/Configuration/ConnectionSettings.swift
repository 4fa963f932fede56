// SPDX-License-Identifier: Apache-2.0
private import CTransfer

/// How a server is reached.
package struct ConnectionSettings: Sendable {
  package var roots: TrustedRoots
  package var proxy: Proxy
  /// Name resolution, connection, proxy and TLS handshake: 100 ms to 10 min; others are clamped.
  package var connectTimeout: Duration
  /// All of it: 100 ms to 10 min; others are clamped.
  package var timeout: Duration
  package var userAgent: String

  package init(
    roots: TrustedRoots, proxy: Proxy, connectTimeout: Duration, timeout: Duration, userAgent: String
  ) {
    self.roots = roots
    self.proxy = proxy
    self.connectTimeout = connectTimeout
    self.timeout = timeout
    self.userAgent = userAgent
  }

  /// What of it cannot be used.
  package enum Problem: Sendable, Hashable { case userAgent, roots, proxy }

  package var problem: Problem? {
    guard userAgent.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return .userAgent }
    guard proxy.isUsable else { return .proxy }
    if case .system = roots { return nil }
    let pem = roots.pem
    return imp_certificate_count(pem, pem.count) > 0 ? nil : .roots
  }
}

extension ConnectionSettings.Problem {
  /// One sentence each. A proxy's URL is not shown: it may contain a password.
  package var words: (reason: String, remedy: String) {
    switch self {
    case .userAgent:
      (
        "the user agent holds control characters or is not ASCII.",
        "Name the application in printable ASCII."
      )
    case .roots:
      (
        "trustedRoots hold no certificate, or one that is unreadable.",
        "Give one or more certificates in PEM, each from '-----BEGIN CERTIFICATE-----' on."
      )
    case .proxy:
      (
        "the proxy's URL is none that can be used.",
        "Write it as http://proxy.example.com:3128; socks5:// and socks5h:// are spoken too."
      )
    }
  }
}
