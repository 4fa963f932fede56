// SPDX-License-Identifier: Apache-2.0
import ImprintSettings
import Testing

@testable import ImprintManifest

@Suite struct VariantTests {
  private let good = """
    schema: "1.0"
    variant: face
    summary: Faces.
    abilities: [imprint.camera/1]
    plugins: [dev.imprint.device-replay]

    """

  private func read(_ old: String, _ new: String) throws(ManifestError) -> ManifestReading<VariantManifest> {
    try ManifestReader.variant(bytes: Array(good.replacing(old, with: new).utf8), place: "face.yaml")
  }

  @Test func goodVariantGivesItsValues() throws {
    let variant = try read("", "").manifest
    #expect(variant.variant == "face")
    #expect(variant.abilities.map(\.description) == ["imprint.camera/1"])
    #expect(variant.plugins == ["dev.imprint.device-replay"])
  }

  @Test func pluginsRunInTheProcessUnlessAVariantSaysOtherwise() throws {
    let plain = try read("", "").manifest
    #expect(plain.isolation == .inProcess && plain.network == [])
    let variant = try read(
      "summary:",
      """
      isolation: {default: process, plugins: [{plugin: dev.imprint.device-replay, in: in-process}]}
      network: [org.example.cloud]
      summary:
      """
    ).manifest
    #expect(variant.isolation.of("dev.imprint.device-replay") == .inProcess)
    #expect(variant.isolation.of("dev.imprint.face-f6") == .process)
    #expect(variant.network == ["org.example.cloud"])
    let named = try read("summary:", "isolation: {plugins: [{plugin: a.b, in: process}]}\nsummary:").manifest
    #expect(named.isolation == PluginIsolation(.inProcess, plugins: ["a.b": .process]))
  }

  @Test func aPluginRunsInOnePlace() throws {
    let twice = "isolation: {plugins: [{plugin: a.b, in: process}, {plugin: a.b, in: in-process}]}\nsummary:"
    let error = try #require(throws: ManifestError.self) { try read("summary:", twice) }
    #expect(error.problems.map(\.code) == [.repeated])
    let nowhere = try #require(throws: ManifestError.self) {
      try read("summary:", "isolation: {default: elsewhere}\nsummary:")
    }
    #expect(nowhere.problems.map(\.code) == [.unknownWord])
  }

  @Test func withoutAListTheLicenceSetIsThePlugins() throws {
    let variant = try read("", "").manifest
    #expect(variant.features == nil)
    #expect(variant.extraFeatures == [])
  }

  @Test func aLicenceSetIsReadAndMayBeEmpty() throws {
    let variant = try read("summary:", "features: [VERIF]\nextraFeatures: [MSC_DUMP]\nsummary:").manifest
    #expect(variant.features == ["VERIF"] && variant.extraFeatures == ["MSC_DUMP"])
    #expect(try read("summary:", "features: []\nsummary:").manifest.features == [])
  }

  @Test(arguments: [
    ("summary:", "features: [verif]\nsummary:", "wrong-form 3:12"),
    ("summary:", "extraFeatures: [MSC_DUMP, MSC_DUMP]\nsummary:", "repeated 3:27"),
    ("schema: \"1.0\"", "schema: \"3.0\"", "other-schema 1:9"),
    ("variant: face", "variant: Face", "wrong-form 2:10"),
    ("[imprint.camera/1]", "[]", "wrong-count 4:12"), ("[imprint.camera/1]", "[camera]", "wrong-form 4:13"),
    ("[dev.imprint.device-replay]", "[../x]", "wrong-form 5:11"),
    ("summary: Faces.\n", "", "missing-key 1:1"),
  ])
  func badVariantIsRefused(old: String, new: String, expected: String) {
    let error = #expect(throws: ManifestError.self) { try read(old, new) }
    #expect(error?.problems.map { "\($0.code.rawValue) \($0.line):\($0.column)" } == [expected])
  }

  @Test func mistypedAbilityIsAWarning() throws {
    let warning = try #require(try read("imprint.camera/1", "imprint.camra/1").warnings.first)
    #expect(warning.code == .unknownAbility)
    #expect(warning.suggestion == "imprint.camera/1")
  }
}
