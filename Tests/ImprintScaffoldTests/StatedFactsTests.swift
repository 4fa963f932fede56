// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintManifest
import ImprintSettings
import TestSupport
import Testing

@testable import ImprintScaffold

private let templates = PluginTemplates(
  folder: BuiltProducts.package.appending(path: "Kit/templates").path)

/// What code and manifest both say is compared, without compiling or running anything.
struct StatedFactsTests {
  private func scaffold(
    _ language: PluginLanguage = .c, kind: PluginKind = .matcher, vendor: String = "Acme"
  ) throws -> PluginScaffold {
    try PluginScaffold(
      id: "org.example.acme-matcher", kind: kind, language: language, vendor: vendor, templates: templates)
  }

  /// Compares a scaffold's own files, one of them changed.
  private func compare(
    _ scaffold: PluginScaffold, manifest: (String) -> String = { $0 }, code: (String) -> String = { $0 }
  ) throws -> (same: Int, unread: [FactProblem]) {
    let name = scaffold.language == .swift ? "Identity.swift" : "identity.h"
    let text = try #require(scaffold.files.first { $0.name == name }).text
    let yaml = try #require(scaffold.files.first { $0.name == "plugin.yaml" }).text
    let read = try ManifestReader.plugin(bytes: Array(manifest(yaml).utf8), place: "plugin.yaml").manifest
    return try StatedFacts(parsing: Array(code(text).utf8), place: "acme/\(name)").compare(with: read)
  }

  private func differences(
    _ scaffold: PluginScaffold, manifest: (String) -> String = { $0 }, code: (String) -> String = { $0 }
  ) throws -> FactsError {
    try #require(throws: FactsError.self) { try compare(scaffold, manifest: manifest, code: code) }
  }

  @Test(arguments: PluginKind.allCases, PluginLanguage.allCases)
  func whatTheTemplatesSayIsReadAndTheSame(kind: PluginKind, language: PluginLanguage) throws {
    let found = try compare(scaffold(language, kind: kind))
    #expect(found.unread.isEmpty, "\(found.unread)")
    let more: [PluginKind: Int] = [
      .voiceExtractor: 4, .fingerExtractor: 4, .faceExtractor: 5, .matcher: language == .swift ? 9 : 11,
    ]
    #expect(found.same == 4 + (more[kind] ?? 0))
  }

  @Test(arguments: PluginLanguage.allCases)
  func theCodeOfALibraryOfManySaysWhoTheLibraryIs(language: PluginLanguage) throws {
    let scaffold = try scaffold(language)
    func many(_ id: String) -> (String) -> String {
      { manifest in
        manifest.replacing("id: org.example.acme-matcher\n", with: "id: org.example.own-model\n")
          .replacing("vendor: \"Acme\"", with: "vendor: Another")
          .replacing("libc: glibc", with: "ofMany: {id: \(id), version: 1.0.0, vendor: Acme}, libc: glibc")
      }
    }
    let found = try compare(scaffold, manifest: many("org.example.acme-matcher"))
    // What the plugin is beyond that follows from its parameters.
    #expect(found.same == 3 && found.unread.isEmpty)
    let error = try differences(scaffold, manifest: many("org.example.other"))
    #expect("\(error)".contains("org.example.other"))
  }

