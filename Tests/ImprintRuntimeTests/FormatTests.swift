// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// What holds of every ability that lists formats of templates, and makes objects of one of them.
struct FormatTests {
  // MARK: When the plugin is opened

  @Test(arguments: FormatKind.allCases)
  func valuesAtTheEndsOfTheirRangesAreFormats(kind: FormatKind) throws {
    let (longest, name) = (Template.maximumPayload, String(repeating: "v", count: 63))
    let formats = try kind.formats(
      of: try kind.fixture(
        [
          "FIX_FORMATS": """
          formats[0].template_bytes_max = formats[0].template_bytes_fixed = 1 << 20; \
          formats[0].\(kind.version) = UINT32_MAX; memset(formats[0].name, 'v', 63); \
          formats[1].\(kind.version) = formats[1].template_bytes_max = 1;
          """
        ], listing: 2,
        entries: [
          kind.entry(0, name: name, version: .max, bytes: "\(longest)"),
          kind.entry(1, version: 1, bytes: "{max: 1}"),
        ]
      ).opened())
    #expect(formats.map(\.template?.algorithm) == [name, "example.\(kind)-1"])
    #expect(formats.map(\.template?.version) == [.max, 1])
    #expect(formats.map(\.most) == [longest, 1])
    #expect(formats.map(\.fixed) == [longest, nil])
  }

  @Test(
    arguments: FormatKind.allCases,
    [
      "formats[0].size = 0;", "formats[0].size += 4;", "formats[0].VERSION = 0;",
      "formats[0].template_bytes_max = 0;", "formats[0].template_bytes_max = (1 << 20) + 1;",
      "formats[0].template_bytes_fixed = 7;", "formats[0].template_bytes_fixed = 9;",
      "memset(formats[0].name, 'v', 64);", "formats[0].name[0] = 0;", "formats[0].name[0] = 'V';",
      "formats[0].name[0] = ' ';", "formats[0].name[0] = (char)0xff;",
      "*count = 0;", "*count = 9;", "*count = (size_t)-1;",
    ])
  func aHostileFormatIsRefused(kind: FormatKind, statement: String) throws {
    let statement = statement.replacing("VERSION", with: kind.version)
    let error = try kind.fixture(["FIX_FORMATS": statement]).refusal()
    #expect(error.code == .brokenContract, "\(error)")
  }

  @Test(arguments: FormatKind.allCases)
  func twoFormatsOfOneNameAreRefused(kind: FormatKind) throws {
    // Were they of two versions: a name is asked for.
    let statement =
      "strcpy(formats[2].name, formats[0].name); formats[2].\(kind.version) = 3;"
    let error = try kind.fixture(["FIX_FORMATS": statement], listing: 3).refusal()
    #expect(error.code == .brokenContract)
    #expect(error.reason.contains("3 formats of 2 names"))
  }

  @Test(arguments: FormatKind.allCases)
  func sixteenFormatsAreReadAndSeventeenAreRefused(kind: FormatKind) throws {
    let formats = try kind.formats(of: try kind.fixture(listing: 16).opened())
    #expect(formats.map(\.template?.algorithm) == (0..<16).map { "example.\(kind)-\($0)" })
    #expect(try kind.fixture(listing: 17).refusal().code == .brokenContract)
  }

  @Test(arguments: FormatKind.allCases, [(0, 1), (1, 0)])
  func formatsThatTheManifestDoesNotHaveAreRefusedWithBoth(
    kind: FormatKind, of: (library: Int, manifest: Int)
  ) throws {
    let error = try kind.fixture(listing: of.library + 1, entries: (0...of.manifest).map { kind.entry($0) })
      .refusal()
    func names(_ last: Int) -> String { (0...last).map { "example.\(kind)-\($0)" }.joined(separator: ", ") }
    #expect(error.code == .descriptorDiffers)
    #expect(error.reason.contains("its list of formats in `\(kind.section)` is `\(names(of.library))`"))
    #expect(error.reason.contains("says `\(names(of.manifest))`"))
  }

