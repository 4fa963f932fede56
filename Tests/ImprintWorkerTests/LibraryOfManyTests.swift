// SPDX-License-Identifier: Apache-2.0
import ImprintCalls
import ImprintManifest
import ImprintModel
import ImprintTrust
import TestSupport
import Testing

@testable import ImprintRuntime

/// One library that serves several plugins, each by its own parameters, in the process and in a worker.
struct LibraryOfManyTests {
  private static let isolations = [Isolation.inProcess, .process]

  /// All plugins of one root, opened by one runtime.
  private func opened(_ plugins: [FixturePlugin], in isolation: Isolation) throws -> [OpenPlugin] {
    let root = try TemporaryFolder()
    for plugin in plugins { try plugin.install(in: root) }
    let catalog = PluginCatalog.discover(
      PluginSearchPath(roots: [PluginRoot(path: root.path, origin: .explicit)]))
    let runtime = PluginRuntime(
      catalog: catalog, trust: .off, entitlements: EverythingGranted(), logger: CollectedLog().logger(),
      hostName: "tests", hostVersion: "1.0.0", isolation: PluginIsolation(isolation), workers: .quick)
    return try plugins.map { plugin in
      try runtime.openBlocking(
        try #require(
          catalog.plugin(withID: plugin.manifest.id), "\(catalog.skipped.map(\.error.description))"))
    }
  }

  private func template(_ plugin: OpenPlugin) async throws -> [UInt8] {
    let extractor = try await FaceExtractor.make(plugin)
    return try await extractor.extract(image(200, 100, 50, 20, 10, 0), face: nil).payload.bytes
  }

  @Test(arguments: isolations)
  func twoPluginsOfOneLibraryEachGoByTheirOwnParameters(isolation: Isolation) async throws {
    // R-41, R-42
    let plugins = try opened(
      [
        .many("org.example.one", format: "example.one", parameters: ["format: example.one", "scale: 1"]),
        .many(
          "org.example.two", format: "example.two",
          parameters: ["scale: 0.5", "inverted: true", "start: 2", "format: example.two"]),
      ], in: isolation)
    #expect(plugins.map(\.id) == ["org.example.one", "org.example.two"])
    #expect(
      try plugins.map { try FaceExtractor.formats(of: $0).map(\.template.description) }
        == [["example.one/1"], ["example.two/1"]])
    // Now this one, now that one.
    for _ in 0..<2 {
      #expect(try await template(plugins[0]) == [200, 100, 50, 20])
      #expect(try await template(plugins[1]) == [230, 245, 250, 255])
    }
    // In one process it is one library, of one handle.
    #expect((plugins[0].handle.entry == plugins[1].handle.entry) == (isolation == .inProcess))
  }

  @Test func aPluginIsLentItsParametersAgainWhenItsWorkerWasStartedAnew() async throws {
    let plugin = try opened(
      [
        .many(
          parameters: ["format: example.many", "start: 3"],
          ["FIX_EXTRACT": "if (image->pixels.data[0] == 1) __builtin_trap();"])
      ], in: .process)[0]
    let extractor = try await FaceExtractor.make(plugin)
    #expect(try await extractor.failure(image(1)).code == .workerEnded)
    #expect(
      try await extractor.extract(image(200, 100, 50, 20, 10), face: nil).payload.bytes == [20, 10, 0, 0])
  }

  @Test(arguments: isolations)
  func whatMayBeLeftOutIsNotThere(isolation: Isolation) async throws {
    #expect(try await template(opened([.many()], in: isolation)[0]) == [200, 100, 50, 20])
  }

  // MARK: Refused before it is opened

  private func refusal(
    _ parameters: [String], _ defines: [String: String] = [:], in isolation: Isolation = .inProcess
  ) throws -> PluginError {
    try #require(throws: PluginError.self) {
      try opened([.many(parameters: parameters, defines)], in: isolation)
    }
  }

  @Test(arguments: isolations)
  func allThatIsWrongWithParametersIsSaidByName(isolation: Isolation) throws {
    // R-41
    let error = try refusal(
      ["start: 13", "scale: true", "invertet: true", "inverted: 1"], in: isolation)
    #expect(error.code == .parameterRefused)
    #expect(
      error.problems.map(\.place) == [
        "org.example.one, parameters.start", "org.example.one, parameters.scale",
        "org.example.one, parameters.invertet", "org.example.one, parameters.inverted",
        "org.example.one, parameters.format",
      ])
    #expect(error.problems.allSatisfy { $0.code == .parameterRefused && !$0.remedy.isEmpty })
    let reasons = error.problems.map(\.reason)
    #expect(reasons[0].contains("a whole number from 0 to 12"))
    #expect(reasons[1].contains("a number from 0.0 to 1.0"))
    #expect(error.problems[2].remedy.contains("'inverted'"))
    #expect(reasons[3].contains("true or false"))
    #expect(reasons[4].contains("The name of the format."))
  }

  @Test(arguments: [
    ["start: -1"], ["start: 0.5"], ["start: 9223372036854775807"], ["scale: 1.0000001"], ["scale: -1e-300"],
    ["scale: \"1\""], ["inverted: \"true\""], ["format: 1"], ["format: \(String(repeating: "x", count: 64))"],
    ["format: \(String(repeating: "ä", count: 32))"],
  ])
  func aValueOutsideOfWhatIsDeclaredIsRefused(parameters: [String]) throws {
    let format = parameters[0].hasPrefix("format") ? [] : ["format: example.many"]
    let error = try refusal(format + parameters)
    #expect(error.code == .parameterRefused)
    #expect(error.problems.isEmpty)
  }

  @Test(arguments: [
    ["start: 0", "scale: 0"], ["start: 12", "scale: 1"], ["scale: 1.0", "inverted: false"],
  ])
  func theEndsOfRangesAreWithinThem(parameters: [String]) throws {
    _ = try opened([.many(parameters: ["format: example.many"] + parameters)], in: .inProcess)
  }

  /// What the library declares, and a word of the refusal.
  static let hostile: [(String, String)] = [
    ("descriptor.parameter_count = 65;", "65 parameters"),
    ("descriptor.parameters = 0;", "4 parameters"),
    ("declared[1].size = 8;", "imp_parameter_declaration.size"),
    ("declared[1].name = 0;", "null"),
    ("declared[1].purpose = 0;", "null"),
    ("declared[1].name = \"format\";", "twice"),
    ("declared[1].name = \"Start\";", "not a valid parameter name"),
    ("declared[1].name = \"\";", "not a valid parameter name"),
    ("declared[1].name = \"a..b\";", "not a valid parameter name"),
    ("declared[1].purpose = \"\";", "purpose"),
    ("declared[1].purpose = \"a\\nb\";", "purpose"),
    ("declared[1].type = 5;", "type"),
    ("declared[1].type = 0;", "type"),
    ("declared[1].required = 2;", "required"),
    ("declared[1].min = 13;", "range"),
    ("declared[1].max = 1.0/0;", "range"),
    ("declared[1].min = 0.0/0;", "range"),
    ("declared[1].max = 1.5;", "not exact"),
    ("declared[1].max = 1e17;", "not exact"),
    ("declared[0].length_max = 0;", "bytes"),
    ("declared[0].length_max = 1025;", "bytes"),
    ("static char longer[100]; memset(longer, 97, 99); declared[1].name = longer;", "63"),
  ]

  @Test(arguments: hostile.indices, isolations)
  func aListThatCannotBeReadIsRefused(index: Int, isolation: Isolation) throws {
    let (change, word) = Self.hostile[index]
    let error = try refusal(["format: example.many"], ["FIX_DECLARE": change], in: isolation)
    #expect(error.code == .brokenContract)
    #expect(error.reason.contains(word), "\(error.reason)")
  }

  // MARK: Who the library is

  @Test(arguments: isolations)
  func aLibraryThatIsNotTheOneThatItsManifestNamesIsRefused(isolation: Isolation) throws {
    for (field, many) in [
      ("id", "{id: org.example.other, version: 2.1.0, vendor: Example of many}"),
      ("version", "{id: org.example.library, version: 2.1.1, vendor: Example of many}"),
      ("vendor", "{id: org.example.library, version: 2.1.0, vendor: Example}"),
    ] {
      var plugin = try FixturePlugin.many()
      plugin.manifest.ofMany = many
      let error = try #require(throws: PluginError.self) { try opened([plugin], in: isolation) }
      #expect(error.code == .descriptorDiffers)
      #expect(error.reason.hasPrefix("its \(field) is"), "\(error.reason)")
    }
  }

  @Test(arguments: isolations)
  func oneOfManyForOneAndTheOtherWayRoundIsRefused(isolation: Isolation) throws {
    var many = try FixturePlugin.many()
    many.manifest.ofMany = nil
    many.manifest.hostNeeds = []
    many.manifest.more = ""
    var one = FixturePlugin()
    one.manifest.ofMany = "{id: org.example.fixture, version: 1.0.0, vendor: Example}"
    for plugin in [many, one] {
      let error = try #require(throws: PluginError.self) { try opened([plugin], in: isolation) }
      #expect(error.code == .descriptorDiffers)
      #expect(error.reason.contains("a library of many"), "\(error.reason)")
    }
  }

  @Test func anAbilityThatTheLibraryDoesNotHaveIsRefused() throws {
    var plugin = try FixturePlugin.many()
    plugin.manifest.provides.append("imprint.face-tracker/1")
    let error = try #require(throws: PluginError.self) { try opened([plugin], in: .inProcess) }
    #expect(error.code == .descriptorDiffers)
    #expect(error.reason.hasPrefix("its abilities are") || error.reason.hasPrefix("its abilities is"))
  }

  @Test func aLibraryOfOneFindsNoParametersAtItsHost() throws {
    let plugin = FixturePlugin([
      "FIX_OPEN": "if (host->ability(host, IMP_HOST_PARAMETERS_ID)) return IMP_E_ABILITY;"
    ])
    for isolation in Self.isolations { _ = try opened([plugin], in: isolation) }
  }
}
