// SPDX-License-Identifier: Apache-2.0
import ImprintSettings
import Testing

@testable import ImprintManifest

@Suite struct ResolutionTests {
  private func plugin(_ id: String, _ provides: [String], needs: [String] = [], features: [String] = [])
    throws
    -> PluginManifest
  {
    let text = """
      schema: "1.0"
      id: org.\(id)
      version: 1.0.0
      vendor: Example
      name: Example
      summary: Example.
      license: {code: MIT}
      library: {file: lib.so, architecture: x86_64, libc: glibc 2.34}
      abi: {min: 1, max: 1}
      provides: [\(provides.map { "org.\($0)/1" }.joined(separator: ", "))]
      needs: {abilities: [\(needs.map { "org.\($0)/1" }.joined(separator: ", "))]}
      features: [\(features.joined(separator: ", "))]
      dataUse: {class: none, egress: none, retention: none}
      """
    return try ManifestReader.plugin(bytes: Array(text.utf8), place: id).manifest
  }

  private func variant(_ abilities: [String], _ plugins: [String]) throws -> VariantManifest {
    let text = """
      schema: "1.0"
      variant: test
      summary: Test.
      abilities: [\(abilities.map { "org.\($0)/1" }.joined(separator: ", "))]
      plugins: [\(plugins.map { "org.\($0)" }.joined(separator: ", "))]
      """
    return try ManifestReader.variant(bytes: Array(text.utf8), place: "test.yaml").manifest
  }

  private func resolve(
    _ abilities: [String], _ defaults: [String], choosing: [String] = [], _ available: [PluginManifest]
  ) throws -> [String] {
    try Resolution.resolve(
      variant: variant(abilities, defaults), choosing: choosing.map { "org." + $0 }, available: available
    ).plugins.map { String($0.id.dropFirst(4)) }
  }

