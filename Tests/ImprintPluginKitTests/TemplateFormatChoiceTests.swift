// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintPluginKit
import Testing

/// What an author may state of a format of any modality.
struct Statement: Sendable {
  var name = "example.shade"
  var version: UInt32 = 1
  var templates = TemplateLength.atMost(bytes: 1)

  /// A format of each that makes templates, and of what compares them.
  var formats: [any StatedFormat] {
    [
      FaceFormat(name: name, version: version, templates: templates, needsFace: false),
      VoiceFormat(name: name, version: version, templates: templates, rate: 8000, milliseconds: 1...1),
      FingerFormat(name: name, version: version, templates: templates, resolutions: 1...1),
      MatcherFormat(
        name: name, modality: .finger, reads: version...version, templates: templates, isSymmetric: false,
        similarities: 0...1),
    ]
  }
}

/// What holds of the formats of every extractor and matcher, whatever their templates are of.
struct TemplateFormatChoiceTests {
  @Test(
    arguments: [
      (.init(name: ""), "has a name of 0 bytes; 1 to 63 are allowed."),
      (.init(name: String(repeating: "n", count: 64)), "has a name of 64 bytes; 1 to 63 are allowed."),
      // 63 characters, one of which is two bytes.
      (.init(name: String(repeating: "n", count: 62) + "ü"), "has a name of 64 bytes; 1 to 63 are allowed."),
      (.init(version: 0), "has version 0; versions count from 1."),
      (.init(templates: .exactly(bytes: 0)), "has templates of 0 bytes."),
      (.init(templates: .atMost(bytes: 0)), "has templates of 0 bytes."),
      (.init(templates: .atMost(bytes: -1)), "has templates of 0 bytes."),
    ] as [(Statement, String)])
  func formatOutsideItsRangeIsADefect(statement: Statement, reason: String) throws {
    for format in statement.formats {
      let failure = try #require(throws: PluginFailure.self) { try format.check() }
      #expect(failure.status.rawValue == IMP_E_INTERNAL)
      #expect(failure.words == "A format that it states, '\(statement.name)', \(reason)")
    }
  }

  @Test(
    arguments: [
      .init(name: "n"), .init(name: String(repeating: "n", count: 63)), .init(version: .max),
      .init(templates: .exactly(bytes: 1)), .init(templates: .atMost(bytes: 1 << 20)),
    ] as [Statement])
  func formatAtTheEndsOfItsRangeIsOne(statement: Statement) throws {
    for format in statement.formats { try format.check() }
  }

  @Test(arguments: [
    ("example.mesh", UInt32(0), "threads is 0"), ("", 1, "The format is empty"),
    ("example.mesh\0", 1, "The format is empty, or not UTF-8 text"),
    ("example.mes", 1, "not one of its own: example.shade, example.mesh."),
    ("Example.Mesh", 1, "not one of its own: example.shade, example.mesh."),
    ("example.mesh ", 1, "not one of its own: example.shade, example.mesh."),
  ])
  func formatThatIsNotStatedIsRefused(name: String, threads: UInt32, reason: String) throws {
    let failure = try #require(throws: PluginFailure.self) { try choose(name, threads: threads) }
    let isUnknown = reason.hasPrefix("not one of")
    #expect(failure.status.rawValue == (isUnknown ? IMP_E_UNSUPPORTED : IMP_E_ARGUMENT))
    #expect(failure.words.contains(reason), "\(failure.words)")
  }

  @Test(arguments: ["example.shade", "example.mesh"], [UInt32(1), 2, .max])
  func formatThatIsStatedIsChosen(name: String, threads: UInt32) throws {
    let chosen = try choose(name, threads: threads)
    #expect((chosen.format.name, chosen.threads) == (name, Int(threads)))
  }

  private func choose(_ name: String, threads: UInt32) throws -> FaceExtractorOptions {
    let formats = SampleFacePlugin.formats
    return try name.lent { try chosen($0, among: formats, threads: threads) }
  }
}
