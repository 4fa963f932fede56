// SPDX-License-Identifier: Apache-2.0

/// The proxy that requests use.
///
/// TLS is end to end through a proxy: it sees the server's name, never the request or a key in it. The
/// connection to the proxy itself is not encrypted: otherwise the server's roots and pins would apply to the
/// proxy.
public enum Proxy: Sendable, Hashable {
  /// From `https_proxy`, `all_proxy` and `no_proxy`, and `http_proxy` for a server without TLS.
  case environment
  /// None, regardless of the environment.
  case none
  /// `http://`, `socks5://` or `socks5h://` with host and port, and `user:password@` if required; regardless
  /// of the environment.
  case url(String)

  private static let schemes: Set<String> = ["http", "socks5", "socks5h"]

  /// As libcurl is told: `nil` for the environment's, empty for none.
  var text: String? {
    switch self {
    case .environment: nil
    case .none: ""
    case .url(let text): text
    }
  }

  /// Whether a URL is one that can be used.
  var isUsable: Bool {
    guard case .url(let text) = self else { return true }
    guard let parts = URLParts(text) else { return false }
    return Self.schemes.contains(parts.scheme) && !parts.hasTail
  }
}
