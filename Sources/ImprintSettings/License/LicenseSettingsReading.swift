// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel

extension SettingsReader {
  /// The schema that licence settings are read by.
  public static let licenseSchema = LicenseSchema.version

  /// Reads licence settings from a file.
  public static func licenseSettings(
    at path: String
  ) throws(ManifestError) -> ManifestReading<LicenseSettings> {
    try licenseSettings(bytes: SchemaReader.bytes(of: path), place: path)
  }

  /// Reads licence settings from bytes; `place` names them in problems.
  public static func licenseSettings(
    bytes: [UInt8], place: String
  ) throws(ManifestError) -> ManifestReading<LicenseSettings> {
    var (root, problems) = try SchemaReader.tree(
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
    var (root, problems) = try SchemaReader.tree(
      of: bytes, place: place, schema: LicenseSchema.root, LicenseSchema.version)
    let restriction = LicenseRestriction(root)
    if !restriction.isAlone { LicenseSettingsRules.check(root, into: &problems) }
    if let error = problems.error { throw error }
    return restriction
  }
}
