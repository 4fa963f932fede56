// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// What reading gives: the manifest, and what is doubtful about it.
public struct ManifestReading<Manifest: Sendable & Hashable>: Sendable, Hashable {
  public let manifest: Manifest
  /// In the order of the file, at most ``ManifestReader/maximumProblems``.
  public let warnings: [ManifestProblem]
  /// SHA-256 of the bytes that were read: what is signed is what was parsed.
  public let sha256: ContentHash
}

/// Reads manifests of plugins, variants and licence settings.
///
/// The bytes are hostile: whatever they are, the answer is a manifest or a ``ManifestError`` with all that
/// is wrong, and memory stays bounded. Reading bytes is a pure function of them. Safe from any thread.
public enum ManifestReader {
  /// The longest manifest there may be.
  public static let maximumBytes = 256 * 1024
  /// So many problems are gathered, and so many warnings; then reading ends.
  public static let maximumProblems = 64
  /// The schema that plugins' manifests are read by.
  public static let pluginSchema = PluginSchema.version
  /// The schema that licence settings are read by.
  public static let licenseSchema = LicenseSchema.version
  /// The schema that variants are read by.
  public static let variantSchema = VariantSchema.version

  /// Reads a plugin's manifest from a file; `path` also names it in problems.
  /// - Complexity: O(bytes); one file is opened.
  public static func plugin(at path: String) throws(ManifestError) -> ManifestReading<PluginManifest> {
    try plugin(bytes: bytes(of: path), place: path)
  }

  /// Reads the manifest of the plugin in a folder: `plugin.yaml`, which is no link, as nothing in such a
  /// folder is.
  /// - Complexity: O(bytes); one file is opened.
  public static func plugin(inFolder folder: String) throws(ManifestError) -> ManifestReading<PluginManifest>
  {
    let path = "\(folder)/plugin.yaml"
    let bytes: [UInt8]
    do throws(ManifestProblem) {
      bytes = try ManifestFile.read(path, maximum: maximumBytes, followsLink: false)
    } catch {
      throw ManifestError(error)
    }
    return try plugin(bytes: bytes, place: path)
  }

  /// Reads a plugin's manifest from bytes; `place` names them in problems.
  public static func plugin(
    bytes: [UInt8], place: String
  ) throws(ManifestError) -> ManifestReading<PluginManifest> {
    var (root, problems) = try tree(of: bytes, place: place, schema: PluginSchema.root, PluginSchema.version)
    PluginRules.check(root, into: &problems)
    if let error = problems.error { throw error }
    do throws(ManifestProblem) {
      return ManifestReading(
        manifest: try PluginBuilder(file: place).manifest(root), warnings: problems.sortedWarnings,
        sha256: ContentHash(of: bytes))
    } catch {
      throw ManifestError(error)
    }
  }

  /// Reads a variant from a file.
  public static func variant(at path: String) throws(ManifestError) -> ManifestReading<VariantManifest> {
    try variant(bytes: bytes(of: path), place: path)
  }

  /// Reads a variant from bytes; `place` names them in problems.
  public static func variant(
    bytes: [UInt8], place: String
  ) throws(ManifestError) -> ManifestReading<VariantManifest> {
    var (root, problems) = try tree(
      of: bytes, place: place, schema: VariantSchema.root, VariantSchema.version)
    AbilityRules.warnOfUnknown(root["abilities"], key: "abilities", ofPlugins: true, into: &problems)
    if let error = problems.error { throw error }
    do throws(ManifestProblem) {
      return ManifestReading(
        manifest: try VariantBuilder(file: place).variant(root), warnings: problems.sortedWarnings,
        sha256: ContentHash(of: bytes))
    } catch {
      throw ManifestError(error)
    }
  }

  /// Reads licence settings from a file.
  public static func licenseSettings(
    at path: String
  ) throws(ManifestError) -> ManifestReading<LicenseSettings> {
    try licenseSettings(bytes: bytes(of: path), place: path)
  }

  /// Reads licence settings from bytes; `place` names them in problems.
  public static func licenseSettings(
    bytes: [UInt8], place: String
  ) throws(ManifestError) -> ManifestReading<LicenseSettings> {
    var (root, problems) = try tree(
      of: bytes, place: place, schema: LicenseSchema.root, LicenseSchema.version)
    LicenseSettingsRules.check(root, into: &problems)
    if let error = problems.error { throw error }
    do throws(ManifestProblem) {
      return ManifestReading(
        manifest: try LicenseSettingsBuilder(file: place).settings(root), warnings: problems.sortedWarnings,
        sha256: ContentHash(of: bytes))
    } catch {
      throw ManifestError(error)
    }
  }

  /// What licence settings restrict, also where that is all they say; `place` names them in problems.
  public static func licenseRestriction(
    bytes: [UInt8], place: String
  ) throws(ManifestError) -> LicenseRestriction {
    var (root, problems) = try tree(
      of: bytes, place: place, schema: LicenseSchema.root, LicenseSchema.version)
    let restriction = LicenseRestriction(root)
    if !restriction.isAlone { LicenseSettingsRules.check(root, into: &problems) }
    if let error = problems.error { throw error }
    return restriction
  }

  static func bytes(of path: String) throws(ManifestError) -> [UInt8] {
    do throws(ManifestProblem) {
      return try ManifestFile.read(path, maximum: maximumBytes)
    } catch {
      throw ManifestError(error)
    }
  }

  static func tree(
    of bytes: [UInt8], place: String, schema: Schema, _ version: SchemaVersion
  ) throws(ManifestError) -> (YamlNode, ProblemList) {
    do throws(ManifestProblem) {
      guard bytes.count <= maximumBytes else { throw ManifestFile.tooLarge(place, maximum: maximumBytes) }
      var (root, problems) = try YamlReader.read(bytes, file: place)
      try checkVersion(of: root, version, into: &problems)
      SchemaChecker.check(root, schema, into: &problems)
      return (root, problems)
    } catch {
      throw ManifestError(error)
    }
  }

  /// Another major version ends the reading: what its keys mean is not known here.
  private static func checkVersion(
    of root: YamlNode, _ version: SchemaVersion, into problems: inout ProblemList
  ) throws(ManifestProblem) {
    guard let node = root["schema"], let text = node.scalar?.text, let found = SchemaVersion(text) else {
      return
    }
    if found.major != version.major {
      throw ManifestProblem(
        .otherSchema, file: problems.file, line: node.start.line, column: node.start.column, key: "schema",
        reason: "It is written for schema \(found); this version reads schema \(version.major).x.",
        remedy: found.major > version.major ? "Update Imprint." : "Update the manifest.")
    }
    if found > version {
      problems.warn(
        .newerSchema, at: node.start, key: "schema",
        reason: "It is written for schema \(found), which is newer than \(version); what is new is ignored.",
        remedy: "Update Imprint to use all of it.")
    }
  }
}
