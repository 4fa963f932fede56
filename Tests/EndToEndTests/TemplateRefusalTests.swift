// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// What cannot work together is refused by name. Where the manifests tell, that is before any code runs:
/// libraries leave a file as soon as they are loaded. Else it is before the plugin is opened, or used.
@Suite struct TemplateRefusalTests {
  private static let maker = "org.example.maker"
  private static let matcher = "org.example.matcher"
  private static let needs = ["imprint.face-extractor/1", "{ability: imprint.matcher/2, modality: face}"]

  private let traces: TemporaryFolder

  init() throws {
    traces = try TemporaryFolder()
  }

  /// Whose libraries were loaded, and `opened` for one that was opened.
  private var loaded: Set<String> {
    get throws { Set(try FileManager.default.contentsOfDirectory(atPath: traces.path)) }
  }

  private func traced(_ plugin: FixturePlugin) -> FixturePlugin {
    var plugin = plugin
    plugin.leaveTrace("\(traces.path)/\(plugin.manifest.id)")
    return plugin
  }

  // MARK: Formats that do not meet

  private func pair(comparing format: String) throws -> TemplateInstallation {
    try TemplateInstallation(
      [
        traced(.face(Self.maker, format: "example.face-a", compares: false)),
        traced(.face(Self.matcher, format: format, makes: false)),
      ], needs: Self.needs)
  }

  @Test func aPairWhoseFormatsMeetIsLoadedWhenItIsUsed() async throws {
    let system = try pair(comparing: "example.face-a").open()
    // Resolving loads nothing either.
    #expect(try loaded.isEmpty)
    _ = try await system.faces.extractor()
    #expect(try loaded == [Self.maker])
    _ = try await system.faces.matcher()
    #expect(try loaded == [Self.maker, Self.matcher])
  }

  @Test func aPairWhoseFormatsDoNotMeetIsRefusedByNameAndNotLoaded() throws {
    let installation = try pair(comparing: "example.face-b")
    let error = try #require(throws: ResolutionError.self) { try installation.open() }
    #expect(error.problems.map(\.code) == [.formatsApart])
    #expect(error.problems.first?.candidates == [Self.maker, Self.matcher])
    for words in ["\(Self.maker) makes example.face-a/1", "\(Self.matcher) compares example.face-b/1"] {
      #expect(error.reason.contains(words), "\(error.reason)")
    }
    #expect(try loaded.isEmpty)
  }

