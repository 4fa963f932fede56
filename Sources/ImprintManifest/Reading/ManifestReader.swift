// SPDX-License-Identifier: Apache-2.0
public import ImprintSettings

/// Reads manifests of plugins and variants.
///
/// The bytes are untrusted: the result is a manifest or a ``ManifestError`` with all problems, and memory use
/// is bounded. Reading is a pure function of the bytes. Thread-safe.
public enum ManifestReader {
  /// The maximum length of a manifest.
  public static let maximumBytes = SchemaReader.maximumBytes
  /// The maximum number of problems, and of warnings, that are collected; then reading ends.
  public static let maximumProblems = SchemaReader.maximumProblems
  /// The schema of plugins' manifests.
  public static let pluginSchema = PluginSchema.version
  /// The schema of variants.
  public static let variantSchema = VariantSchema.version

  /// Reads a plugin's manifest from a file; `path` also names it in problems.
  /// - Complexity: O(bytes); one file is opened.
  public static func plugin(at path: String) throws(ManifestError) -> ManifestReading<PluginManifest> {
    try plugin(bytes: SchemaReader.bytes(of: path), place: path)
  }

  /// Reads the manifest of the plugin in a folder: `plugin.yaml`, which must not be a link, like everything
  /// in such a folder.
  /// - Complexity: O(bytes); one file is opened.
  public static func plugin(inFolder folder: String) throws(ManifestError) -> ManifestReading<PluginManifest>
  {
    let path = "\(folder)/plugin.yaml"
    return try plugin(
      bytes: SchemaReader.judged { () throws(ManifestProblem) in
        try ManifestFile.read(path, maximum: maximumBytes, followsLink: false)
      }, place: path)
  }

  /// Reads a plugin's manifest from bytes; `place` names them in problems.
  public static func plugin(
    bytes: [UInt8], place: String
  ) throws(ManifestError) -> ManifestReading<PluginManifest> {
    try SchemaReader.read(
      bytes, place: place, schema: PluginSchema.root, PluginSchema.version, closed: ["calibrations"],
      check: PluginRules.check, build: PluginBuilder(file: place).manifest)
  }

  /// Reads a variant from a file.
  public static func variant(at path: String) throws(ManifestError) -> ManifestReading<VariantManifest> {
    try variant(bytes: SchemaReader.bytes(of: path), place: path)
  }

  /// Reads a variant from bytes; `place` names them in problems.
  public static func variant(
    bytes: [UInt8], place: String
  ) throws(ManifestError) -> ManifestReading<VariantManifest> {
    try SchemaReader.read(
      bytes, place: place, schema: VariantSchema.root, VariantSchema.version,
      check: { root, problems in
        AbilityRules.checkNeeds(root["abilities"], key: "abilities", into: &problems)
      }, build: VariantBuilder(file: place).variant)
  }
}
