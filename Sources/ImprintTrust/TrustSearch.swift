// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintFiles
internal import ImprintSettings

/// The trust settings that count.
///
/// A file that is named, by the caller or by `IMPRINT_TRUST_CONFIG`, counts alone. Else the user's own counts
/// and, for what it leaves out, the machine's; where the machine has none, those of the installation that the
/// running program belongs to. Lists add up; of everything else the first file that says something decides.
public struct TrustSearch: Sendable {
  /// In the order in which they count.
  public let files: [TrustSettingsFile]
  /// What was left out, and why: for people.
  public let notes: [String]

  public init(files: [TrustSettingsFile], notes: [String] = []) {
    self.files = files
    self.notes = notes
  }

  /// Looks in the usual places.
  ///
  /// In an elevated process, whose environment somebody else chose, the variable and the user's settings are
  /// left out, and ``notes`` says so.
  /// - Parameters:
  ///   - path: What the caller names; it has to be there.
  ///   - environment: The process's environment; injected by tests.
  ///   - isElevated: Whether the process has more rights than its user.
  ///   - program: The program's file; `nil` where it is not known.
  ///   - systemPath: The machine's settings.
  /// - Throws: ``TrustError`` `trust-settings` for a file that is there and cannot be used.
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

  /// Where the user's own settings lie; `nil` in an elevated process, and where neither `XDG_CONFIG_HOME` nor
  /// `HOME` is set.
  public static var userPath: String? { userPath(environment: StandardFolder.variable) }

  static func userPath(environment: (String) -> String?) -> String? {
    StandardFolder.config.path(environment: environment).map { $0 + "/imprint/trust.yaml" }
  }

  /// The settings that a change is written to: those named, the variable's, or the user's; in an elevated
  /// process the machine's. They are new and empty where there are none.
  /// - Throws: ``TrustError`` `trust-settings`.
  public static func toChange(named path: String? = nil) throws(TrustError) -> TrustSettingsFile {
    let place: (String, TrustSettingsFile.Origin)
    if let path {
      place = (path, .explicit)
    } else if ElevatedProcess.isElevated {
      place = (TrustSettingsFile.systemPath, .system)
    } else if let named = environmentValue(TrustSettingsFile.variable), !named.isEmpty {
      place = (named, .environment)
    } else if let userPath {
      place = (userPath, .user)
    } else {
      throw TrustError(
        .settings, place: "trust settings", reason: "neither XDG_CONFIG_HOME nor HOME is set.",
        remedy: "Name a file: --trust FILE.")
    }
    guard isThere(place.0) else {
      return TrustSettingsFile(path: place.0, origin: place.1, settings: TrustSettings())
    }
    return try .read(place.0, origin: place.1)
  }

  /// `<folder above the program's>/etc/imprint/trust.yaml`: who may write there may replace the program too.
  private static func ownPath(_ program: String) -> String? {
    let parts = program.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    return parts.isEmpty ? nil : parts.joined(separator: "/") + "/etc/imprint/trust.yaml"
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    // What cannot be looked at is there: reading it says what is wrong.
    return lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }

  package static func environmentValue(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
