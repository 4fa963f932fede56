// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import ImprintSettings
import Testing

@testable import ImprintManifest

/// What makes templates, and what compares them, in one set.
@Suite struct TemplatePathTests {
  /// A format that a plugin makes or compares: `f6`, with the versions.
  private typealias Format = (name: String, modality: String, versions: ClosedRange<Int>)

  private static let f5: Format = ("imprint.face-f5", "face", 1...1)
  private static let f6: Format = ("imprint.face-f6", "face", 1...1)
  private static let voice: Format = ("imprint.voice-v1", "voice", 1...1)

  private func plugin(
    _ id: String, makes: [Format] = [], compares: [Format] = [], bytes: String = "8"
  ) throws -> PluginManifest {
    let abilities = Set(makes.map { "imprint.\($0.modality)-extractor/1" }).sorted()
    let made = makes.map {
      "{format: \($0.name), modality: \($0.modality), version: \($0.versions.upperBound), templateBytes: \(bytes)"
        + ($0.modality == "face" ? ", needsFace: true}" : "}")
    }
    let compared = compares.map {
      "{format: \($0.name), modality: \($0.modality), reads: {min: \($0.versions.lowerBound), "
        + "max: \($0.versions.upperBound)}, templateBytes: \(bytes), symmetric: true, similarity: {min: 0, max: 1}}"
    }
    let text = """
      schema: "1.3"
      id: org.\(id)
      version: 1.0.0
      vendor: Example
      name: Example
      summary: Example.
      license: {code: MIT}
      library: {file: lib.so, architecture: x86_64, libc: glibc 2.34}
      abi: {min: 1, max: 1}
      provides: [\((abilities + (compares.isEmpty ? [] : ["imprint.matcher/2"])).joined(separator: ", "))]
      \(made.isEmpty ? "" : "extracts: [\(made.joined(separator: ", "))]")
      \(compared.isEmpty ? "" : "compares: [\(compared.joined(separator: ", "))]")
      dataUse: {class: biometric, egress: none, retention: none}
      """
    return try ManifestReader.plugin(bytes: Array(text.utf8), place: id).manifest
  }

  private func resolve(
    _ needs: [String], writes: [String] = [], choosing ids: [String] = [], _ available: [PluginManifest]
  ) throws -> PluginSet {
    let text = """
      schema: "1.3"
      variant: test
      summary: Test.
      abilities: [\(needs.joined(separator: ", "))]
      writes: [\(writes.joined(separator: ", "))]
      plugins: [\(available.map(\.id).filter { !ids.contains($0) }.joined(separator: ", "))]
      """
    let variant = try ManifestReader.variant(bytes: Array(text.utf8), place: "test.yaml").manifest
    return try Resolution.resolve(variant: variant, choosing: ids, available: available)
  }

