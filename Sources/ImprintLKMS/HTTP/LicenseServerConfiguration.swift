// SPDX-License-Identifier: Apache-2.0
public import ImprintSettings

/// The configuration of a licence server.
public struct LicenseServerConfiguration: Sendable {
  /// The server's certificates and its key.
  public struct TLS: Sendable {
    /// PEM: the server's certificate first, each followed by its issuer.
    public var chainPEM: String
    /// PEM: the key of the first certificate. Secret.
    public var keyPEM: String

    public init(chainPEM: String, keyPEM: String) {
      self.chainPEM = chainPEM
      self.keyPEM = keyPEM
    }
  }

  /// Who may read `/metrics`, which discloses profiles and their numbers of devices.
  public enum MetricsAccess: String, Sendable, Hashable, CaseIterable {
    /// The machine itself. Behind a proxy on the same machine that ``proxy`` does not name, this is everybody
    /// whom the proxy admits.
    case loopback
    case everyone
    case nobody
  }

  /// The address to listen on: `127.0.0.1`, `::`, or a name.
  public var host: String
  /// 0 to 65,535; 0 chooses a free one.
  public var port: Int
  /// Without it requests and API keys are sent in clear text.
  public var tls: TLS?
  /// For each visitor, an IPv4 address or a /64 of IPv6.
  public var visitorRate: RateLimit
  /// For each API key.
  public var keyRate: RateLimit
  /// The number of requests that a wrong key counts for, 1 to 1000.
  public var failedAuthenticationCost: Int
  /// Maximum number of connections; more wait.
  public var connectionLimit: Int
  /// Maximum number of connections per visitor; more are closed.
  public var visitorConnections: Int
  /// Time-out of idle connections, and of receiving a request, in seconds.
  public var requestSeconds: Int
  /// Time allowed for requests in flight on shutdown, in seconds.
  public var shutdownSeconds: Int
  public var metrics: MetricsAccess
  /// The reverse proxies in front of it.
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

/// A rate limit: a token bucket.
public struct RateLimit: Sendable, Hashable {
  /// Average rate per second; 0: unlimited.
  public var perSecond: Double
  /// Bucket size, 1 or more.
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
