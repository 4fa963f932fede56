// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintTransfer

extension HTTPSLicenseTransport {
  /// How to reach the server.
  public struct Configuration: Sendable {
    /// The trusted roots of the server's certificate; default: the system's.
    public var trustedRoots: TrustedRoots = .system
    /// Pinned keys of the server; default: none, any key of a trusted chain.
    public var pins: PublicKeyPins = []
    /// Allows `http`, for a development server: everybody on the path can read the API key. Default: false.
    /// Logs a warning whenever a transport is made with it.
    public var allowsInsecureHTTP = false
    /// Name resolution, connection, proxy and TLS handshake of one attempt: 100 ms to 10 min; default: 5 s.
    public var connectTimeout: Duration = .seconds(5)
    /// One whole attempt: 100 ms to 10 min; default: 15 s.
    public var timeout: Duration = .seconds(15)
    /// The number of attempts, and the delays between.
    public var retries = Retries()
    /// Default: from the environment.
    public var proxy: Proxy = .environment
    /// The `User-Agent` header: printable ASCII; default: `imprint-license-client`.
    public var userAgent = "imprint-license-client"

    public init() {}
  }
}