  private func problems(
    _ needs: [String], writes: [String] = [], choosing ids: [String] = [], _ available: [PluginManifest]
  ) throws -> [ResolutionProblem] {
    try #require(
      throws: ResolutionError.self,
      performing: { try resolve(needs, writes: writes, choosing: ids, available) }
    ).problems
  }

  private static let face = ["imprint.face-extractor/1", "{ability: imprint.matcher/2, modality: face}"]
  private static let voices = ["imprint.voice-extractor/1", "{ability: imprint.matcher/2, modality: voice}"]

  private static func need(_ format: String, _ modality: String) -> [String] {
    [
      "{ability: imprint.\(modality)-extractor/1, format: \(format)}",
      "{ability: imprint.matcher/2, format: \(format)}",
    ]
  }

  @Test func onePluginMakesAndComparesAFormat() throws {
    let set = try resolve(Self.face, [plugin("a", makes: [Self.f6], compares: [Self.f6])])
    let path = try #require(set.templatePath(of: .face))
    #expect(
      path.format.description == "imprint.face-f6/1" && path.extractor == "org.a" && path.matcher == "org.a")
    #expect(set.templatePath(of: .voice) == nil)
  }

  @Test func oneMakesWhatAnotherCompares() throws {
    let set = try resolve(
      Self.face, [plugin("a", makes: [Self.f6]), plugin("b", compares: [Self.f5, Self.f6])])
    let path = try #require(set.templatePath(of: .face))
    #expect(
      path.extractor == "org.a" && path.matcher == "org.b" && path.format.algorithm == "imprint.face-f6")
  }

  @Test func twoModalitiesAndTwoFormatsOfOneStandInOneSet() throws {
    let set = try resolve(
      Self.need("imprint.face-f5", "face") + Self.need("imprint.face-f6", "face") + Self.voices,
      writes: ["imprint.face-f6"],
      [
        plugin("f5", makes: [Self.f5], compares: [Self.f5]),
        plugin("f6", makes: [Self.f6], compares: [Self.f6]),
        plugin("v", makes: [Self.voice], compares: [Self.voice]),
      ])
    #expect(set.templatePath(of: .face)?.matcher == "org.f6")
    #expect(set.templatePath(of: .face, format: "imprint.face-f5")?.extractor == "org.f5")
    #expect(set.templatePath(of: .voice)?.format.algorithm == "imprint.voice-v1")
    #expect(set.templates.count == 3 && set.writes.count == 2)
    #expect(set.providers(of: .matcher).map(\.id) == ["org.f5", "org.f6", "org.v"])
  }

  @Test func ofSeveralFormatsTheVariantSaysWhichNewOnesAreWrittenIn() throws {
    let both = [Self.f5, Self.f6]
    let found = try problems(Self.face, [plugin("a", makes: both, compares: both)])
    #expect(found.map(\.code) == [.formatNotChosen] && found[0].place == "variant test")
    #expect(found[0].reason.contains("imprint.face-f5 and imprint.face-f6"))
    #expect(found[0].remedy.contains("'writes'"))
    let set = try resolve(Self.face, writes: ["imprint.face-f5"], [plugin("a", makes: both, compares: both)])
    #expect(set.templatePath(of: .face)?.format.algorithm == "imprint.face-f5")
  }

  @Test func aPairWhoseFormatsDoNotMeetIsRefusedByName() throws {
    let found = try problems(Self.face, [plugin("a", makes: [Self.f5]), plugin("b", compares: [Self.f6])])
    #expect(found.map(\.code) == [.formatsApart])
    #expect(found[0].reason.contains("org.a makes imprint.face-f5/1, and org.b compares imprint.face-f6/1"))
    #expect(found[0].candidates == ["org.a", "org.b"])
  }

  @Test func aMatcherOfAnotherModalityIsRefusedWhereItIsForWhatIsMade() throws {
    let plugins = [try plugin("a", makes: [Self.f6]), try plugin("b", compares: [Self.voice])]
    let found = try problems(["imprint.face-extractor/1", "imprint.matcher/2"], plugins)
    #expect(found.map(\.code) == [.formatsApart] && found[0].candidates == ["org.a", "org.b"])
    #expect(found[0].reason.contains("org.a makes imprint.face-f6/1, and org.b compares imprint.voice-v1/1"))
    // Where its modality is said, it is for that.
    let set = try resolve(
      ["imprint.face-extractor/1", "{ability: imprint.matcher/2, modality: voice}"], plugins)
    #expect(set.templates.isEmpty)
  }

  @Test func aMatcherOfOneModalityThatIsMadeMayLeaveAnotherUncompared() throws {
    let set = try resolve(
      ["imprint.face-extractor/1", "imprint.voice-extractor/1", "imprint.matcher/2"],
      [plugin("a", makes: [Self.f6, Self.voice], compares: [Self.f6])])
    #expect(set.templates.map(\.modality) == [.face])
  }

  @Test func aVersionThatTheMatcherDoesNotReadIsNoMeeting() throws {
    let newer: Format = (Self.f6.name, "face", 2...3)
    let found = try problems(Self.face, [plugin("a", makes: [Self.f6]), plugin("b", compares: [newer])])
    #expect(found.map(\.code) == [.formatsApart])
    #expect(
      found[0].reason.contains("imprint.face-f6/1") && found[0].reason.contains("imprint.face-f6/2 to 3"))
  }

  @Test(arguments: [("8", "8"), ("8", "{max: 8}"), ("8", "{max: 9}"), ("{max: 8}", "{max: 8}")])
  func templatesThatAreNeverLongerThanTheOtherTakesAreCompared(made: String, compared: String) throws {
    let set = try resolve(
      Self.face,
      [plugin("a", makes: [Self.f6], bytes: made), plugin("b", compares: [Self.f6], bytes: compared)])
    #expect(set.templatePath(of: .face)?.matcher == "org.b")
  }

  @Test(arguments: [("8", "9"), ("9", "8"), ("{max: 8}", "8"), ("9", "{max: 8}"), ("{max: 9}", "{max: 8}")])
  func templatesOfALengthThatTheOtherDoesNotTakeAreRefusedByBoth(made: String, compared: String) throws {
    let found = try problems(
      Self.face,
      [plugin("a", makes: [Self.f6], bytes: made), plugin("b", compares: [Self.f6], bytes: compared)])
    #expect(found.map(\.code) == [.formatsApart])
    func words(_ bytes: String) -> String {
      bytes.replacing("{max: ", with: "at most ").replacing("}", with: "")
    }
    #expect(found[0].reason.contains("org.a makes imprint.face-f6/1 of \(words(made)) bytes"))
    #expect(found[0].reason.contains("org.b compares imprint.face-f6/1 of \(words(compared)) bytes"))
  }

  @Test func aChosenPluginTakesThePlaceOfBothSides() throws {
    let set = try resolve(
      Self.face, choosing: ["org.b"],
      [
        plugin("a", makes: [Self.f6], compares: [Self.f6]),
        plugin("b", makes: [Self.f5], compares: [Self.f5]),
      ])
    #expect(set.plugins.map(\.id) == ["org.b"] && set.templatePath(of: .face)?.matcher == "org.b")
  }

  @Test func aChosenExtractorOfAnotherFormatIsRefusedBesideTheOldMatcher() throws {
    let found = try problems(
      Self.face, choosing: ["org.b"],
      [plugin("a", makes: [Self.f6], compares: [Self.f6]), plugin("b", makes: [Self.f5])])
    #expect(found.map(\.code) == [.formatsApart])
  }

  @Test func twoMatchersOfOneNeedAreRefused() throws {
    let found = try problems(
      Self.face,
      [plugin("a", makes: [Self.f6], compares: [Self.f6]), plugin("b", compares: [Self.f6])])
    #expect(found.map(\.code) == [.doublyMet])
    #expect(found[0].reason.hasPrefix("imprint.matcher/2 for faces is provided by org.a and org.b"))
  }

  @Test func aFormatThatNobodyComparesIsAnUnmetNeed() throws {
    let found = try problems(
      Self.need("imprint.face-f6", "face"), [plugin("a", makes: [Self.f6], compares: [Self.f5])])
    #expect(found.map(\.code) == [.unmetNeed])
    #expect(found[0].reason.contains("imprint.matcher/2 for imprint.face-f6"))
  }

  @Test(arguments: ["imprint.matcher", "imprint.face-capture"])
  func anotherRevisionIsNamedBesideTheOneThatIsNeeded(ability: String) throws {
    let text = """
      schema: "1.3"
      id: org.old
      version: 1.0.0
      vendor: Example
      name: Example
      summary: Example.
      license: {code: MIT}
      library: {file: lib.so, architecture: x86_64, libc: glibc 2.34}
      abi: {min: 1, max: 1}
      provides: [\(ability)/1]
      dataUse: {class: biometric, egress: none, retention: none}
      """
    let old = try ManifestReader.plugin(bytes: Array(text.utf8), place: "old").manifest
    let found = try problems(["\(ability)/2"], [old])
    #expect(found.map(\.code) == [.unmetNeed])
    #expect(found[0].reason.contains("\(ability)/2") && found[0].reason.contains("\(ability)/1"))
  }

  @Test func aSetThatOnlyComparesNeedsNoExtractor() throws {
    let set = try resolve(["imprint.matcher/2"], [plugin("a", compares: [Self.f6])])
    #expect(set.plugins.map(\.id) == ["org.a"] && set.templates.isEmpty)
  }
}
