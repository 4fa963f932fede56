// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
public import ImprintSettings

/// A licence server's folder: settings, keys, certificates and the database. Only its owner may enter it.
public struct ServerHome: Sendable, Hashable {
  /// Absolute, or relative to the working directory.
  public let path: String

  /// Names a folder without reading it.
  public init(path: String) {
    self.path = path
  }

  /// The default path: `imprint/lkms` below `$XDG_STATE_HOME`, or else `~/.local/state`.
  /// - Throws: ``HomeError`` `noStandardPath`.
  public static var standardPath: String {
    get throws(HomeError) {
      guard let state = StandardFolder.state.path(environment: StandardFolder.variable) else {
        throw HomeError(
          .noStandardPath, place: "home", reason: "neither XDG_STATE_HOME nor HOME is set.",
          remedy: "Name the server's folder with --home.")
      }
      return state + "/imprint/lkms"
    }
  }

  /// Its files.
  public enum File: String, Sendable, Hashable, CaseIterable {
    case settings = "server.yaml"
    /// The root that applications trust.
    case rootCertificate = "authority/root.pem"
    /// Needed only to renew the signing certificate; operators store it elsewhere.
    case rootKey = "authority/root.key"
    case signingCertificate = "authority/signing.pem"
    /// Missing if the key is in a token.
    case signingKey = "authority/signing.key"
    /// The authority of the server's own TLS certificate.
    case tlsAuthority = "tls/ca.pem"
    case tlsAuthorityKey = "tls/ca.key"
    case serverCertificate = "tls/server.pem"
    case serverKey = "tls/server.key"
    case database = "lkms.sqlite"
    /// For devices: the root of licences, the root of TLS, and the pins of its keys.
    case clientTrustAnchor = "client/trust-anchor.pem"
    case clientTLSAuthority = "client/tls-ca.pem"
    case clientPins = "client/pins.txt"

    /// Whether only the owner may read it.
    public var isSecret: Bool {
      switch self {
      case .rootKey, .signingKey, .tlsAuthorityKey, .serverKey, .database: true
      default: false
      }
    }

    /// Longer files are refused unread; does not apply to the database.
    static let maximumBytes = 262_144
  }

  /// The path of one of its files.
  public func path(of file: File) -> String { "\(path)/\(file.rawValue)" }

  /// Its settings; reads the file each time.
  /// - Throws: ``ManifestError`` with line and column.
  public func settings() throws(ManifestError) -> ServerSettings {
    try SettingsReader.serverSettings(at: path(of: .settings))
  }

  /// Opens its database. It exists since the home was created: a missing one is not recreated, as that would
  /// lose every activation.
  /// - Throws: ``HomeError``, ``LicenseDatabaseError``.
  public func database(
    clock: @escaping @Sendable () -> Int64 = LicenseDatabase.systemClock
  ) throws -> LicenseDatabase {
    try check()
    return try LicenseDatabase(path: path(of: .database), clock: clock)
  }

  /// Replaces its database by a backup, and sets the old one aside. No server may be running.
  /// - Parameters:
  ///   - takesUnvouched: see ``DatabaseRestore``.
  ///   - now: seconds since 1970 UTC.
  /// - Throws: ``HomeError``, ``LicenseDatabaseError``.
  public func restore(
    _ backup: String, takesUnvouched: Bool, now: Int64
  ) throws -> DatabaseRestore.Outcome {
    try check(needsDatabase: false)
    return try DatabaseRestore(backup, over: path(of: .database), takesUnvouched: takesUnvouched)
      .run(now: now)
  }
}
