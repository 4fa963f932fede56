// SPDX-License-Identifier: Apache-2.0

extension SettingsReader {
  /// The schema of server settings.
  public static let serverSchema = ServerSchema.version

  /// Reads server settings from a file.
  public static func serverSettings(at path: String) throws(ManifestError) -> ServerSettings {
    try serverSettings(bytes: SchemaReader.bytes(of: path), place: path)
  }

  /// Reads server settings from bytes; `place` names them in problems. Warnings are errors here: a misspelt
  /// limit would be no limit.
  public static func serverSettings(bytes: [UInt8], place: String) throws(ManifestError) -> ServerSettings {
    try SchemaReader.read(
      bytes, place: place, schema: ServerSchema.root, ServerSchema.version, strict: true,
      check: ServerSettingsRules.check, build: ServerSettingsBuilder(file: place).settings
    ).manifest
  }
}
