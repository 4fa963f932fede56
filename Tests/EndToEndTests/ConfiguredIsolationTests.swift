// SPDX-License-Identifier: Apache-2.0
@testable import Imprint
import ImprintManifest
import TestSupport
import Testing

/// Where plugins run that are opened without the rest of a variant.
@Suite struct ConfiguredIsolationTests {
  private let folder: TemporaryFolder
  private let catalog: PluginCatalog

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("plugins")
    // No plugin is installed: the variant cannot be resolved.
    try folder.write(
      """
      schema: "1.1"
      variant: walled
      summary: All its plugins are kept in workers.
      abilities: [imprint.face-extractor/1, imprint.matcher/2]
      plugins: [org.example.none]
      features: []
      isolation: { default: process }
      """, to: "variants/walled.yaml")
    catalog = PluginCatalog.discover(
      PluginSearchPath(roots: [PluginRoot(path: folder.path, origin: .explicit)]))
  }

  @Test func aVariantThatCannotBeResolvedStillSaysWherePluginsRun() throws {
    try #require(catalog.variants.map(\.manifest.variant) == ["walled"])
    #expect(
      ImprintConfiguration(variant: "walled").isolation(in: catalog) == PluginIsolation(.process))
  }

  @Test func theConfigurationGoesBeforeTheVariant() {
    #expect(
      ImprintConfiguration(variant: "walled", isolation: .inProcess).isolation(in: catalog)
        == PluginIsolation(.inProcess))
  }

  @Test func aVariantThatIsNotInstalledSaysNothing() {
    #expect(ImprintConfiguration(variant: "none").isolation(in: catalog) == .inProcess)
  }
}