  @Test(arguments: [
    ["enroll", "--user", "ada", "a.png"], ["compare", "a.png", "b.png"], ["variant", "show", "templates"],
  ])
  func commandsRefuseSuchAPairWithTheSameWords(command: [String]) throws {
    let installation = try pair(comparing: "example.face-b")
    let rows = (0..<16).map { row in (0..<16).map { UInt8(row * 16 + $0) } }
    for name in ["a.png", "b.png"] {
      try installation.folder.write(
        PNGBuilder(width: 16, height: 16, colourType: 0, rows: rows).file(), to: name)
    }
    let run = try installation.run(command + ["--json"])
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "formats-apart", "\(run.output)")
    #expect(try run.error?["reason"]?.contains("\(Self.maker) makes example.face-a/1") == true)
    #expect(try loaded.isEmpty)
  }

  // MARK: The revision before

  /// A plugin of `imprint.matcher/1`, which made templates too.
  /// - Parameter section: what its manifest had for that.
  private func older(section: Bool) throws -> TemplateInstallation {
    var plugin = traced(.face(Self.matcher, format: "example.face-a"))
    plugin.provide(["imprint.matcher/1"])
    plugin.manifest.more =
      section
      ? """
      matcher:
        modality: face
        algorithm: example.face-a
        writes: 1
        reads: {min: 1, max: 1}
        templateBytes: 4
        needsFace: false
        symmetric: true
        similarity: {min: 0, max: 1}

      """ : ""
    return try TemplateInstallation([plugin], needs: Self.needs)
  }

  @Test func aManifestOfTheRevisionBeforeIsRefusedByNameAndItsLibraryNotLoaded() throws {
    let installation = try older(section: true)
    let error = try #require(throws: ResolutionError.self) { try installation.open() }
    #expect(error.code == .unusable && error.place == Self.matcher)
    #expect(error.reason.contains("plugin.yaml:") && error.reason.contains("'imprint.matcher/1'"))
    #expect(error.remedy.contains("extracts: [{format: example.face-a, modality: face"))
    // What is missing without it follows, and nobody is told that it is not installed.
    #expect(error.problems.map(\.code) == [.unusable, .unmetNeed, .unmetNeed])
    #expect(!error.description.contains("not installed"), "\(error)")
    let chosen = try installation.run(["compare", "a.png", "b.png", "--plugin", Self.matcher, "--json"])
    #expect(try chosen.exitCode == 1 && chosen.errorCode == "unusable", "\(chosen.output)")
    #expect(try loaded.isEmpty)
  }

  @Test func aPluginThatProvidesTheRevisionBeforeIsRefusedByNameAndNotLoaded() throws {
    let error = try #require(throws: ResolutionError.self) { try older(section: false).open() }
    #expect(error.problems.map(\.code) == [.unmetNeed, .unmetNeed])
    #expect(
      error.problems.last?.reason.contains(
        "imprint.matcher/2 for faces, which no plugin of the set provides: \(Self.matcher) provides imprint.matcher/1"
      ) == true, "\(error)")
    #expect(try loaded.isEmpty)
  }

  // MARK: A library of the revision before, under a manifest of today

  /// The table that `imprint.matcher/1` had: as many functions, and other ones.
  private static let olderTable = """
    static imp_status older(void) { abort(); } \
    static const struct { uint32_t size, reserved; imp_status (*functions[6])(void); } \
    older_table = {56, 0, {older, older, older, older, older, older}};
    """

  /// Beside a maker that is of today.
  /// - Parameter lists: what the library's descriptor says that it provides.
  private func outdated(listing lists: String) throws -> TemplateInstallation {
    var plugin = FixturePlugin.face(Self.matcher, format: "example.face-a", makes: false)
    plugin.defines["FIX_OWN_TEMPLATES"] = "1"
    plugin.defines["FIX_ABILITIES"] = "\"\(lists)\""
    plugin.defines["FIX_TOP"] = Self.olderTable
    plugin.defines["FIX_ABILITY"] = "if (strcmp(id, \"imprint.matcher/1\") == 0) return &older_table;"
    plugin.defines["FIX_OPEN"] =
      "FILE *file = fopen(\"\(traces.path)/opened\", \"w\"); if (file) fclose(file);"
    return try TemplateInstallation(
      [plugin, .face(Self.maker, format: "example.face-a", compares: false)], needs: Self.needs)
  }

  @Test(arguments: Isolation.allCases)
  func aLibraryThatListsTheRevisionBeforeIsRefusedWithBothAndNotOpened(isolation: Isolation) async throws {
    let system = try outdated(listing: "imprint.matcher/1").open(isolation)
    let error = try await #require(throws: PluginError.self) { try await system.faces.matcher() }
    #expect(error.code == .descriptorDiffers && error.place.contains(Self.matcher), "\(error)")
    #expect(error.reason.contains("its abilities is `imprint.matcher/1`"))
    #expect(error.reason.contains("says `imprint.matcher/2`"))
    #expect(try loaded.isEmpty)
    // Nothing is amiss with the other.
    #expect(try await system.faces.extractor().pluginID == Self.maker)
  }

  @Test(arguments: Isolation.allCases)
  func aLibraryThatAnswersTheRevisionBeforeAloneIsRefusedByName(isolation: Isolation) async throws {
    let system = try outdated(listing: "imprint.matcher/2").open(isolation)
    let error = try await #require(throws: PluginError.self) { try await system.faces.matcher() }
    #expect(error.code == .brokenContract && error.place.contains(Self.matcher), "\(error)")
    #expect(error.reason.contains("imprint.matcher/2"), "\(error.reason)")
    // The witness that what is opened is seen; a worker may not write it.
    #expect(try loaded == (isolation == .inProcess ? ["opened"] : []))
  }
}
