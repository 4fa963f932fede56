// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// Two modalities, and two formats of one of them, in one set of plugins. Faces of the newer format are made
/// by one plugin and compared by another.
@Suite struct TemplateSetTests {
  private static let (older, newer, voice) = ("example.face-a", "example.face-b", "example.voice")

  private func installation(writes: String = newer) throws -> TemplateInstallation {
    try TemplateInstallation(
      [
        .face("org.example.face-a", format: Self.older),
        .face("org.example.face-b-maker", format: Self.newer, compares: false),
        .face(
          "org.example.face-b-matcher", format: Self.newer, makes: false,
          calibratedFor: "org.example.face-b-maker"), .voice(),
      ],
      needs: [Self.older, Self.newer].flatMap {
        [
          "{ability: imprint.face-extractor/1, format: \($0)}", "{ability: imprint.matcher/2, format: \($0)}",
        ]
      } + ["imprint.voice-extractor/1", "{ability: imprint.matcher/2, modality: voice}"], writes: [writes])
  }

  /// A format that somebody is enrolled and verified with.
  private struct Member {
    let matcher: TemplateMatcher
    /// Who makes its templates.
    let maker: String
    /// A template of Ada, or of Kim, of one take or another.
    let template: @Sendable (_ isAda: Bool, _ take: UInt8) async throws -> Template

    init(_ extractor: FaceExtractor, _ matcher: TemplateMatcher) {
      (self.matcher, maker) = (matcher, extractor.pluginID)
      template = { isAda, take in
        let pixels = [UInt8](repeating: (isAda ? 20 : 200) + take, count: 16)
        let image = try #require(Image(width: 4, height: 4, format: .grey8, pixels: pixels))
        return try await extractor.template(of: image, face: nil)
      }
    }

    init(_ extractor: VoiceExtractor, _ matcher: TemplateMatcher) {
      (self.matcher, maker) = (matcher, extractor.pluginID)
      template = { isAda, take in
        let speaker: DrawnSpeaker = isAda ? .ada : .kim
        return try await extractor.template(
          of: speaker.recording(UInt64(take), rate: extractor.format.rate))
      }
    }

    /// A third take against what a user has in the store.
    func verify(_ isAda: Bool, as name: String, in store: FolderStore) async throws -> Authentication {
      let candidate = try await template(isAda, 3)
      let references = try await store.templates(ofUserNamed: name)
      return try await matcher.withoutBlocking {
        try $0.authenticateBlocking(candidates: [candidate], references: references)
      }
    }
  }

  /// The three of the set, by the name of their format.
  private func members(_ system: BiometricSystem) async throws -> [String: Member] {
    [
      Self.older: Member(
        try await system.faces.extractor(format: Self.older),
        try await system.faces.matcher(format: Self.older)),
      Self.newer: Member(
        try await system.faces.extractor(format: Self.newer),
        try await system.faces.matcher(format: Self.newer)),
      Self.voice: Member(
        try await system.voices.extractor(format: Self.voice),
        try await system.voices.matcher(format: Self.voice)),
    ]
  }

  @Test(arguments: Isolation.allCases)
  func aUserIsEnrolledAndVerifiedByEachOfThreeFormats(isolation: Isolation) async throws {
    let installation = try installation()
    let (system, store) = (try installation.open(isolation), try await installation.store())
    let members = try await members(system)
    for (format, member) in members {
      let templates = [try await member.template(true, 1), try await member.template(true, 2)]
      #expect(templates.allSatisfy { $0.format.algorithm == format && $0.maker?.id == member.maker })
      let enrolled = try await system.enroll(
        name: "ada", templates: templates, with: member.matcher, in: store)
      guard case .alike = enrolled.resemblance.verdict else {
        Issue.record("\(format): \(enrolled.resemblance.verdict)")
        continue
      }
    }
    #expect(try await store.templates(ofUserNamed: "ada").count == 6)
    for (format, member) in members {
      let genuine = try await member.verify(true, as: "ada", in: store)
      let impostor = try await member.verify(false, as: "ada", in: store)
      #expect(genuine.isMatch && !impostor.isMatch, "\(format): \(genuine.best), \(impostor.best)")
      // What is of the other two is passed over, and said.
      #expect(genuine.pairs.count == 2 && genuine.skipped.count == 4)
      #expect(Set(genuine.skipped.map(\.format.algorithm)) == Set(members.keys).subtracting([format]))
      #expect(genuine.skipped.allSatisfy { $0.reason.code == .otherAlgorithm })
    }
  }

  @Test func oneFormatsTemplatesAreMadeByOnePluginAndComparedByAnother() async throws {
    let members = try await members(installation().open())
    #expect(members[Self.older]?.maker == "org.example.face-a")
    #expect(members[Self.older]?.matcher.pluginID == "org.example.face-a")
    #expect(members[Self.newer]?.maker == "org.example.face-b-maker")
    #expect(members[Self.newer]?.matcher.pluginID == "org.example.face-b-matcher")
    #expect(members[Self.voice]?.matcher.pluginID == "org.example.voice")
  }

  @Test(arguments: [older, newer])
  func theVariantSaysWhichFormatNewTemplatesAreWrittenIn(format: String) async throws {
    let system = try installation(writes: format).open()
    #expect(try await system.faces.extractor().format.template.algorithm == format)
    #expect(try await system.faces.matcher().format.algorithm == format)
    // There is one of voices alone.
    #expect(try await system.voices.extractor().format.template.algorithm == Self.voice)
    #expect(try await system.voices.matcher().format.algorithm == Self.voice)
  }

