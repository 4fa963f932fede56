// SPDX-License-Identifier: Apache-2.0

extension SettingsReader {
  /// The schema that server settings are read by.
  public static let serverSchema = ServerSchema.version

  /// Reads server settings from a file.
  public static func serverSettings(at path: String) throws(ManifestError) -> ServerSettings {
    try serverSettings(bytes: SchemaReader.bytes(of: path), place: path)
  }

  /// Reads server settings from bytes; `place` names them in problems. What is a warning in other files is an
  /// error here: a limit that is misspelt would be no limit.
  public static func serverSettings(bytes: [UInt8], place: String) throws(ManifestError) -> ServerSettings {
    var (root, problems) = try SchemaReader.tree(
      of: bytes, place: place, schema: ServerSchema.root, ServerSchema.version)
    ServerSettingsRules.check(root, into: &problems)
    if let error = problems.error { throw error }
    let warnings = problems.sortedWarnings
    if let first = warnings.first { throw ManifestError(first, Array(warnings.dropFirst())) }
    do throws(ManifestProblem) {
      return try ServerSettingsBuilder(file: place).settings(root)
    } catch {
      throw ManifestError(error)
    }
  }
}