  @Test(arguments: PluginLanguage.allCases, [#"A "B" \ ?? \(C) é // @ID@"#, "a /* b */ c", "Œuvre 漢字"])
  func aVendorOfAnyTextIsReadAsItWasWritten(language: PluginLanguage, vendor: String) throws {
    let found = try compare(scaffold(language, vendor: vendor))
    #expect(found.unread.isEmpty, "\(found.unread)")
  }

  @Test(
    arguments: PluginLanguage.allCases,
    [
      ("version: 1.0.0", "version: 1.1.0"), ("vendor: \"Acme\"", "vendor: \"Other\""),
      ("id: org.example.acme-matcher\n", "id: org.example.other\n"), ("version: 1,", "version: 2,"),
      ("reads: {min: 1, max: 1}", "reads: {min: 1, max: 2}"), ("templateBytes: 268", "templateBytes: 512"),
      ("needsFace: false", "needsFace: true"), ("symmetric: true", "symmetric: false"),
      ("fuses: 1", "fuses: 2"), ("    fuses: 1\n", ""),
      (
        "  - imprint.face-extractor/1\n  - imprint.matcher/2\n",
        "  - imprint.matcher/2\n  - imprint.face-extractor/1\n"
      ),
      ("similarity: {min: -1, max: 1}", "similarity: {min: -1, max: 1.5}"),
      ("similarity: {min: -1, max: 1}", "similarity: {min: 0, max: 1}"),
    ])
  func aManifestThatSaysSomethingElseIsToldWithTheLine(
    language: PluginLanguage, change: (String, String)
  ) throws {
    // A version that is made has to be one that is read.
    let isMade = change.1 == "version: 2," || change.1 == "fuses: 2"
    let error = try differences(scaffold(language)) {
      #expect($0.contains(change.0))
      let changed = $0.replacing(change.0, with: change.1)
      return isMade
        ? changed.replacing(
          "{min: 1, max: 1}\n    templateBytes", with: "{min: 1, max: 2}\n    templateBytes") : changed
    }
    #expect(error.code == .differs)
    #expect(error.place.contains(/^acme\/(identity\.h|Identity\.swift):\d+$/), "\(error.place)")
    #expect(error.reason.contains("plugin.yaml says") && !error.remedy.isEmpty)
  }

  @Test(arguments: PluginLanguage.allCases)
  func anotherFormatNeedsAnotherMagic(language: PluginLanguage) throws {
    let old = "org.example.acme-matcher"
    let error = try differences(
      scaffold(language), manifest: { $0.replacing("format: \(old)", with: "format: acme.second") },
      code: { text in
        text.split(separator: "\n", omittingEmptySubsequences: false).map {
          $0.contains("TEMPLATE_FORMAT") || $0.contains("templateFormat =")
            ? $0.replacing(old, with: "acme.second") : $0
        }.joined(separator: "\n")
      })
    #expect(error.problems.count == 1)
    let magic = TemplateMagic(ofFormat: "acme.second").literal
    #expect(error.reason.contains("'acme.second'") && error.remedy.contains(magic))
    // A format that has long had another magic says it elsewhere.
    let found = try compare(
      scaffold(language),
      code: {
        $0.split(separator: "\n").filter { !$0.contains("MAGIC") && !$0.contains("templateMagic") }
          .joined(separator: "\n")
      })
    #expect(found.unread.isEmpty)
  }

  @Test func everythingThatDiffersIsTold() throws {
    let error = try differences(scaffold()) {
      $0.replacing("version: 1.0.0", with: "version: 2.0.0").replacing(
        "needsFace: false", with: "needsFace: true")
    }
    #expect(
      error.problems.map { $0.reason.split(separator: " ")[2] } == ["PLUGIN_VERSION", "NEEDS_FACE"])
    #expect(error.description.split(separator: "\n").count == 2)
  }

  @Test(arguments: [
    #"#define PLUGIN_VERSION VERSION"#, #"#define PLUGIN_VERSION "1.0" ".0""#,
    "#define PLUGIN_VERSION \\\n \"1.0.0\"",
    #"#define PLUGIN_VERSION "1.0.\60""#, "// #define PLUGIN_VERSION \"2.0.0\"",
    "/* #define PLUGIN_VERSION \"2.0.0\"\n*/",
    "",
  ])
  func whatIsNoLiteralIsSaidToBeUnread(line: String) throws {
    let found = try compare(
      scaffold(), code: { $0.replacing("#define PLUGIN_VERSION \"1.0.0\"", with: line) })
    #expect(found.unread.count == 1)
    #expect(found.unread.first?.code == .unread)
    #expect(found.unread.first?.reason.contains("PLUGIN_VERSION") == true)
  }

  @Test func everyBranchOfACondition() throws {
    let error = try differences(
      scaffold(), code: { $0 + "#if 0\n#define PLUGIN_VERSION \"0.9.0\" /* old */\n#endif\n" })
    #expect(error.reason.contains("0.9.0"))
  }

  @Test(arguments: [
    (PluginLanguage.c, "IMP_CAMERA_ID", "IMP_CAMERA_ID,IMP_CAMERA_CONTROL_ID"),
    (.swift, "[.camera]", "[ .camera, .cameraControl ]"),
  ])
  func everyAbilityIsSaidInItsOrder(language: PluginLanguage, one: String, two: String) throws {
    let made = try scaffold(language, kind: .camera)
    func provides(_ ids: String) -> (String) -> String {
      { $0.replacing("provides: [imprint.camera/1]", with: "provides: [\(ids)]") }
    }
    func says(_ list: String) -> (String) -> String { { $0.replacing(one, with: list) } }
    let both = "imprint.camera/1, imprint.camera-control/1"
    #expect(try compare(made, manifest: provides(both), code: says(two)).same == 4)
    for ids in [both, "imprint.microphone/1"] {
      #expect(try differences(made, manifest: provides(ids)).reason.contains("imprint.camera, but"))
    }
    _ = try differences(made, code: says(two))
    _ = try differences(
      made, manifest: provides("imprint.camera-control/1, imprint.camera/1"), code: says(two))
  }

  @Test(arguments: PluginLanguage.allCases)
  func aFactOfOneFormatAmongSeveralIsOneOfTheirs(language: PluginLanguage) throws {
    let made = try scaffold(language, kind: .faceExtractor)
    func withMore(_ yaml: String) -> String {
      yaml.replacing(
        "extracts: [",
        with:
          "extracts: [{format: acme.second, modality: face, version: 7, templateBytes: 9, needsFace: true}, ")
    }
    #expect(try compare(made, manifest: withMore).same == 9)
    let (version, face) =
      language == .swift
      ? ("templateVersion: UInt32 = ", "needsFace = ") : ("TEMPLATE_VERSION ", "NEEDS_FACE ")
    func says(_ number: Int, _ flag: String) -> (String) -> String {
      { $0.replacing("\(version)1", with: "\(version)\(number)").replacing(face, with: "\(face)\(flag) //") }
    }
    #expect(try compare(made, manifest: withMore, code: says(7, "true")).same == 9)
    let error = try differences(made, manifest: withMore, code: says(3, "false"))
    #expect(error.reason.contains(" 3, but plugin.yaml says 7, 1"), "\(error.reason)")
    #expect(try differences(made, code: says(7, "true")).problems.count == 2)
  }

  @Test func theSameLetterWrittenInAnotherWayIsNotTheSame() throws {
    _ = try differences(scaffold(vendor: "Caf\u{E9}")) { $0.replacing("Caf\u{E9}", with: "Cafe\u{301}") }
  }

  @Test(arguments: [
    [UInt8](repeating: 0x20, count: StatedFacts.mostBytes + 1), [0x23, 0xFF, 0xFE],
  ]) func aFileThatIsNoTextIsRefused(bytes: [UInt8]) throws {
    let error = try #require(throws: FactProblem.self) {
      try StatedFacts(parsing: bytes, place: "identity.h")
    }
    #expect(error.code == .file)
  }

