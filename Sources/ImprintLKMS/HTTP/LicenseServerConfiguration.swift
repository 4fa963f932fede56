// SPDX-License-Identifier: Apache-2.0
public import ImprintSettings

/// How a licence server serves.
public struct LicenseServerConfiguration: Sendable {
  /// The server's certificates and its key.
  public struct TLS: Sendable {
    /// PEM: the server's certificate first, each signed by the next.
    public var chainPEM: String
    /// PEM: the key of the first certificate. Secret.
    public var keyPEM: String

    public init(chainPEM: String, keyPEM: String) {
      self.chainPEM = chainPEM
      self.keyPEM = keyPEM
    }
  }

  /// Who may read `/metrics`, which tells profiles and how many devices they have.
  public enum MetricsAccess: String, Sendable, Hashable, CaseIterable {
    /// The machine itself. Behind a proxy on the same machine that ``proxy`` does not name, that is everybody
    /// whom the proxy lets through.
    case loopback
    case everyone
    case nobody
  }

  /// The address to listen on: `127.0.0.1`, `::`, or a name.
  public var host: String
  /// 0 to 65,535; 0: one that is free.
  public var port: Int
  /// Without it requests and API keys go over the network in the clear.
  public var tls: TLS?
  /// For each visitor, an IPv4 address or a /64 of IPv6.
  public var visitorRate: RateLimit
  /// For each API key.
  public var keyRate: RateLimit
  /// How many requests of a visitor a wrong key counts for, 1 to 1000.
  public var failedAuthenticationCost: Int
  /// Connections at a time; more wait.
  public var connectionLimit: Int
  /// Connections at a time of one visitor; more are closed.
  public var visitorConnections: Int
  /// For how many seconds a connection may say nothing, and a request may take to arrive.
  public var requestSeconds: Int
  /// For how many seconds requests that are under way may still take when the server is told to stop.
  public var shutdownSeconds: Int
  public var metrics: MetricsAccess
  /// The reverse proxies before it.
  public var proxy: ServerSettings.Proxy?

  public init(
    host: String = "127.0.0.1", port: Int = 8443, tls: TLS?,
    visitorRate: RateLimit = RateLimit(perSecond: 20, burst: 60),
    keyRate: RateLimit = RateLimit(perSecond: 100, burst: 300), failedAuthenticationCost: Int = 10,
    connectionLimit: Int = 1024, visitorConnections: Int = 64, requestSeconds: Int = 15,
    shutdownSeconds: Int = 10, metrics: MetricsAccess = .loopback, proxy: ServerSettings.Proxy? = nil
  ) {
    self.host = host
    self.port = port
    self.tls = tls
    self.visitorRate = visitorRate
    self.keyRate = keyRate
    self.failedAuthenticationCost = failedAuthenticationCost
    self.connectionLimit = connectionLimit
    self.visitorConnections = visitorConnections
    self.requestSeconds = requestSeconds
    self.shutdownSeconds = shutdownSeconds
    self.metrics = metrics
    self.proxy = proxy
  }
}

/// How often something may be done: a bucket of tokens.
public struct RateLimit: Sendable, Hashable {
  /// How many are allowed a second in the long run; 0: no limit.
  public var perSecond: Double
  /// How many are allowed at once, 1 or more.
  public var burst: Double

  public init(perSecond: Double, burst: Double) {
    self.perSecond = perSecond
    self.burst = burst
  }
}

extension LicenseServerConfiguration {
  /// Checks the ranges that the properties state.
  func validated() throws(LicenseServerError) -> LicenseServerConfiguration {
    try check(!host.isEmpty, "host", "is empty")
    try check((0...65_535).contains(port), "port", "is \(port), not 0 to 65535")
    try check((1...1000).contains(failedAuthenticationCost), "failedAuthenticationCost", "is not 1 to 1000")
    try check((1...1_000_000).contains(connectionLimit), "connectionLimit", "is not 1 to 1000000")
    try check((1...1_000_000).contains(visitorConnections), "visitorConnections", "is not 1 to 1000000")
    try check((1...3600).contains(requestSeconds), "requestSeconds", "is not 1 to 3600")
    try check((0...3600).contains(shutdownSeconds), "shutdownSeconds", "is not 0 to 3600")
    for (name, rate) in [("visitorRate", visitorRate), ("keyRate", keyRate)] {
      try check(
        (0...1e9).contains(rate.perSecond) && (1...1e9).contains(rate.burst), name,
        "is not 0 to 1000000000 a second with a burst of 1 to 1000000000")
    }
    return self
  }

  private func check(_ holds: Bool, _ key: String, _ reason: String) throws(LicenseServerError) {
    guard !holds else { return }
    throw LicenseServerError(
      .configuration, place: key, reason: "The server's setting '\(key)' \(reason).", remedy: "Correct it.")
  }
}
