// SPDX-License-Identifier: Apache-2.0
import SchemaTestSupport
import Testing

@testable import ImprintSettings

/// The generated tables of settings say what the JSON says that they are made from.
@Suite struct SettingsSchemaTests {
  @Test(arguments: [
    ("license", LicenseSchema.root, LicenseSchema.version, 10),
    ("server", ServerSchema.root, ServerSchema.version, 10),
    ("trust", TrustSchema.root, TrustSchema.version, 10),
    ("waivers", WaiversSchema.root, WaiversSchema.version, 5),
  ])
  func generatedTableIsWhatTheSchemaSays(
    name: String, table: Schema, version: SchemaVersion, least: Int
  ) throws {
    let file = try SchemaFile(name)
    let compared = file.compared(with: table)
    #expect(compared.differences.isEmpty)
    #expect(compared.count >= least)
    #expect(file.version == "\(version)")
  }
}