  /// Patterns that look back would take hours for these.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "#define PLUGIN_ID x" + String(repeating: " ", count: 60_000) + "y",
      "#define MATCHER_SIMILARITY_MIN " + String(repeating: "...", count: 20_000),
      "static let reads = 1" + String(repeating: "... ", count: 15_000) + "x",
      String(repeating: "static let ", count: 5_000), String(repeating: "/*", count: 30_000),
      String(repeating: "\"", count: 60_001),
    ])
  func aLineThatIsFullOfOneThingIsReadAtOnce(line: String) throws {
    for language in PluginLanguage.allCases {
      let found = try compare(scaffold(language), code: { $0 + line + "\n" })
      #expect(found.same > 4)
    }
  }

  /// Whatever a file says, it is read or refused; nothing of it ends the process.
  @Test func mutatedFilesAreReadOrRefused() throws {
    var random = SystemRandomNumberGenerator()
    for language in PluginLanguage.allCases {
      let made = try scaffold(language)
      let name = language == .swift ? "Identity.swift" : "identity.h"
      let bytes = Array(try #require(made.files.first { $0.name == name }).text.utf8)
      let yaml = try #require(made.files.first { $0.name == "plugin.yaml" }).text
      let manifest = try ManifestReader.plugin(bytes: Array(yaml.utf8), place: "").manifest
      for _ in 0..<60 {
        var mutated = bytes
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          let at = Int.random(in: 0..<mutated.count, using: &random)
          if Bool.random(using: &random) {
            mutated[at] = UInt8.random(in: 0...127, using: &random)
          } else {
            mutated.removeSubrange(at..<min(mutated.count, at + 5))
          }
        }
        _ = try? StatedFacts(parsing: mutated, place: name).compare(with: manifest)
      }
    }
  }
}