  @Test(arguments: FormatKind.allCases)
  func aFormatThatDiffersFromItsEntryIsRefusedWithTheKeyAndBothValues(kind: FormatKind) throws {
    let entries = [kind.entry(0), kind.entry(1, bytes: "8")]
    let error = try kind.fixture(listing: 2, entries: entries).refusal()
    #expect(error.code == .descriptorDiffers)
    #expect(
      error.reason.contains(
        "its templateBytes of example.\(kind)-1 in `\(kind.section)` is `at most 8`, but its manifest says `8`"
      ))
  }

  @Test(arguments: FormatKind.allCases)
  func formatsAreOpenedInWhateverOrderTheManifestHasThem(kind: FormatKind) throws {
    let plugin = try kind.fixture(listing: 2, entries: [kind.entry(1), kind.entry(0)]).opened()
    #expect(try kind.formats(of: plugin).count == 2)
  }

  // MARK: Which one is made

  @Test(arguments: FormatKind.allCases)
  func aFormatThatIsHostileLaterIsMisbehaviour(kind: FormatKind) async throws {
    let plugin = try kind.fixture(["FIX_FORMATS": "if (listed > 1) formats[0].size = 0;"]).opened()
    let listed = try #require(throws: PluginCallError.self) { try kind.formats(of: plugin) }
    let made = try await #require(throws: PluginCallError.self) { try await kind.make(plugin) }
    #expect([listed.code, made.code] == [.internalDefect, .internalDefect])
    #expect(listed.place == "org.example.fixture: \(kind.ability).formats")
  }

  @Test(
    arguments: FormatKind.allCases,
    [
      ("formats[0].template_bytes_max = 9;", "templateBytes"), ("formats[0].name[0] = 'f';", "formats"),
    ])
  func aFormatThatIsAnotherLaterThanItWasAtOpeningIsMisbehaviour(
    kind: FormatKind, change: (statement: String, field: String)
  ) async throws {
    let plugin = try kind.fixture(["FIX_FORMATS": "if (listed > 1) { \(change.statement) }"]).opened()
    let error = try await #require(throws: PluginCallError.self) { try await kind.make(plugin) }
    #expect(error.code == .internalDefect)
    #expect(error.reason.contains(change.field) && error.reason.contains("but its manifest says"))
  }

  @Test(arguments: FormatKind.allCases)
  func theOneFormatIsChosenWhereNoneIsNamed(kind: FormatKind) async throws {
    let made = try await kind.make(try kind.fixture().opened())
    #expect(made.format == "example.\(kind)-0")
    #expect(made.pluginID == "org.example.fixture")
    #expect(made.told == UInt8(ascii: "0"))
  }

  @Test(arguments: FormatKind.allCases)
  func oneOfSeveralFormatsHasToBeNamed(kind: FormatKind) async throws {
    let plugin = try kind.fixture(listing: 3).opened()
    let error = try await #require(throws: PluginCallError.self) { try await kind.make(plugin) }
    #expect(error.code == .unsupported)
    #expect(error.place == "org.example.fixture: \(kind.ability).create")
    #expect(error.reason.contains("example.\(kind)-0, example.\(kind)-1, example.\(kind)-2"))
    for index in 0..<3 {
      let made = try await kind.make(plugin, format: "example.\(kind)-\(index)")
      #expect(made.format == "example.\(kind)-\(index)")
      #expect(made.told == UInt8(ascii: "0") + UInt8(index))
    }
  }

  @Test(arguments: FormatKind.allCases, [1, 2])
  func anUnknownFormatIsRefusedWithThoseThereAre(kind: FormatKind, count: Int) async throws {
    let plugin = try kind.fixture(["FIX_OBJECT_CREATE": "return IMP_E_INTERNAL;"], listing: count).opened()
    for name in ["example.\(kind)-9", "", "example.\(kind)", "Example.\(kind)-0"] {
      let error = try await #require(throws: PluginCallError.self) {
        try await kind.make(plugin, format: name)
      }
      #expect(error.code == .unsupported)
      #expect(error.reason.contains(" \(name); it has example.\(kind)-0"))
    }
  }

  @Test(arguments: FormatKind.allCases)
  func moreThreadsThanTheManifestAllowsAreRefused(kind: FormatKind) async throws {
    let plugin = try kind.fixture().opened()
    for threads in [0, -1, 3, Int.max] {
      let error = try await #require(throws: PluginCallError.self) {
        try await kind.make(plugin, threads: threads)
      }
      #expect(error.code == .argument)
    }
    #expect(try await kind.make(plugin, threads: 2).threads == 2)
  }

  @Test(arguments: FormatKind.allCases)
  func aPluginWithoutTheAbilitySaysSo(kind: FormatKind) async throws {
    var plugin = FixturePlugin(["FIX_ABILITIES": "IMP_CAMERA_ID"])
    plugin.manifest.provides = ["imprint.camera/1"]
    let opened = try plugin.opened()
    let formats = try #require(throws: PluginCallError.self) { try kind.formats(of: opened) }
    let made = try await #require(throws: PluginCallError.self) { try await kind.make(opened) }
    #expect([formats.code, made.code] == [.unsupported, .unsupported])
    #expect(made.reason.contains(kind.abilityID))
  }

  @Test(
    arguments: FormatKind.allCases,
    [
      ("return IMP_E_MODEL;", PluginCallError.Code.model), ("return IMP_E_ENTITLEMENT;", .entitlement),
      ("*made = NULL;", .internalDefect),
    ])
  func whatCannotBeMadeIsSaid(
    kind: FormatKind, answer: (statement: String, code: PluginCallError.Code)
  ) async throws {
    let plugin = try kind.fixture(["FIX_OBJECT_CREATE": answer.statement]).opened()
    let error = try await #require(throws: PluginCallError.self) { try await kind.make(plugin) }
    #expect(error.code == answer.code)
    #expect(error.place == "org.example.fixture: \(kind.ability).create")
  }
}
