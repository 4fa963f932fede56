// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite struct ListingTests {
  @Test func pluginsAreListedWithWhatTheirManifestsSay() throws {
    let installation = try NullInstallation()
    let run = try installation.run(["plugin", "list"])
    #expect(run.exitCode == 0)
    try Snapshot.check(installation.normalised(run.output), named: "plugin-list")
  }

  @Test func theListsKeysStay() throws {
    let installation = try NullInstallation()
    try installation.addBrokenPlugin()
    let json = try installation.run(["plugin", "list", "--json"]).json
    #expect(Set(json.keys) == ["plugins", "skipped"])
    let plugin = try #require((json["plugins"] as? [[String: Any]])?.first)
    #expect(
      Set(plugin.keys) == [
        "id", "version", "name", "vendor", "provides", "features", "licence", "calibrated", "calibrations",
        "origin",
        "folder", "quarantine",
      ])
    #expect(plugin["quarantine"] is NSNull)
    #expect(plugin["id"] as? String == NullInstallation.id)
    #expect(plugin["origin"] as? String == "explicit")
    let skip = try #require((json["skipped"] as? [[String: Any]])?.first)
    #expect(Set(skip.keys) == ["id", "place", "origin", "code", "reason", "remedy"])
    #expect(skip["code"] as? String == "broken-manifest")
  }

  @Test func onePluginIsShownWhole() throws {
    let installation = try NullInstallation()
    let run = try installation.run(["plugin", "inspect", NullInstallation.id])
    #expect(run.exitCode == 0)
    try Snapshot.check(installation.normalised(run.output), named: "plugin-inspect")
    let json = try installation.run(["plugin", "inspect", NullInstallation.id, "--json"]).json
    #expect(json["id"] as? String == NullInstallation.id)
    #expect(((json["compares"] as? [[String: Any]])?.first)?["format"] as? String == "imprint.null")
    #expect((json["calibrations"] as? [Any])?.isEmpty == true)
  }

  @Test func aVariantShowsItsResolvedSet() throws {
    let installation = try NullInstallation()
    let run = try installation.run(["variant", "show", "null-only"])
    #expect(run.exitCode == 0)
    try Snapshot.check(installation.normalised(run.output), named: "variant-show")
    let json = try installation.run(["variant", "show", "null-only", "--json"]).json
    #expect(
      Set(json.keys) == [
        "variant", "plugins", "providers", "features", "licenceSet", "extraFeatures", "licences", "isolation",
        "network", "templates",
      ])
    #expect(json["licenceSet"] as? [String] == [])
    #expect(json["plugins"] as? [String] == [NullInstallation.id])
  }

  @Test func aVariantThatStatesAllFeaturesOfItsPluginsCanBeUsed() throws {
    let installation = try NullInstallation()
    try installation.addPluginWithRuntime(features: ["VERIF", "MSC_CORE"])
    let run = try installation.lintVariant(features: "[MSC_CORE, VERIF, MIMA]")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try run.json["licenceSet"] as? [String] == ["MSC_CORE", "VERIF", "MIMA"])
  }

  @Test func aVariantWhoseLicenceSetLacksAFeatureIsRefused() throws {
    let installation = try NullInstallation()
    try installation.addPluginWithRuntime(features: ["VERIF", "MSC_CORE"])
    let run = try installation.lintVariant(features: "[VERIF]")
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "licence-set")
    #expect(try run.error?["reason"]?.contains("MSC_CORE") == true)
  }

  @Test func variantsAreListed() throws {
    let installation = try NullInstallation()
    let json = try installation.run(["variant", "list", "--json"]).json
    let variants = try #require(json["variants"] as? [[String: Any]])
    #expect(variants.map { $0["name"] as? String } == ["null-only"])
  }

  @Test func aTemplatesEnvelopeIsShownAndItsPayloadIsNot() throws {
    let installation = try NullInstallation()
    try installation.folder.write(try sampleTemplate(), to: "sample.impt")
    let run = try installation.run(["template", "inspect", "sample.impt"])
    #expect(run.exitCode == 0)
    try Snapshot.check(run.output, named: "template-inspect")
    let json = try installation.run(["template", "inspect", "sample.impt", "--json"]).json
    #expect(
      Set(json.keys) == [
        "algorithm", "version", "modality", "site", "quality", "created", "maker", "samples", "payloadBytes",
        "fileBytes",
        "sha256",
      ])
    #expect(json["created"] as? String == "2023-11-14T22:13:20Z")
  }

  @Test func pluginsOfTheEnvironmentsPathSayTheirOrigin() throws {
    let installation = try NullInstallation()
    let run = try CommandRun.sdkctl(
      ["plugin", "list", "--json"], environment: ["IMPRINT_PLUGIN_PATH": installation.root],
      home: installation.folder)
    let plugin = try #require((try run.json["plugins"] as? [[String: Any]])?.first)
    #expect(plugin["origin"] as? String == "environment")
  }
}

extension NullInstallation {
  /// Lints a variant of the fixture plugin, with a licence set.
  fileprivate func lintVariant(features: String) throws -> CommandRun {
    try folder.write(
      """
      schema: "1.1"
      variant: fixture
      summary: Tracks faces.
      abilities: [imprint.face-tracker/1]
      plugins: [org.example.fixture]
      features: \(features)

      """, to: "fixture.yaml")
    return try run(["variant", "lint", "fixture.yaml", "--json"])
  }
}