  private func problems(
    _ abilities: [String], _ defaults: [String], choosing: [String] = [], _ available: [PluginManifest]
  ) throws -> [ResolutionProblem] {
    let error = #expect(throws: ResolutionError.self) {
      try resolve(abilities, defaults, choosing: choosing, available)
    }
    return try #require(error).problems
  }

  @Test func needsOfPluginsAreMetToo() throws {
    let available = [
      try plugin("a", ["one"], needs: ["two"]), try plugin("b", ["two"], needs: ["three"]),
      try plugin("c", ["three"]),
    ]
    #expect(try resolve(["one"], ["a", "b", "c"], available) == ["c", "b", "a"])
    #expect(try resolve(["one"], ["c", "a", "b"], available.reversed()) == ["c", "b", "a"])
  }

  @Test func unneededDefaultStaysOut() throws {
    let available = [try plugin("a", ["one"]), try plugin("b", ["two"])]
    #expect(try resolve(["one"], ["a", "b"], available) == ["a"])
  }

  @Test func featuresOfTheSetAreSortedAndThereOnce() throws {
    let available = [
      try plugin("a", ["one"], features: ["VERIF", "IDENT"]),
      try plugin("b", ["two"], features: ["VERIF", "MIMA"]),
      try plugin("c", ["three"], features: ["MSC_DUMP"]),
    ]
    let set = try Resolution.resolve(
      variant: variant(["one", "two"], ["a", "b"]), choosing: [], available: available)
    #expect(set.features == ["IDENT", "MIMA", "VERIF"])
  }

  @Test func unmetNeedNamesWhoWantsItAndWhoCouldMeetIt() throws {
    let available = [
      try plugin("a", ["one"], needs: ["two"]), try plugin("y", ["two"]), try plugin("x", ["two"]),
    ]
    let problem = try #require(try problems(["one"], ["a"], available).first)
    #expect(problem.code == .unmetNeed)
    #expect(problem.place == "org.a")
    #expect(problem.need?.description == "org.two/1")
    #expect(problem.candidates == ["org.x", "org.y"])
    #expect(problem.remedy.contains("--plugin org.x or --plugin org.y"))
  }

  @Test func unmetNeedSaysWhichDefaultIsNotInstalled() throws {
    let problem = try #require(try problems(["one"], ["a"], []).first)
    #expect(problem.code == .unmetNeed)
    #expect(problem.place == "variant test")
    #expect(problem.candidates.isEmpty)
    #expect(problem.remedy.contains("org.a is not installed"))
  }

  @Test func everyUnmetNeedIsSaid() throws {
    #expect(try problems(["one", "two"], [], []).map(\.need?.description) == ["org.one/1", "org.two/1"])
  }

  @Test func installedPluginIsNotTakenUnasked() throws {
    #expect(try problems(["one"], [], [try plugin("a", ["one"])]).map(\.code) == [.unmetNeed])
  }

  @Test func twoChosenForOneNeedAreRefused() throws {
    let available = [try plugin("a", ["one"]), try plugin("b", ["one"]), try plugin("c", ["one"])]
    let found = try problems(["one"], ["c"], choosing: ["b", "a"], available)
    #expect(found.map(\.code) == [.doublyMet])
    #expect(found.first?.candidates == ["org.a", "org.b"])
  }

  @Test func twoDefaultsForOneNeedAskForAChoice() throws {
    let available = [try plugin("a", ["one"]), try plugin("b", ["one"])]
    let found = try problems(["one"], ["a", "b"], available)
    #expect(found.map(\.code) == [.doublyMet])
    #expect(found.first?.remedy.contains("--plugin org.a") == true)
    #expect(try resolve(["one"], ["a", "b"], choosing: ["b"], available) == ["b"])
  }

  @Test func chosenPluginReplacesOnlyWhatItProvides() throws {
    let available = [try plugin("a", ["one", "two"]), try plugin("b", ["two"])]
    let set = try Resolution.resolve(
      variant: variant(["one", "two"], ["a"]), choosing: ["org.b"], available: available)
    let (one, two) = (try #require(AbilityID("org.one/1")), try #require(AbilityID("org.two/1")))
    #expect(set.provider(of: one)?.id == "org.a")
    #expect(set.provider(of: two)?.id == "org.b")
  }

  @Test func unknownChosenPluginGetsTheNearestId() throws {
    let available = [try plugin("matcher", ["one"])]
    let found = try problems(["one"], ["matcher"], choosing: ["mathcer"], available)
    #expect(found.map(\.code) == [.unknownPlugin])
    #expect(found.first?.candidates == ["org.matcher"])
    #expect(found.first?.remedy == "Did you mean 'org.matcher'?")
  }

  @Test func chosenPluginThatNobodyNeedsIsRefused() throws {
    let available = [try plugin("a", ["one"]), try plugin("b", ["two"])]
    let found = try problems(["one"], ["a"], choosing: ["b"], available)
    #expect(found.map(\.code) == [.notNeeded])
    #expect(found.first?.place == "org.b")
  }

  @Test func pluginsThatNeedEachOtherAreRefused() throws {
    let available = [try plugin("a", ["one"], needs: ["two"]), try plugin("b", ["two"], needs: ["one"])]
    let found = try problems(["one"], ["a", "b"], available)
    #expect(found.map(\.code) == [.circle])
    #expect(found.first?.candidates == ["org.a", "org.b"])
  }

  @Test func firstOfTwoWithOneIdCounts() throws {
    let available = [try plugin("a", ["one"]), try plugin("a", ["two"])]
    #expect(try resolve(["one"], ["a"], available) == ["a"])
    #expect(try problems(["two"], ["a"], available).map(\.code) == [.unmetNeed])
  }

  @Test func choosingAPluginTwiceIsChoosingIt() throws {
    #expect(try resolve(["one"], [], choosing: ["a", "a"], [try plugin("a", ["one"])]) == ["a"])
  }
}
