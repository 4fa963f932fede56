// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// Each library here is hostile or broken in one place; the host lives on, and says where.
struct LibraryRefusalTests {
  @Test func aGoodPluginOpensAndOpensOnce() throws {
    let runtime = PluginRuntime(try FixturePlugin().install())
    let found = try #require(runtime.catalog.found.first)
    let plugin = try runtime.openBlocking(found)
    #expect(plugin.abiVersion == 1)
    #expect(try Matcher.formats(of: plugin).map(\.algorithm) == ["example.fixture"])
    #expect(try runtime.openBlocking(found) === plugin)
  }

  @Test func aLibraryWithoutTheEntryIsRefused() throws {
    #expect(try FixturePlugin(["FIX_NO_ENTRY": "1"]).refusal().code == .noEntry)
  }

  @Test func aLibraryWithMoreExportsIsRefusedAndNamesThem() throws {
    var plugin = FixturePlugin(["FIX_TOP": "int leaked_one(void){return 1;}"])
    plugin.exportsEverything = true
    let error = try plugin.refusal()
    #expect(error.code == .extraExports)
    #expect(error.reason.contains("leaked_one"))
  }

  @Test func anEntryThatAnswersNullIsRefused() throws {
    #expect(try FixturePlugin(["FIX_ENTRY": "NULL"]).refusal().code == .entryRefused)
  }

  @Test func aDisjointRangeOfTheEntryIsRefusedWithBothRanges() throws {
    let error = try FixturePlugin(["FIX_ABI_MIN": "5", "FIX_ABI_MAX": "6"]).refusal()
    #expect(error.code == .abiDisjoint)
    #expect(error.reason.contains("5 to 6") && error.reason.contains("1 to 1"))
  }

  @Test func aRangeUpsideDownIsRefused() throws {
    #expect(try FixturePlugin(["FIX_ABI_MIN": "2", "FIX_ABI_MAX": "1"]).refusal().code == .abiDisjoint)
  }

  @Test func aWiderRangeAgreesOnTheHostsVersion() throws {
    var plugin = FixturePlugin(["FIX_ABI_MAX": "99"])
    plugin.manifest.abi = "{min: 1, max: 99}"
    #expect(try plugin.opened().abiVersion == 1)
  }

  @Test func aRangeThatTheManifestDoesNotSayIsRefusedWithBoth() throws {
    let error = try FixturePlugin(["FIX_ABI_MAX": "99"]).refusal()
    #expect(error.code == .descriptorDiffers)
    #expect(error.reason.contains("its abi is `1 to 99`") && error.reason.contains("says `1 to 1`"))
  }

  @Test(arguments: ["FIX_ENTRY_SIZE", "FIX_DESCRIPTOR_SIZE", "FIX_TABLE_SIZE"])
  func aWrongSizeFieldIsRefused(macro: String) throws {
    for size in ["0", "8", "4096"] {
      let error = try FixturePlugin([macro: size]).refusal()
      #expect(error.code == .brokenContract)
      #expect(error.reason.contains(" is \(size);"))
    }
  }

  @Test(arguments: ["FIX_OPEN_FUNCTION", "FIX_COMPARE_FUNCTION"])
  func aNullFunctionIsRefused(macro: String) throws {
    #expect(try FixturePlugin([macro: "NULL"]).refusal().code == .brokenContract)
  }

  @Test func aNullDescriptorIsRefused() throws {
    #expect(try FixturePlugin(["FIX_DESCRIBE": "NULL"]).refusal().code == .brokenContract)
  }

  @Test(arguments: [
    ("FIX_ID", "id", "org.example.other"), ("FIX_VERSION", "version", "9.9.9"),
    ("FIX_VENDOR", "vendor", "Somebody"),
  ])
  func aDescriptorThatDiffersIsRefusedWithFieldAndBothValues(
    macro: String, field: String, value: String
  ) throws {
    let error = try FixturePlugin([macro: "\"\(value)\""]).refusal()
    #expect(error.code == .descriptorDiffers)
    #expect(error.reason.contains("its \(field) is `\(value)`"))
    let stated = FixtureManifest()
    #expect([stated.id, stated.version, stated.vendor].contains { error.reason.contains("says `\($0)`") })
  }

  @Test func abilitiesThatDifferFromTheManifestAreRefused() throws {
    let fewer = try FixturePlugin(["FIX_ABILITIES": "IMP_MATCHER_ID"]).refusal()
    #expect(fewer.code == .descriptorDiffers)
    #expect(fewer.reason.contains("abilities"))
    var plugin = FixturePlugin()
    plugin.manifest.provides = ["imprint.camera/1"]
    #expect(try plugin.refusal().code == .descriptorDiffers)
  }

  @Test(arguments: ["FIX_ID", "FIX_VERSION", "FIX_VENDOR", "FIX_ALGORITHM"])
  func aTextWithoutEndIsRefused(macro: String) throws {
    let endless = [
      macro: "endless",
      "FIX_TOP": "static const char endless[5000] = {[0 ... 4999] = 'x'};",
    ]
    let error = try FixturePlugin(endless).refusal()
    #expect(error.code == .brokenContract)
    #expect(error.reason.contains("not null-terminated"))
  }

