// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import ImprintSettings
import Testing

@testable import ImprintManifest

@Suite struct ReaderTests {
  @Test func goodManifestGivesItsValues() throws {
    let reading = try ManifestReader.plugin(bytes: Samples.good(), place: "plugin.yaml")
    let manifest = reading.manifest
    #expect(reading.warnings.isEmpty)
    #expect(manifest.schema == SchemaVersion(major: 1, minor: 3))
    #expect(manifest.id == "org.example.matcher")
    #expect(manifest.version == SemanticVersion(major: 1, minor: 2, patch: 3))
    #expect(manifest.vendor == "Example")
    #expect(manifest.license == PluginLicense(code: "Apache-2.0", weights: "CC0-1.0"))
    #expect(manifest.library.file == "libExample.so")
    #expect(manifest.library.architecture == .x86_64)
    #expect(manifest.library.libc.description == "glibc 2.34")
    #expect(manifest.abi == 1...2)
    #expect(manifest.provides.map(\.description) == ["imprint.face-extractor/1", "imprint.matcher/2"])
    #expect(manifest.needs.host.map(\.description) == ["imprint.host.files/1"])
    #expect(manifest.needs.abilities.map(\.description) == ["imprint.face-tracker/1"])
    #expect(manifest.features == ["VERIF", "IDENT"])
    let model = try #require(manifest.models.first)
    #expect(model.name == "embedding.xml")
    #expect(model.file == "example.xml")
    #expect(model.bytes == 1234)
    #expect(model.sha256.hex == "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff")
    #expect(model.source.sha256.hex.hasPrefix("ffeeddcc"))
    let runtime = try #require(manifest.runtimes.first)
    #expect(runtime.folder == "openvino-2026.4.1")
    #expect(runtime.files.map(\.file) == ["libopenvino_c.so.2641"])
    let made = try #require(manifest.extracts.first)
    #expect(manifest.extracts.count == 1 && manifest.compares.count == 1)
    #expect(made.format == TemplateFormat(algorithm: "example.face", version: 2))
    #expect(made.templateBytes == .atMost(600))
    #expect(made.modality == .face && !made.needsFace)
    let compared = try #require(manifest.compares.first)
    #expect(compared.algorithm == "example.face")
    #expect(compared.reads == 1...2)
    #expect(compared.templateBytes == .atMost(600))
    #expect(compared.modality == .face && compared.isSymmetric)
    #expect(compared.similarities == 0...1)
    #expect(compared.fuses == nil)
    #expect(compared.intendedUse == [.selfieToSelfie])
    #expect(manifest.concurrency == PluginConcurrency(instances: .parallel, threads: 4, forkSafe: true))
    #expect(manifest.dataUse == PluginDataUse(dataClass: .biometric, egress: .none, retention: .none))
  }

  @Test func whatIsNotGivenHasTheSchemasDefault() throws {
    let manifest = try ManifestReader.plugin(
      bytes: Samples.good("concurrency: {instances: parallel, threads: 4, forkSafe: true}\n", with: ""),
      place: ""
    ).manifest
    #expect(manifest.concurrency == PluginConcurrency(instances: .serial, threads: 1, forkSafe: false))
  }

  @Test func exactTemplateLengthIsExact() throws {
    let bytes = try Samples.good("templateBytes: {max: 600}", with: "templateBytes: 512")
    let manifest = try ManifestReader.plugin(bytes: bytes, place: "").manifest
    for length in manifest.extracts.map(\.templateBytes) + manifest.compares.map(\.templateBytes) {
      #expect(length == .exactly(512))
      #expect(length.allows(512) && !length.allows(511) && !length.allows(513))
    }
  }

  @Test func versionThatItFusesToIsRead() throws {
    let bytes = try Samples.good("symmetric: true", with: "fuses: 1\n    symmetric: true")
    #expect(try ManifestReader.plugin(bytes: bytes, place: "").manifest.compares.first?.fuses == 1)
  }

