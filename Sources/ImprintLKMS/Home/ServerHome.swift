// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
public import ImprintSettings

/// The folder that a licence server lives in: settings, keys, certificates and the database. Nobody but its
/// owner may enter it.
public struct ServerHome: Sendable, Hashable {
  /// Absolute, or relative to the working directory.
  public let path: String

  /// Names a folder; nothing is read yet.
  public init(path: String) {
    self.path = path
  }

  /// Where it lies when nothing else is said: `imprint/lkms` below `$XDG_STATE_HOME`, or else
  /// `~/.local/state`.
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

  /// What lies in it.
  public enum File: String, Sendable, Hashable, CaseIterable {
    case settings = "server.yaml"
    /// The root that applications trust.
    case rootCertificate = "authority/root.pem"
    /// Needed to renew the signing certificate only; an operator keeps it elsewhere.
    case rootKey = "authority/root.key"
    case signingCertificate = "authority/signing.pem"
    /// Not there where the key lies in a token.
    case signingKey = "authority/signing.key"
    /// The authority of the server's own TLS certificate.
    case tlsAuthority = "tls/ca.pem"
    case tlsAuthorityKey = "tls/ca.key"
    case serverCertificate = "tls/server.pem"
    case serverKey = "tls/server.key"
    case database = "lkms.sqlite"
    /// What devices are given: the root of licences, the root of TLS, and the pins of its keys.
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

    /// More is refused before it is read; the database is not read so.
    static let maximumBytes = 262_144
  }

  /// The path of one of its files.
  public func path(of file: File) -> String { "\(path)/\(file.rawValue)" }

  /// Its settings; the file is read anew each time.
  /// - Throws: ``ManifestError`` with line and column.
  public func settings() throws(ManifestError) -> ServerSettings {
    try SettingsReader.serverSettings(at: path(of: .settings))
  }

  /// Opens its database. There is one since the home was made: where it is missing it is not made anew, as
  /// that would forget every activation.
  /// - Throws: ``HomeError``, ``LicenseDatabaseError``.
  public func database(
    clock: @escaping @Sendable () -> Int64 = LicenseDatabase.systemClock
  ) throws -> LicenseDatabase {
    try check()
    return try LicenseDatabase(path: path(of: .database), clock: clock)
  }

  /// Puts a backup in the place of its database, which is put aside. No server may be running.
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