  @Test func anAbilityListOfNullsOrTooManyIsRefused() throws {
    #expect(try FixturePlugin(["FIX_ABILITIES": "NULL"]).refusal().code == .brokenContract)
    #expect(try FixturePlugin(["FIX_ABILITY_COUNT": "4000000000u"]).refusal().code == .brokenContract)
  }

  @Test func anAbilityThatIsListedAndNotAnsweredIsRefused() throws {
    var plugin = FixturePlugin(["FIX_ABILITIES": "IMP_MATCHER_ID, \"org.example.ability/1\""])
    plugin.manifest.provides = ["imprint.matcher/2", "org.example.ability/1"]
    let error = try plugin.refusal()
    #expect(error.code == .brokenContract)
    #expect(error.reason.contains("org.example.ability/1"))
  }

  @Test(arguments: [
    ("FIX_NEEDS_FACE", "1", "needsFace of example.fixture in `extracts` is `true`", "says `false`"),
    ("FIX_SYMMETRIC", "0", "symmetric of example.fixture in `compares` is `false`", "says `true`"),
    (
      "FIX_SIMILARITY_MAX", "2.0f", "similarity of example.fixture in `compares` is `0.0...2.0`",
      "`0.0...1.0`"
    ),
    ("FIX_FUSES", "0", "fuses of example.fixture in `compares` is `none`", "says `1`"),
    ("FIX_ALGORITHM", "\"example.other\"", "formats in `extracts` is `example.other`", "`example.fixture`"),
  ])
  func aFormatThatDiffersIsRefusedWithBothValues(
    macro: String, value: String, library: String, manifest: String
  ) throws {
    let error = try FixturePlugin([macro: value]).refusal()
    #expect(error.code == .descriptorDiffers)
    #expect(error.reason.contains(library) && error.reason.contains(manifest), "\(error.reason)")
  }

  @Test func aSimilarityOfTheManifestMeansTheNumberInSinglePrecision() throws {
    var plugin = FixturePlugin(["FIX_SIMILARITY_MAX": "0.1f"])
    plugin.manifest.similarity = "{min: 0, max: 0.1}"
    #expect(try Matcher(plugin.opened()).format.similarities == 0...Float(0.1))
  }

  @Test(arguments: ["NAN", "INFINITY", "0.0f", "-1.0f"])
  func aSimilarityRangeThatIsNoneIsRefused(maximum: String) throws {
    #expect(try FixturePlugin(["FIX_SIMILARITY_MAX": maximum]).refusal().code == .brokenContract)
  }

  @Test func aMissingDependencyIsNamed() throws {
    let libraries = try TemporaryFolder()
    let dependency = libraries.url.appending(path: "libimprintgone.so")
    let source = try libraries.write("int gone(void) { return 1; }", to: "gone.c")
    try CCompiler.compile(source: source, to: dependency, exportsEverything: true)
    var plugin = FixturePlugin(["FIX_TOP": "int gone(void);", "FIX_OPEN": "gone();"])
    plugin.link = ["-L\(libraries.path)", "-limprintgone"]
    let root = try plugin.install()
    try FileManager.default.removeItem(at: dependency)
    let runtime = PluginRuntime(root)
    let found = try #require(runtime.catalog.found.first)
    let error = try #require(throws: PluginError.self) { try runtime.openBlocking(found) }
    #expect(error.code == .dependencyMissing)
    #expect(error.reason.contains("libimprintgone.so"))
  }

  @Test func aFailingOpenIsRefusedWithThePluginsWords() throws {
    let error = try FixturePlugin([
      "FIX_OPEN": "say(host, IMP_E_MEMORY, \"the moon is full\"); return IMP_E_MEMORY;"
    ]).refusal()
    #expect(error.code == .openFailed)
    #expect(error.reason.contains("the moon is full"))
  }

  @Test func anOpenThatGivesNoPluginIsRefused() throws {
    #expect(try FixturePlugin(["FIX_OPEN": "return IMP_OK;"]).refusal().code == .brokenContract)
  }

  @Test func withoutAnEntitlementNoCodeRuns() throws {
    let root = try TemporaryFolder()
    let witness = root.url.appending(path: "witness").path
    var plugin = FixturePlugin([
      "FIX_TOP":
        "__attribute__((constructor)) static void ran(void){FILE*f=fopen(\"\(witness)\",\"w\");if(f)fclose(f);}"
    ])
    plugin.manifest.features = ["VERIF", "MSC_CORE"]
    try plugin.install(in: root)
    let runtime = PluginRuntime(root, entitlements: TestEntitlements(granting: [.verification]))
    let found = try #require(runtime.catalog.found.first)
    let error = try #require(throws: PluginError.self) { try runtime.openBlocking(found) }
    #expect(error.code == .notEntitled)
    #expect(error.reason == "MSC_CORE: \(TestEntitlements.reason)")
    #expect(error.remedy == TestEntitlements.remedy)
    #expect(!FileManager.default.fileExists(atPath: witness))
  }
}
