// SPDX-License-Identifier: Apache-2.0

/// Which licence a machine uses, and where it comes from: `license.yaml`. Read by ``SettingsReader``.
public struct LicenseSettings: Sendable, Hashable {
  public var profile: String
  /// The product that the licence must be for.
  public var product: String
  /// PEM file with the roots that a licence may chain to. Paths are as in the file: relative to its folder.
  public var trustAnchors: String
  /// `http` or `https`; `nil` if licences are activated only with files.
  public var server: String?
  public var apiKeyFile: String?
  /// PEM file with the roots of the server's certificate; `nil` for the system's.
  public var tlsRoots: String?
  public var pins: [Pin]
  /// `nil` for that of the environment, `none` for no proxy.
  public var proxy: String?
  /// Whether a server without TLS may be used.
  public var allowsInsecureHTTP: Bool
  /// Whether no trial licence may be made or used.
  public var forbidsTrial: Bool

  /// The pinned keys of one host.
  public struct Pin: Sendable, Hashable {
    public var host: String
    /// SHA-256 of public keys, base64, with or without the prefix `sha256/`.
    public var keys: [String]
    /// The day on which the pin expires, `YYYY-MM-DD` UTC.
    public var expires: String?

    /// The same as seconds since 1970 UTC; `nil` if missing or invalid.
    public var end: Int64? { expires.flatMap { CalendarDay($0)?.start } }

    public init(host: String, keys: [String], expires: String? = nil) {
      self.host = host
      self.keys = keys
      self.expires = expires
    }
  }

  public init(
    profile: String, product: String? = nil, trustAnchors: String, server: String? = nil,
    apiKeyFile: String? = nil, tlsRoots: String? = nil, pins: [Pin] = [], proxy: String? = nil,
    allowsInsecureHTTP: Bool = false, forbidsTrial: Bool = false
  ) {
    self.profile = profile
    self.product = product ?? profile
    self.trustAnchors = trustAnchors
    self.server = server
    self.apiKeyFile = apiKeyFile
    self.tlsRoots = tlsRoots
    self.pins = pins
    self.proxy = proxy
    self.allowsInsecureHTTP = allowsInsecureHTTP
    self.forbidsTrial = forbidsTrial
  }
}
