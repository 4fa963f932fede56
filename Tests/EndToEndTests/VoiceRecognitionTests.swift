// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport
import Testing

/// Sound goes in, templates come out and are compared, by a plugin that knows of nothing else: enrolment and
/// verification as an application does them.
@Suite struct VoiceRecognitionTests {
  private static let plugin = "org.example.voice"

  private func installation() throws -> TemplateInstallation {
    try TemplateInstallation(
      [.voice()], needs: ["imprint.voice-extractor/1", "{ability: imprint.matcher/2, modality: voice}"])
  }

  /// What an application holds for voices.
  private struct Voices {
    let system: BiometricSystem
    let extractor: VoiceExtractor
    let matcher: TemplateMatcher

    init(_ system: BiometricSystem) async throws {
      self.system = system
      extractor = try await system.voices.extractor()
      matcher = try await system.voices.matcher()
    }

    func template(_ speaker: DrawnSpeaker, _ take: UInt64) async throws -> Template {
      try await extractor.template(of: speaker.recording(take, rate: extractor.format.rate))
    }

    /// Enrols two recordings of one speaker.
    func enroll(_ speaker: DrawnSpeaker, as name: String, in store: FolderStore) async throws {
      let templates = [try await template(speaker, 1), try await template(speaker, 2)]
      let enrolled = try await system.enroll(name: name, templates: templates, with: matcher, in: store)
      guard case .alike = enrolled.resemblance.verdict else {
        throw MissingForTest("\(enrolled.resemblance.verdict)")
      }
    }

    /// Compares a third recording of somebody with what a user has in the store.
    func verify(
      _ speaker: DrawnSpeaker, as name: String, in store: FolderStore
    ) async throws -> Authentication {
      let (candidate, references) = (
        try await template(speaker, 3), try await store.templates(ofUserNamed: name)
      )
      return try await matcher.withoutBlocking {
        try $0.authenticateBlocking(candidates: [candidate], references: references)
      }
    }
  }

  @Test(arguments: Isolation.allCases)
  func aSpeakerIsVerifiedAndAnotherIsNot(isolation: Isolation) async throws {
    let installation = try installation()
    let (voices, store) = (try await Voices(installation.open(isolation)), try await installation.store())
    try await voices.enroll(.ada, as: "ada", in: store)
    try await voices.enroll(.kim, as: "kim", in: store)
    for (name, speaker, other) in [("ada", DrawnSpeaker.ada, DrawnSpeaker.kim), ("kim", .kim, .ada)] {
      let genuine = try await voices.verify(speaker, as: name, in: store)
      let impostor = try await voices.verify(other, as: name, in: store)
      #expect(genuine.isMatch && genuine.pairs.count == 2, "\(name): \(genuine.best)")
      #expect(!impostor.isMatch && impostor.pairs.count == 2, "\(name): \(impostor.best)")
    }
  }

  @Test(arguments: Isolation.allCases)
  func whatIsStoredSaysThatItIsOfAVoiceAndWhoMadeIt(isolation: Isolation) async throws {
    let installation = try installation()
    let (voices, store) = (try await Voices(installation.open(isolation)), try await installation.store())
    try await voices.enroll(.ada, as: "ada", in: store)
    let stored = try await store.templates(ofUserNamed: "ada")
    #expect(stored.map(\.format.description) == ["example.voice/1", "example.voice/1"])
    #expect(stored.allSatisfy { $0.modality == .voice && $0.site == .voice && $0.quality == 70 })
    #expect(stored.allSatisfy { $0.maker?.id == Self.plugin && $0.payload.count == 16 })
    // Of two recordings, so of two payloads.
    #expect(Set(stored.map(\.payload)).count == 2)
  }

  @Test func theSameSoundGivesTheSameTemplateInTheProcessAndInAWorker() async throws {
    let installation = try installation()
    var made: Set<[UInt8]> = []
    for isolation in Isolation.allCases {
      let voices = try await Voices(installation.open(isolation))
      for _ in 0..<2 { made.insert(try await voices.template(.ada, 1).payload) }
      #expect(try await voices.template(.kim, 1).payload != made.first)
    }
    #expect(made.count == 1)
  }

  @Test(arguments: Isolation.allCases)
  func anotherSpeakersRecordingIsNotEnrolledAsTheirs(isolation: Isolation) async throws {
    let installation = try installation()
    let (voices, store) = (try await Voices(installation.open(isolation)), try await installation.store())
    try await voices.enroll(.ada, as: "ada", in: store)
    let kim = try await voices.template(.kim, 1)
    let error = try await #require(throws: EnrollmentError.self) {
      try await voices.system.enroll(name: "ada", templates: [kim], with: voices.matcher, in: store)
    }
    #expect(error.code == .otherPerson && error.strangers.map(\.template) == [0])
    #expect(try await store.templates(ofUserNamed: "ada").count == 2)
  }

  @Test(arguments: Isolation.allCases)
  func soundThatIsTooQuietIsRefusedWithThePluginsWords(isolation: Isolation) async throws {
    let voices = try await Voices(installation().open(isolation))
    let quiet = [Float](repeating: 0, count: voices.extractor.format.rate)
    let error = try await #require(throws: PluginCallError.self) {
      try await voices.extractor.template(of: quiet)
    }
    #expect(error.code == .quality && error.reason.contains("speak up"))
  }

  /// What those calls carry holds no face: `FacelessCallTests`.
  @Test(arguments: Isolation.allCases)
  func nothingButSoundAndTemplatesIsAskedOfThePlugin(isolation: Isolation) async throws {
    let installation = try installation()
    let path = installation.folder.url.appending(path: "calls.imrec").path
    let recorder = PluginRecorder(plugin: Self.plugin, to: path)
    do {
      let voices = try await Voices(installation.open(isolation, tap: recorder))
      let store = try await installation.store()
      try await voices.enroll(.ada, as: "ada", in: store)
      #expect(try await voices.verify(.ada, as: "ada", in: store).isMatch)
      #expect(try await !voices.verify(.kim, as: "ada", in: store).isMatch)
    }
    let summary = try #require(await recorder.finish())
    var reader = try RecordingReader(path)
    let digest = try RecordingDigest(&reader)
    #expect(digest.ending == .complete && summary.stop == nil && UInt64(digest.calls.count) == summary.calls)
    #expect(digest.header.isolation == isolation.rawValue)
    let abilities = Set(digest.calls.map { $0.function.prefix { $0 != "." } })
    #expect(abilities == ["plugin", "voice-extractor", "matcher"])
    // The witnesses: two enrolled and two verified, and their comparisons, are among them.
    let functions = digest.calls.map(\.function)
    #expect(functions.filter { $0 == "voice-extractor.extract" }.count == 4)
    #expect(functions.contains { $0 == "matcher.compare" || $0 == "matcher.compare_many" })
    #expect(digest.calls.allSatisfy { $0.reply?.outcome == .answered })
  }
}
