// SPDX-License-Identifier: Apache-2.0

/// The proxy that requests use.
///
/// TLS is end to end through a proxy: it sees the server's name, never the request or the API key. The
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

  static let schemes: Set<String> = ["http", "socks5", "socks5h"]
}