  @Test func whatIsOnlyMadeOrOnlyComparedIsFoundByItsModalityAndFormat() async throws {
    let system = try TemplateInstallation(
      [
        .face("org.example.face-a", format: Self.older),
        .face("org.example.face-b", format: Self.newer, compares: false), .voice(),
      ],
      needs: [
        "{ability: imprint.face-extractor/1, format: \(Self.older)}",
        "{ability: imprint.face-extractor/1, format: \(Self.newer)}",
        "{ability: imprint.matcher/2, format: \(Self.older)}",
        "{ability: imprint.matcher/2, modality: voice}",
      ]
    ).open()
    #expect(try await system.voices.matcher().pluginID == "org.example.voice")
    #expect(try await system.faces.extractor(format: Self.newer).pluginID == "org.example.face-b")
    #expect(try await system.faces.extractor().format.template.algorithm == Self.older)
    let error = await #expect(throws: PluginError.self) { try await system.faces.matcher(format: Self.newer) }
    #expect(
      error?.code == .notProvided && error?.reason.contains("a face in the format \(Self.newer)") == true)
  }

  @Test func aModalityOfNoPluginHasNoMatcherAndNoExtractor() async throws {
    let system = try TemplateInstallation(
      [.face("org.example.face-a", format: Self.older)],
      needs: ["imprint.face-extractor/1", "imprint.matcher/2"]
    ).open()
    let matcher = await #expect(throws: PluginError.self) { try await system.voices.matcher() }
    #expect(
      matcher?.code == .notProvided && matcher?.reason.contains("compares templates of a voice.") == true)
    let extractor = await #expect(throws: PluginError.self) { try await system.voices.extractor() }
    #expect(extractor?.code == .notProvided && extractor?.reason.contains("makes") == true)
  }

  @Test func ofSeveralFormatsThatAreOnlyComparedOneHasToBeNamed() async throws {
    let system = try TemplateInstallation(
      [Self.older, Self.newer].map { .face("org.\($0)", format: $0, makes: false) },
      needs: [Self.older, Self.newer].map { "{ability: imprint.matcher/2, format: \($0)}" }
    ).open()
    let error = await #expect(throws: PluginError.self) { try await system.faces.matcher() }
    #expect(error?.code == .severalProvide && error?.reason.contains("\(Self.older), ") == true)
    #expect(try await system.faces.matcher(format: Self.newer).pluginID == "org.\(Self.newer)")
  }

  @Test func whatIsNotCalibratedIsToldWithWhoMakesItAndWhatMeasuresIt() throws {
    var voice = try FixturePlugin.voice()
    voice.manifest.more = FixtureManifest.calibrations(of: Self.voice, by: "org.example.other")
    let installation = try TemplateInstallation(
      [
        .face("org.example.maker", format: Self.newer, compares: false),
        .face(
          "org.example.matcher", format: Self.newer, makes: false, calibratedFor: "org.example.other"), voice,
      ],
      needs: [
        "imprint.face-extractor/1", "{ability: imprint.matcher/2, modality: face}",
        "imprint.voice-extractor/1", "{ability: imprint.matcher/2, modality: voice}",
      ])
    let findings = try #require(
      try installation.run(["doctor", "--json"]).json["findings"] as? [[String: String]])
    let open = findings.filter { $0["subject"] == "variant" && $0["code"] == "not-calibrated" }
    let face = try #require(open.first { $0["fact"]?.contains("org.example.matcher") == true })
    #expect(face["fact"]?.contains("that are made, \(Self.newer)/1 of org.example.maker 1.0.0") == true)
    #expect(face["remedy"]?.contains("--plugin org.example.matcher --plugin org.example.maker") == true)
    let spoken = try #require(open.first { $0["fact"]?.contains(Self.voice) == true })
    #expect(spoken["remedy"]?.contains("Evaluator.calibrate") == true)
  }

  @Test(arguments: Isolation.allCases)
  func templatesOfOneFormatAreRefusedByTheMatcherOfAnother(isolation: Isolation) async throws {
    let installation = try installation()
    let (system, store) = (try installation.open(isolation), try await installation.store())
    let members = try await members(system)
    for (format, member) in members {
      let own = try await member.template(true, 1)
      for (other, stranger) in members where other != format {
        let template = try await stranger.template(true, 1)
        let error = try #require(throws: TemplateError.self) {
          try member.matcher.compareBlocking(template, with: own)
        }
        #expect(error.code == .otherAlgorithm)
        #expect(error.reason.contains(format) && error.reason.contains(other), "\(error.reason)")
        #expect(!error.remedy.isEmpty)
        let kept = await #expect(throws: TemplateError.self) {
          try await system.enroll(name: "ada", templates: [template], with: member.matcher, in: store)
        }
        #expect(kept?.code == .otherAlgorithm)
        let alone = try #require(throws: MatchingError.self) {
          try member.matcher.authenticateBlocking(candidates: [own], references: [template])
        }
        #expect(alone.code == .nothingComparable && alone.reason.contains(other), "\(alone.reason)")
      }
    }
    #expect(try await store.users().items.isEmpty)
  }
}
