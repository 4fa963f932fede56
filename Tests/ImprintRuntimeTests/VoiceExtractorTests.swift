// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

/// What is not as with every extractor.
struct VoiceExtractorTests {
  private func extractor(_ defines: [String: String] = [:]) async throws -> VoiceExtractor {
    try await VoiceExtractor.make(try ExtractorKind.voice.plugin(defines))
  }

  private func sound(count: Int = 80) -> [Float] { ExtractorKind.sound(count: count) }

  // MARK: Formats

  @Test func formatsAreWhatThePluginSays() throws {
    let formats = try VoiceExtractor.formats(
      of: try ExtractorKind.voice.plugin(
        ["FIX_FORMATS": "formats[1].template_bytes_fixed = 8; formats[1].version = 7;"], listing: 2,
        entries: [FormatKind.voice.entry(0), FormatKind.voice.entry(1, version: 7, bytes: "8")]))
    #expect(formats.map(\.template.description) == ["example.voice-0/2", "example.voice-1/7"])
    #expect(formats.map(\.templateBytesMaximum) == [8, 8])
    #expect(formats.map(\.templateBytesFixed) == [nil, 8])
    #expect(formats.map(\.rate) == [8000, 8000])
    #expect(formats[0].durations == .milliseconds(10)...(.milliseconds(1000)))
  }

  @Test func valuesAtTheEndsOfTheirRangesAreFormats() throws {
    let formats = try VoiceExtractor.formats(
      of: try ExtractorKind.voice.plugin(
        [
          "FIX_FORMATS": """
          formats[0].rate = 48000; formats[0].shortest_ms = 1; formats[0].longest_ms = 600000; \
          formats[1].shortest_ms = formats[1].longest_ms;
          """
        ], listing: 2))
    #expect(formats.map(\.rate) == [48_000, 8000])
    #expect(formats[0].durations == .milliseconds(1)...VoiceFormat.longest)
    #expect(formats[1].durations == .seconds(1)...(.seconds(1)))
  }

  @Test(arguments: [
    "formats[0].rate = 0;", "formats[0].rate = 7999;", "formats[0].rate = 48001;",
    "formats[0].rate = UINT32_MAX;", "formats[0].shortest_ms = 0;", "formats[0].shortest_ms = 1001;",
    "formats[0].longest_ms = 600001;", "formats[0].longest_ms = UINT32_MAX;",
  ])
  func aHostileFormatIsRefused(statement: String) throws {
    #expect(try FormatKind.voice.fixture(["FIX_FORMATS": statement]).refusal().code == .brokenContract)
  }

  // MARK: Sound

  @Test func soundArrivesAsTheContractSays() async throws {
    //
    let extractor = try await extractor([
      "FIX_TEMPLATE": """
      if (sound->size != sizeof *sound || sound->format != IMP_AUDIO_FLOAT32) return IMP_E_INTERNAL; \
      if (sound->rate != 8000 || sound->channels != 1) return IMP_E_INTERNAL; \
      if (sound->samples.length != 81 * 4 || (uintptr_t)samples % 4) return IMP_E_INTERNAL; \
      if (samples[0] != 0.25f || samples[1] != -1 || samples[80] != -1) return IMP_E_INTERNAL; \
      if (payload->capacity != 8 || extraction->size != sizeof *extraction) return IMP_E_INTERNAL; \
      if (extraction->reserved) return IMP_E_INTERNAL;
      """
    ])
    #expect(try await extractor.extract(sound(count: 81)).payload.bytes.count == 4)
  }

  @Test func shortestAndLongestSoundAreTaken() async throws {
    let extractor = try await extractor()
    for count in [80, 8000] {
      #expect(try await extractor.extract(sound(count: count)).version == 2)
    }
  }

  @Test func soundOfAnotherLengthIsRefusedBeforeThePluginIsAsked() async throws {
    let extractor = try await extractor()
    for samples in [[], sound(count: 1), sound(count: 79), sound(count: 8008), sound(count: 80_000)] {
      try await expectRefused(extractor, samples)
    }
    #expect(try await extractor.extract(sound()).payload.bytes[3] == 1)
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity])
  func aSampleThatIsNoNumberIsRefusedBeforeThePluginIsAsked(sample: Float) async throws {
    let extractor = try await extractor()
    for place in [0, 1, 79] {
      var samples = sound()
      samples[place] = sample
      try await expectRefused(extractor, samples)
    }
    #expect(try await extractor.extract(sound()).payload.bytes[3] == 1)
  }

  // MARK: Facts

  @Test func factsAreWhatThePluginSays() async throws {
    let facts = try await extractor().measure(sound())
    #expect(facts.speech == .milliseconds(7))
    #expect((facts.level, facts.signalToNoise, facts.clipped) == (-26.5, 31.5, 0.25))
  }

  @Test func whatIsNotKnownIsNoFact() async throws {
    let extractor = try await extractor([
      "FIX_FACTS": "facts->known = IMP_VOICE_SPEECH; facts->level_db = facts->snr_db = facts->clipped = 0;"
    ])
    let facts = try await extractor.measure(sound())
    #expect(facts.speech == .milliseconds(7))
    #expect(facts.level == nil && facts.signalToNoise == nil && facts.clipped == nil)
  }

  //
  @Test(arguments: [
    "facts->known |= 16;", "facts->known = 0;", "facts->level_db = NAN;", "facts->level_db = 200.5f;",
    "facts->snr_db = -INFINITY;", "facts->clipped = 1.5f;", "facts->clipped = -0.5f;",
    "facts->speech_ms = 11;",
    "facts->known &= ~(uint32_t)IMP_VOICE_CLIPPED;",
  ])
  func factsThatTheContractDoesNotAllowAreRefusedAndTheExtractorIsNotAskedAgain(
    statement: String
  ) async throws {
    let extractor = try await extractor(["FIX_FACTS": statement])
    let error = try await #require(throws: PluginCallError.self) { try await extractor.measure(sound()) }
    #expect((error.code, error.place) == (.internalDefect, "org.example.fixture: voice-extractor.measure"))
    let next = try await #require(throws: PluginCallError.self) { try await extractor.extract(sound()) }
    #expect(next.code == .state)
  }

  @Test func soundOfAnotherLengthIsNotMeasured() async throws {
    let extractor = try await extractor()
    for samples in [[], sound(count: 79), sound(count: 8008), ExtractorKind.sound(.nan)] {
      let error = try await #require(throws: PluginCallError.self) { try await extractor.measure(samples) }
      #expect((error.code, error.place) == (.sample, "org.example.fixture: voice-extractor.measure"))
    }
  }

  private func expectRefused(_ extractor: VoiceExtractor, _ samples: [Float]) async throws {
    let error = try await #require(throws: PluginCallError.self) { try await extractor.extract(samples) }
    #expect(error.code == .sample)
    #expect(error.place == "org.example.fixture: voice-extractor.extract")
  }
}
