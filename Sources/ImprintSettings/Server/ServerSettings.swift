// SPDX-License-Identifier: Apache-2.0

/// How the licence server serves: `server.yaml`. Read by ``SettingsReader``.
public struct ServerSettings: Sendable, Hashable {
  /// The authority's name: 1 to 48 bytes.
  public var name: String
  /// Names and addresses that devices reach it by; at least one.
  public var hosts: [String]
  /// The address to listen on.
  public var listen: String
  /// 0 to 65,535; 0 is any that is free.
  public var port: Int
  /// Whether it serves with TLS.
  public var tls: Bool
  public var metrics: MetricsReaders
  /// How often a visitor may ask; `nil` for the server's own rate.
  public var visitorRate: Rate?
  /// How often an API key may ask; `nil` for the server's own rate.
  public var keyRate: Rate?
  /// The reverse proxies before it; `nil` where there is none.
  public var proxy: Proxy?
  /// The token that holds the signing key; `nil` where it lies in a file.
  public var token: Token?

  /// Who may read `/metrics`.
  public enum MetricsReaders: String, Sendable, Hashable, CaseIterable {
    case loopback, everyone, nobody
  }

  public struct Rate: Sendable, Hashable {
    /// A second, in the long run; 0: no limit.
    public var perSecond: Double
    /// At once, 1 or more.
    public var burst: Double

    public init(perSecond: Double, burst: Double) {
      self.perSecond = perSecond
      self.burst = burst
    }
  }

  public struct Proxy: Sendable, Hashable {
    /// The header field with the addresses that each was asked from, the last one's last.
    public var header: String
    /// Who may say so.
    public var trusted: [NetworkRange]

    /// Without a header it is the schema's own.
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
    /// A variable of the environment.
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
