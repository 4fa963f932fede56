// SPDX-License-Identifier: Apache-2.0

extension SettingsReader {
  /// The schema of licence settings.
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
    try SchemaReader.read(
      bytes, place: place, schema: LicenseSchema.root, LicenseSchema.version,
      check: LicenseSettingsRules.check, build: LicenseSettingsBuilder(file: place).settings)
  }

  /// The restrictions in licence settings, even if there is nothing else; `place` names them in problems.
  public static func licenseRestriction(
    bytes: [UInt8], place: String
  ) throws(ManifestError) -> LicenseRestriction {
    try SchemaReader.read(
      bytes, place: place, schema: LicenseSchema.root, LicenseSchema.version,
      check: { root, problems in
        if !LicenseRestriction(root).isAlone { LicenseSettingsRules.check(root, into: &problems) }
      }, build: { LicenseRestriction($0) }
    ).manifest
  }
}
