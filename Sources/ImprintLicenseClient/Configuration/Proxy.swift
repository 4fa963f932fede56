// SPDX-License-Identifier: Apache-2.0

/// Which way out of the network requests take.
///
/// TLS goes through a proxy end to end: it sees the server's name, never the request or the API key. The way
/// to the proxy itself is plain: of one that speaks TLS the server's roots and pins would be asked.
public enum Proxy: Sendable, Hashable {
  /// As `https_proxy`, `all_proxy` and `no_proxy` say, and `http_proxy` for a server without TLS.
  case environment
  /// None, whatever the environment says.
  case none
  /// `http://`, `socks5://` or `socks5h://` with host and port, and `user:password@` where the proxy asks;
  /// whatever the environment says.
  case url(String)

  static let schemes: Set<String> = ["http", "socks5", "socks5h"]
}
