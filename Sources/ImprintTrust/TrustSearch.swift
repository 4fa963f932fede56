// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintFiles
internal import ImprintSettings

/// The trust settings in effect.
///
/// A file named by the caller or by `IMPRINT_TRUST_CONFIG` is used exclusively. Otherwise the user's own,
/// then the machine's; if the machine has none, those of the running program's installation. Lists are
/// merged; for all else the first file that sets it wins.
public struct TrustSearch: Sendable {
  /// By precedence.
  public let files: [TrustSettingsFile]
  /// What was ignored, and why: for people.
  public let notes: [String]

  public init(files: [TrustSettingsFile], notes: [String] = []) {
    self.files = files
    self.notes = notes
  }

  /// Searches the default locations.
  ///
  /// An elevated process, whose environment is not trusted, ignores the variable and the user's settings, and
  /// ``notes`` says so.
  /// - Parameters:
  ///   - path: the file named by the caller; it must exist.
  ///   - environment: the process's environment; injected by tests.
  ///   - isElevated: whether the process has more privileges than its user.
  ///   - program: the program's file; `nil` if unknown.
  ///   - systemPath: the machine's settings.
  /// - Throws: ``TrustError`` `trust-settings` for a file that exists but cannot be used.
  package static func standard(
    named path: String? = nil, environment: (String) -> String? = Self.environmentValue,
    isElevated: Bool = ElevatedProcess.isElevated, program: String? = RunningProgram.path,
    systemPath: String = TrustSettingsFile.systemPath
  ) throws(TrustError) -> TrustSearch {
    if let path { return TrustSearch(files: [try .read(path, origin: .explicit)]) }
    var notes: [String] = []
    var files: [TrustSettingsFile] = []
    let named = environment(TrustSettingsFile.variable) ?? ""
    if isElevated {
      if !named.isEmpty {
        notes.append("\(TrustSettingsFile.variable) is ignored: the process is elevated.")
      }
      notes.append("The user's trust settings are ignored: the process is elevated.")
    } else {
      if !named.isEmpty { return TrustSearch(files: [try .read(named, origin: .environment)]) }
      if let user = userPath(environment: environment), isThere(user) {
        files.append(try .read(user, origin: .user))
      }
    }
    if isThere(systemPath) {
      files.append(try .read(systemPath, origin: .system))
    } else if let own = program.flatMap(Self.ownPath), isThere(own) {
      files.append(try .read(own, origin: .program))
    }
    return TrustSearch(files: files, notes: notes)
  }

  /// The path of the user's own settings; `nil` in an elevated process, and if neither `XDG_CONFIG_HOME` nor
  /// `HOME` is set.
  public static var userPath: String? { userPath(environment: StandardFolder.variable) }

  static func userPath(environment: (String) -> String?) -> String? {
    StandardFolder.config.path(environment: environment).map { $0 + "/imprint/trust.yaml" }
  }

  /// The settings that a change is written to: those named, the variable's, or the user's; in an elevated
  /// process the machine's. New and empty if there are none.
  /// - Throws: ``TrustError`` `trust-settings`.
  public static func toChange(named path: String? = nil) throws(TrustError) -> TrustSettingsFile {
    let (path, origin) = try placeToChange(named: path)
    guard isThere(path) else {
      return TrustSettingsFile(path: path, origin: origin, settings: TrustSettings())
    }
    return try .read(path, origin: origin)
  }

  static func placeToChange(
    named path: String?
  ) throws(TrustError) -> (path: String, origin: TrustSettingsFile.Origin) {
    if let path { return (path, .explicit) }
    if ElevatedProcess.isElevated { return (TrustSettingsFile.systemPath, .system) }
    if let named = environmentValue(TrustSettingsFile.variable), !named.isEmpty {
      return (named, .environment)
    }
    if let userPath { return (userPath, .user) }
    throw TrustError(
      .settings, place: "trust settings", reason: "neither XDG_CONFIG_HOME nor HOME is set.",
      remedy: "Name a file: --trust FILE.")
  }

  /// `<folder above the program's>/etc/imprint/trust.yaml`: whoever may write there may replace the program
  /// too.
  private static func ownPath(_ program: String) -> String? {
    let parts = program.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    return parts.isEmpty ? nil : parts.joined(separator: "/") + "/etc/imprint/trust.yaml"
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    // If `lstat` fails, assume it exists: reading it reports the error.
    return lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }

  package static func environmentValue(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
