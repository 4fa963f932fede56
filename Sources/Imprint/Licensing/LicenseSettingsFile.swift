// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintFiles
internal import ImprintSignedDocuments
public import ImprintSettings
internal import ImprintRuntime

/// A machine's licence settings, where they lie, and the ``LicenseManager`` they describe.
public struct LicenseSettingsFile: Sendable {
  /// The environment variable that names a file in place of the usual ones; ignored in an elevated process.
  public static let variable = "IMPRINT_LICENSE_CONFIG"
  /// The machine's own settings.
  public static let systemPath = "/etc/imprint/license.yaml"

  public let path: String
  public let settings: LicenseSettings

  public init(path: String, settings: LicenseSettings) {
    self.path = path
    self.settings = settings
  }

  /// Where the user's own settings lie: below `$XDG_CONFIG_HOME`, or else `~/.config`; `nil` where neither is
  /// set.
  public static var userPath: String? {
    StandardFolder.config.path(environment: StandardFolder.variable).map { $0 + "/imprint/license.yaml" }
  }

  /// The effective settings: those named, the variable's, the user's, the machine's. In an elevated process,
  /// whose environment the invoking user controls, only those named and the machine's.
  /// - Returns: `nil` where there are none; a named file must exist.
  /// - Throws: ``ManifestError``, ``TrustedFileError``.
  public static func find(named path: String? = nil) throws -> LicenseSettingsFile? {
    if let path { return try read(path) }
    if !PluginSearchPath.isElevated {
      if let named = getenv(variable).map({ String(cString: $0) }), !named.isEmpty { return try read(named) }
      if let userPath, access(userPath, F_OK) == 0 { return try read(userPath) }
    }
    guard access(systemPath, F_OK) == 0 else { return nil }
    return try restriction(systemPath).isAlone ? nil : read(systemPath)
  }

  /// What settings forbid: only the machine's may do that.
  /// - Throws: ``ManifestError``, ``TrustedFileError``.
  public static func restriction(_ path: String) throws -> LicenseRestriction {
    try SettingsReader.licenseRestriction(
      bytes: try TrustedFile.read(path, limit: SettingsReader.maximumBytes), place: path)
  }

  /// Where `sdkctl license activate` writes new settings: those named, the variable's, or the user's.
  public static func placeForNew(named path: String? = nil) -> String? {
    if let path { return path }
    guard !PluginSearchPath.isElevated else { return systemPath }
    if let named = getenv(variable).map({ String(cString: $0) }), !named.isEmpty { return named }
    return userPath
  }

  /// Reads settings that nobody but root and this process's user may write.
  /// - Throws: ``ManifestError``, ``TrustedFileError``.
  public static func read(_ path: String) throws -> LicenseSettingsFile {
    let bytes = try TrustedFile.read(path, limit: SettingsReader.maximumBytes)
    return LicenseSettingsFile(
      path: path, settings: try SettingsReader.licenseSettings(bytes: bytes, place: path).manifest)
  }

  /// Validates that written settings can be read again.
  /// - Throws: ``ManifestError``.
  public func check() throws {
    _ = try SettingsReader.licenseSettings(bytes: Array(settings.yaml.utf8), place: path)
  }

  /// Replaces the settings atomically. Missing folders are created, accessible only to the user.
  /// - Throws: ``LicenseSettingsError`` `unwritable`; ``ManifestError`` where what is written could not be
  ///   read.
  public func write() throws {
    try check()
    typealias SettingsFolder = Folder<LicenseSettingsError>
    if path.hasPrefix("/") { try SettingsFolder.makeParents(of: path) }
    try SettingsFolder.write(Array(settings.yaml.utf8), to: path)
  }
}