  @Test func templatesOfTheFormatAreReadInTheVersionsThatAreSaid() throws {
    let compared = try #require(
      try ManifestReader.plugin(bytes: Samples.good(), place: "").manifest.compares.first)
    for (name, version, isRead) in [
      ("example.face", 1, true), ("example.face", 2, true), ("example.face", 3, false),
      ("example.other", 1, false),
    ] as [(String, UInt32, Bool)] {
      let format = try #require(TemplateFormat(algorithm: name, version: version))
      #expect(compared.reads(format) == isRead)
    }
  }

  @Test func sectionOfTheOlderSchemaIsRefusedWithTheLinesToWriteInstead() throws {
    let bytes = try Samples.bytes("older-section")
    let error = #expect(throws: ManifestError.self) { try ManifestReader.plugin(bytes: bytes, place: "p") }
    let problem = try #require(error?.problems.first { $0.code == .olderSection })
    #expect(problem.reason.contains("imprint.matcher/1") && problem.reason.contains("imprint.matcher/2"))
    let format = "{format: example.face, modality: face, templateBytes: {max: 600}"
    #expect(problem.remedy.contains("extracts: [\(format), version: 2, needsFace: false}]"))
    #expect(
      problem.remedy.contains(
        "compares: [\(format), reads: {min: 1, max: 2}, symmetric: true, similarity: {min: 0, max: 1}}]"))
    // They are what they stand for.
    let lists = try #require(problem.remedy.components(separatedBy: "write instead: ").last)
      .replacing(" and compares", with: "\ncompares")
    let good = try Samples.text("good")
    let start = try #require(good.range(of: "extracts:\n")).lowerBound
    let end = try #require(good.range(of: "# Measured, not typed.")).lowerBound
    let instead = Array((good[..<start] + lists + "\n" + good[end...]).utf8)
    let manifest = try ManifestReader.plugin(bytes: instead, place: "p").manifest
    let expected = try ManifestReader.plugin(bytes: Samples.good(), place: "p").manifest
    #expect(manifest.extracts == expected.extracts)
    #expect(manifest.compares.map(\.similarities) == expected.compares.map(\.similarities))
  }

  @Test func whatAnOlderSectionSaysOfLengthsSteersNoTerminal() throws {
    let bytes = Array(
      try Samples.text("older-section").replacing("{max: 600}", with: #"{max: "\e[2J\e[H600"}"#).utf8)
    let error = #expect(throws: ManifestError.self) { try ManifestReader.plugin(bytes: bytes, place: "p") }
    let problem = try #require(error?.problems.first { $0.code == .olderSection })
    #expect(problem.remedy.contains(#"templateBytes: {max: \u{1b}[2J\u{1b}[H600}"#), "\(problem.remedy)")
  }

  @Test func needsOfAFormatAreRead() throws {
    let needs =
      "[{ability: imprint.matcher/2, format: example.voice}, {ability: imprint.matcher/2, modality: finger}, "
      + "{ability: imprint.voice-extractor/1}]"
    let bytes = try Samples.good("abilities: [imprint.face-tracker/1]", with: "abilities: \(needs)")
    let read = try ManifestReader.plugin(bytes: bytes, place: "").manifest.needs.abilities
    #expect(read.map(\.format) == ["example.voice", nil, nil])
    #expect(read.map(\.modality) == [nil, .finger, .voice])
    #expect(
      read.map(\.description) == [
        "imprint.matcher/2 for example.voice", "imprint.matcher/2 for fingers", "imprint.voice-extractor/1",
      ])
  }

  @Test(arguments: [
    ([2, 34], true), ([2, 36], true), ([3], true), ([2, 33], false), ([2], false), ([2, 34, 1], true),
  ])
  func libcFloorIsComparedByNumbers(found: [Int], isMet: Bool) throws {
    let libc = try ManifestReader.plugin(bytes: Samples.good(), place: "").manifest.library.libc
    #expect(libc.isMet(by: found) == isMet)
  }

  @Test(arguments: [
    ("modality: face", "modality: fase", "face"), ("architecture: x86_64", "architecture: x86-64", "x86_64"),
    ("vendor: Example", "vender: Example\nvendor: Example", "vendor"),
    ("[VERIF, IDENT]", "[VERIFY, IDENT]", "VERIF"),
    ("imprint.face-tracker/1", "imprint.face-traker/1", "imprint.face-tracker/1"),
  ])
  func mistypedWordGetsTheNearestOne(old: String, new: String, word: String) throws {
    let bytes = try Samples.good(old, with: new)
    let problem: ManifestProblem?
    do {
      problem = try ManifestReader.plugin(bytes: bytes, place: "p").warnings.first
    } catch {
      problem = error.problems.first { $0.suggestion != nil }
    }
    #expect(problem?.suggestion == word)
    #expect(problem?.remedy == "Did you mean '\(word)'?")
  }

  @Test func otherSchemaIsRefusedWithBothNamed() throws {
    let bytes = try Samples.bytes("other-major")
    let error = #expect(throws: ManifestError.self) { try ManifestReader.plugin(bytes: bytes, place: "p") }
    #expect(error?.code == .otherSchema)
    #expect(error?.reason.contains("2.0") == true)
    #expect(error?.reason.contains("1.x") == true)
  }

  @Test func messageCarriesNothingThatSteersATerminal() throws {
    let bytes = try Samples.bytes("terminal-escape")
    let error = #expect(throws: ManifestError.self) { try ManifestReader.plugin(bytes: bytes, place: "p") }
    let text = try #require(error).description
    #expect(text.contains("\\u{1b}") && text.contains("\\u{202e}"))
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }

  @Test func descriptionHasEveryProblemWithItsPlace() throws {
    let bytes = try Samples.bytes("path-escapes")
    let error = #expect(throws: ManifestError.self) {
      try ManifestReader.plugin(bytes: bytes, place: "p.yaml")
    }
    let lines = try #require(error).description.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[0].hasPrefix("p.yaml:9:17: 'library.file' is '../libExample.so'"))
    #expect(lines.allSatisfy { $0.hasSuffix("[path-escape]") })
  }

  @Test func problemsAreCountedOnlySoFar() throws {
    let list = (0..<5000).map { "bad-\($0)" }.joined(separator: ", ")
    let keys = (0..<5000).map { "k\($0): 1\n" }.joined()
    let bytes = try Samples.good("[VERIF, IDENT]", with: "[\(list)]") + Array(keys.utf8)
    let error = #expect(throws: ManifestError.self) { try ManifestReader.plugin(bytes: bytes, place: "p") }
    #expect(try #require(error).problems.count <= ManifestReader.maximumProblems)
    #expect(try #require(error).warnings.count == ManifestReader.maximumProblems)
  }

  @Test func longerThanTheLimitIsRefused() throws {
    let comment = [UInt8](repeating: UInt8(ascii: "#"), count: ManifestReader.maximumBytes)
    let good = try Samples.good()
    let fitting = good + comment.prefix(ManifestReader.maximumBytes - good.count)
    #expect(throws: Never.self) { try ManifestReader.plugin(bytes: fitting, place: "p") }
    let error = #expect(throws: ManifestError.self) {
      try ManifestReader.plugin(bytes: fitting + [10], place: "p")
    }
    #expect(error?.code == .tooLarge)
  }

  @Test(arguments: ["[", "{a: ", "- ", "? "])
  func nestingWithoutEndIsRefused(opening: String) {
    let text = String(repeating: opening, count: ManifestReader.maximumBytes / opening.utf8.count)
    let error = #expect(throws: ManifestError.self) {
      try ManifestReader.plugin(bytes: Array(text.utf8), place: "p")
    }
    #expect([.tooDeep, .notYAML, .keyNotText].contains(error?.code))
  }

  @Test func thirdPartyAbilityIsAccepted() throws {
    let bytes = try Samples.good("provides: [", with: "provides: [org.example.gait/3, ")
    let reading = try ManifestReader.plugin(bytes: bytes, place: "p")
    #expect(reading.warnings.isEmpty)
    let ability = try #require(AbilityID("org.example.gait/3"))
    #expect(reading.manifest.provides(ability))
  }

  @Test(arguments: [
    "", "x", "a.b", "a.b/", "a.b/0", "a.b/01", "A.b/1", "a..b/1", "a.b/1/2", "a.b/1000000", ".a/1",
  ])
  func malformedAbilityIsNone(text: String) {
    #expect(AbilityID(text) == nil)
  }
}
