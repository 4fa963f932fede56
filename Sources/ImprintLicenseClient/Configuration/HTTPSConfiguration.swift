// SPDX-License-Identifier: Apache-2.0

extension HTTPSLicenseTransport {
  /// How the server is reached. What a key leaves open is the default that it names.
  public struct Configuration: Sendable {
    /// Whom the server's certificate has to come from; default: the system's roots.
    public var trustedRoots: TrustedRoots = .system
    /// Keys that the server has to show besides; default: none, any key of a trusted chain.
    public var pins: PublicKeyPins = []
    /// Lets the server's URL be `http`, for a server on the developer's desk: everybody on the way reads the
    /// API key then. Default: false. A warning is logged whenever a transport is made with it.
    public var allowsInsecureHTTP = false
    /// Finding the host, connecting, the proxy and the TLS handshake, of one try: 100 ms to 10 min; default:
    /// 5 s.
    public var connectTimeout: Duration = .seconds(5)
    /// One whole try: 100 ms to 10 min; default: 15 s.
    public var timeout: Duration = .seconds(15)
    /// How often is tried, and what is waited in between.
    public var retries = Retries()
    /// Default: what the environment says.
    public var proxy: Proxy = .environment
    /// What the server and a proxy read as `User-Agent`: printable ASCII; default: `imprint-license-client`.
    public var userAgent = "imprint-license-client"

    public init() {}
  }
}
