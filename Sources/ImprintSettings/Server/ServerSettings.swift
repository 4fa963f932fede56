// SPDX-License-Identifier: Apache-2.0

/// The licence server's settings: `server.yaml`. Read by ``SettingsReader``.
public struct ServerSettings: Sendable, Hashable {
  /// The authority's name: 1 to 48 bytes.
  public var name: String
  /// Host names and addresses at which devices reach it; at least one.
  public var hosts: [String]
  /// The address to listen on.
  public var listen: String
  /// 0 to 65,535; 0 chooses a free one.
  public var port: Int
  /// Whether it serves with TLS.
  public var tls: Bool
  public var metrics: MetricsReaders
  /// Request rate limit per visitor; `nil` for the server's default.
  public var visitorRate: Rate?
  /// Request rate limit per API key; `nil` for the server's default.
  public var keyRate: Rate?
  /// The reverse proxies in front of it; `nil` if there are none.
  public var proxy: Proxy?
  /// The PKCS#11 token with the signing key; `nil` if it is in a file.
  public var token: Token?

  /// Who may read `/metrics`.
  public enum MetricsReaders: String, Sendable, Hashable, CaseIterable {
    case loopback, everyone, nobody
  }

  public struct Rate: Sendable, Hashable {
    /// Requests per second, on average; 0: unlimited.
    public var perSecond: Double
    /// Bucket size, 1 or more.
    public var burst: Double

    public init(perSecond: Double, burst: Double) {
      self.perSecond = perSecond
      self.burst = burst
    }
  }

  public struct Proxy: Sendable, Hashable {
    /// The header field with the addresses of the clients of each proxy, the last proxy's client last.
    public var header: String
    /// The proxies trusted to set it.
    public var trusted: [NetworkRange]

    /// The default header is the schema's.
    public init(header: String? = nil, trusted: [NetworkRange]) {
      self.header = header ?? ServerSchema.Defaults.proxyHeader
      self.trusted = trusted
    }
  }

  public struct Token: Sendable, Hashable {
    /// RFC 7512, without a PIN.
    public var uri: String
    /// Absolute path of the PKCS#11 module.
    public var module: String
    public var pin: PIN

    public init(uri: String, module: String, pin: PIN) {
      self.uri = uri
      self.module = module
      self.pin = pin
    }
  }

  /// Where the token's PIN is.
  public enum PIN: Sendable, Hashable {
    /// Absolute path.
    case file(String)
    /// An environment variable.
    case variable(String)
  }

  public init(name: String, hosts: [String]) {
    self.name = name
    self.hosts = hosts
    listen = ServerSchema.Defaults.listen
    port = ServerSchema.Defaults.port
    tls = ServerSchema.Defaults.tls
    metrics = .loopback
  }
}
