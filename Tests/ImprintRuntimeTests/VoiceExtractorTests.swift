// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRuntime

struct VoiceExtractorTests {
  /// The fixture with a voice extractor, which macros make misbehave. It makes `FIX_FORMAT_COUNT` formats,
  /// `example.voice-0` and so on. A template is the format's digit, the threads, the first sample in
  /// hundredths, and how many calls have come.
  private static let source = """
    #include <imprint/imprint.h>
    #ifndef FIX_FORMAT_COUNT
    #define FIX_FORMAT_COUNT 1
    #endif
    #ifndef FIX_FORMATS
    #define FIX_FORMATS
    #endif
    #ifndef FIX_VOICE_CREATE
    #define FIX_VOICE_CREATE
    #endif
    #ifndef FIX_VOICE
    #define FIX_VOICE
    #endif
    #define FIX_ABILITIES IMP_VOICE_EXTRACTOR_ID
    #define FIX_ABILITY if (strcmp(id, IMP_VOICE_EXTRACTOR_ID) == 0) return &voices;

    static imp_status voice_formats(imp_plugin *plugin, imp_voice_format *formats, size_t *count);
    static imp_status voice_create(imp_plugin *plugin, const imp_voice_extractor_options *options,
                                   imp_voice_extractor **made);
    static imp_status voice_extract(imp_voice_extractor *extractor, const imp_sound *sound,
                                    imp_buffer *payload, imp_extraction *extraction);
    static void voice_destroy(imp_voice_extractor *extractor);

    static const imp_voice_extractor_ability voices = {
        sizeof(imp_voice_extractor_ability), 0, voice_formats, voice_create, voice_extract, voice_destroy};

    #include "\(BuiltProducts.package.path)/Tests/Fixtures/plugins/fixture.c"

    struct imp_voice_extractor {
      imp_plugin *plugin;
      char format;
      uint8_t threads, calls;
    };

    static imp_status voice_formats(imp_plugin *plugin, imp_voice_format *formats, size_t *count) {
      (void)plugin;
      size_t room = *count;
      *count = FIX_FORMAT_COUNT;
      if (room < FIX_FORMAT_COUNT || formats == NULL) return IMP_RETRY_SHORT_BUFFER;
      for (int i = 0; i < FIX_FORMAT_COUNT; i++) {
        if (formats[i].size != sizeof *formats) return IMP_E_ABI;
        formats[i].version = 2;
        formats[i].template_bytes_max = 8;
        formats[i].rate = 8000;
        formats[i].shortest_ms = 10;
        formats[i].longest_ms = 1000;
        snprintf(formats[i].name, sizeof formats[i].name, "example.voice-%d", i);
      }
      FIX_FORMATS
      return IMP_OK;
    }

    static imp_status voice_create(imp_plugin *plugin, const imp_voice_extractor_options *options,
                                   imp_voice_extractor **made) {
      if (options->size != sizeof *options || options->format.length != 15) return IMP_E_UNSUPPORTED;
      if (memcmp(options->format.data, "example.voice-", 14) != 0) return IMP_E_UNSUPPORTED;
      *made = calloc(1, sizeof **made);
      (*made)->plugin = plugin;
      (*made)->format = options->format.data[14];
      (*made)->threads = (uint8_t)options->threads;
      FIX_VOICE_CREATE
      return IMP_OK;
    }

    static imp_status voice_extract(imp_voice_extractor *extractor, const imp_sound *sound,
                                    imp_buffer *payload, imp_extraction *extraction) {
      const imp_host *host = extractor->plugin->host;
      const float *samples = (const float *)(const void *)sound->samples.data;
      (void)host;
      extractor->calls++;
      payload->data[0] = (uint8_t)extractor->format;
      payload->data[1] = extractor->threads;
      payload->data[2] = (uint8_t)(samples[0] * 100 + 0.5f);
      payload->data[3] = extractor->calls;
      payload->length = 4;
      extraction->version = 2;
      extraction->quality = 50;
      FIX_VOICE
      return IMP_OK;
    }

    static void voice_destroy(imp_voice_extractor *extractor) { free(extractor); }
    """

  private func plugin(_ defines: [String: String] = [:]) throws -> OpenPlugin {
    var plugin = FixturePlugin(defines)
    plugin.source = Self.source
    plugin.manifest.provides = ["imprint.voice-extractor/1"]
    return try plugin.opened()
  }

  private func extractor(_ defines: [String: String] = [:]) async throws -> VoiceExtractor {
    try await VoiceExtractor.make(try plugin(defines))
  }

  /// As long as the shortest: 10 ms at 8 kHz.
  private func sound(_ first: Float = 0.25, count: Int = 80) -> [Float] {
    [first] + [Float](repeating: -1, count: count - 1)
  }

  // MARK: Formats

  @Test func formatsAreWhatThePluginSays() throws {
    let formats = try VoiceExtractor.formats(
      of: try plugin([
        "FIX_FORMAT_COUNT": "2",
        "FIX_FORMATS": "formats[1].template_bytes_fixed = 8; formats[1].version = 7;",
      ]))
    #expect(formats.map(\.template.description) == ["example.voice-0/2", "example.voice-1/7"])
    #expect(formats.map(\.templateBytesMaximum) == [8, 8])
    #expect(formats.map(\.templateBytesFixed) == [nil, 8])
    #expect(formats.map(\.rate) == [8000, 8000])
    #expect(formats[0].durations == .milliseconds(10)...(.milliseconds(1000)))
  }

  @Test func valuesAtTheEndsOfTheirRangesAreFormats() throws {
    let formats = try VoiceExtractor.formats(
      of: try plugin([
        "FIX_FORMAT_COUNT": "2",
        "FIX_FORMATS": """
        formats[0].rate = 48000; formats[0].shortest_ms = 1; formats[0].longest_ms = 600000; \
        formats[0].template_bytes_max = formats[0].template_bytes_fixed = 1 << 20; \
        formats[0].version = UINT32_MAX; memset(formats[0].name, 'v', 63); \
        formats[1].shortest_ms = formats[1].longest_ms; formats[1].template_bytes_max = 1;
        """,
      ]))
    #expect(formats[0].template.algorithm == String(repeating: "v", count: 63))
    #expect(formats[0].template.version == .max)
    #expect((formats[0].rate, formats[0].templateBytesFixed) == (48_000, Template.maximumPayload))
    #expect(formats[0].durations == .milliseconds(1)...VoiceFormat.longest)
    #expect(formats[1].durations == .seconds(1)...(.seconds(1)))
    #expect(formats[1].templateBytesMaximum == 1)
  }

  @Test(arguments: [
    "formats[0].size = 0;", "formats[0].size += 4;", "formats[0].version = 0;",
    "formats[0].template_bytes_max = 0;", "formats[0].template_bytes_max = (1 << 20) + 1;",
    "formats[0].template_bytes_fixed = 7;", "formats[0].template_bytes_fixed = 9;", "formats[0].rate = 0;",
    "formats[0].rate = 7999;", "formats[0].rate = 48001;", "formats[0].rate = UINT32_MAX;",
    "formats[0].shortest_ms = 0;", "formats[0].shortest_ms = 1001;", "formats[0].longest_ms = 600001;",
    "formats[0].longest_ms = UINT32_MAX;", "memset(formats[0].name, 'v', 64);", "formats[0].name[0] = 0;",
    "formats[0].name[0] = 'V';", "formats[0].name[0] = ' ';", "formats[0].name[0] = (char)0xff;",
    "*count = 0;", "*count = 9;", "*count = (size_t)-1;",
  ])
  func aHostileFormatIsMisbehaviour(statement: String) throws {
    let plugin = try plugin(["FIX_FORMATS": statement])
    let error = try #require(throws: PluginCallError.self) { try VoiceExtractor.formats(of: plugin) }
    #expect(error.code == .internalDefect, "\(error)")
    #expect(error.place == "org.example.fixture: voice-extractor.formats")
  }

  @Test func twoFormatsOfOneNameAreMisbehaviour() async throws {
    // Were they of two versions: a name is asked for.
    let plugin = try plugin([
      "FIX_FORMAT_COUNT": "3",
      "FIX_FORMATS": "strcpy(formats[2].name, formats[0].name); formats[2].version = 3;",
    ])
    let error = try await #require(throws: PluginCallError.self) {
      try await VoiceExtractor.make(plugin, format: "example.voice-1")
    }
    #expect(error.code == .internalDefect)
    #expect(error.place == "org.example.fixture: voice-extractor.formats")
  }

  @Test func sixteenFormatsAreReadAndSeventeenAreMisbehaviour() throws {
    let formats = try VoiceExtractor.formats(of: try plugin(["FIX_FORMAT_COUNT": "16"]))
    #expect(formats.map(\.template.algorithm) == (0..<16).map { "example.voice-\($0)" })
    let plugin = try plugin(["FIX_FORMAT_COUNT": "17"])
    let error = try #require(throws: PluginCallError.self) { try VoiceExtractor.formats(of: plugin) }
    #expect(error.code == .internalDefect)
  }

  // MARK: Which one is made

  @Test func theOneFormatIsChosenWhereNoneIsNamed() async throws {
    let extractor = try await extractor()
    #expect(extractor.format.template.description == "example.voice-0/2")
    #expect(extractor.pluginID == "org.example.fixture")
    #expect(try await extractor.extract(sound()).payload.bytes.first == UInt8(ascii: "0"))
  }

  @Test func oneOfSeveralFormatsHasToBeNamed() async throws {
    let plugin = try plugin(["FIX_FORMAT_COUNT": "3"])
    let error = try await #require(throws: PluginCallError.self) { try await VoiceExtractor.make(plugin) }
    #expect(error.code == .unsupported)
    #expect(error.place == "org.example.fixture: voice-extractor.create")
    #expect(error.reason.contains("example.voice-0, example.voice-1, example.voice-2"))
    for index in 0..<3 {
      let extractor = try await VoiceExtractor.make(plugin, format: "example.voice-\(index)")
      #expect(extractor.format.template.algorithm == "example.voice-\(index)")
      #expect(try await extractor.extract(sound()).payload.bytes.first == UInt8(ascii: "0") + UInt8(index))
    }
  }

  @Test(arguments: ["1", "2"], ["example.voice-9", "", "example.voice", "Example.voice-0"])
  func anUnknownFormatIsRefusedWithThoseThereAre(count: String, name: String) async throws {
    let plugin = try plugin([
      "FIX_FORMAT_COUNT": count, "FIX_VOICE_CREATE": "return IMP_E_INTERNAL;",
    ])
    let error = try await #require(throws: PluginCallError.self) {
      try await VoiceExtractor.make(plugin, format: name)
    }
    #expect(error.code == .unsupported)
    #expect(error.reason.contains(" \(name); it makes example.voice-0"))
  }

  @Test func moreThreadsThanTheManifestAllowsAreRefused() async throws {
    let plugin = try plugin()
    for threads in [0, -1, 3, Int.max] {
      let error = try await #require(throws: PluginCallError.self) {
        try await VoiceExtractor.make(plugin, threads: threads)
      }
      #expect(error.code == .argument)
    }
    let extractor = try await VoiceExtractor.make(plugin, threads: 2)
    #expect(try await extractor.extract(sound()).payload.bytes[1] == 2)
  }

  @Test func aPluginWithoutAVoiceExtractorSaysSo() async throws {
    let plugin = try FixturePlugin().opened()
    let formats = try #require(throws: PluginCallError.self) { try VoiceExtractor.formats(of: plugin) }
    let made = try await #require(throws: PluginCallError.self) { try await VoiceExtractor.make(plugin) }
    #expect([formats.code, made.code] == [.unsupported, .unsupported])
    #expect(made.reason.contains("imprint.voice-extractor/1"))
  }

  @Test(arguments: [
    ("return IMP_E_MODEL;", PluginCallError.Code.model), ("return IMP_E_ENTITLEMENT;", .entitlement),
    ("*made = NULL;", .internalDefect),
  ])
  func whatCannotBeMadeIsSaid(statement: String, code: PluginCallError.Code) async throws {
    let plugin = try plugin(["FIX_VOICE_CREATE": statement])
    let error = try await #require(throws: PluginCallError.self) { try await VoiceExtractor.make(plugin) }
    #expect(error.code == code)
    #expect(error.place == "org.example.fixture: voice-extractor.create")
  }

  // MARK: Extracting

  @Test func extractGivesPayloadVersionAndQuality() async throws {
    let extraction = try await extractor().extract(sound(0.75))
    #expect(extraction.payload.bytes == [UInt8(ascii: "0"), 1, 75, 1])
    #expect(extraction.version == 2)
    #expect(extraction.quality == 50)
    #expect(!"\(extraction)".contains("75, 1"))
  }

  @Test func soundArrivesAsTheContractSays() async throws {
    //
    let extractor = try await extractor([
      "FIX_VOICE": """
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
      try await expectImage(extractor, samples)
    }
    #expect(try await extractor.extract(sound()).payload.bytes[3] == 1)
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity])
  func aSampleThatIsNoNumberIsRefusedBeforeThePluginIsAsked(sample: Float) async throws {
    let extractor = try await extractor()
    for place in [0, 1, 79] {
      var samples = sound()
      samples[place] = sample
      try await expectImage(extractor, samples)
    }
    #expect(try await extractor.extract(sound()).payload.bytes[3] == 1)
  }

  private func expectImage(_ extractor: VoiceExtractor, _ samples: [Float]) async throws {
    let error = try await #require(throws: PluginCallError.self) { try await extractor.extract(samples) }
    #expect(error.code == .sample)
    #expect(error.place == "org.example.fixture: voice-extractor.extract")
  }

  @Test func aRefusedSoundIsTypedAndTheExtractorGoesOn() async throws {
    let extractor = try await extractor([
      "FIX_VOICE":
        "if (samples[0] < 0.2f) { say(host, IMP_E_QUALITY, \"too quiet\"); return IMP_E_QUALITY; }"
    ])
    let error = try await #require(throws: PluginCallError.self) { try await extractor.extract(sound(0.1)) }
    #expect(error.code == .quality)
    #expect(error.statusClass == .cannotAcquire)
    #expect(error.reason == "too quiet")
    #expect(!error.isRetryable)
    #expect(try await extractor.extract(sound()).quality == 50)
  }

  @Test func aQualityThatWasNotMeasuredIsAbsentAndOneTooHighIsCut() async throws {
    let none = try await extractor(["FIX_VOICE": "extraction->quality = -1;"])
    #expect(try await none.extract(sound()).quality == nil)
    let high = try await extractor(["FIX_VOICE": "extraction->quality = 101;"])
    #expect(try await high.extract(sound()).quality == 100)
  }

  @Test(arguments: [
    "extraction->quality = NAN;", "payload->length = 9;", "payload->length = 0;",
    "payload->length = (size_t)-1;", "extraction->version = 1;", "extraction->version = 0;",
    "extraction->version = 3;", "extraction->size = 3;", "extraction->size = 0;",
  ])
  func anExtractionThatBreaksTheContractIsMisbehaviour(statement: String) async throws {
    let extractor = try await extractor(["FIX_VOICE": statement])
    let error = try await #require(throws: PluginCallError.self) { try await extractor.extract(sound()) }
    #expect(error.code == .internalDefect, "\(error)")
    #expect(error.statusClass == .internal)
    #expect(error.place == "org.example.fixture: voice-extractor.extract")
  }

  @Test(arguments: [(0, false), (4, false), (7, false), (8, true)])
  func aTemplateOfAFixedLengthIsAsLong(length: Int, isRight: Bool) async throws {
    let extractor = try await extractor([
      "FIX_FORMATS": "formats[0].template_bytes_fixed = 8;",
      "FIX_VOICE": "memset(payload->data + 4, 9, 4); payload->length = \(length);",
    ])
    if isRight {
      #expect(try await extractor.extract(sound()).payload.bytes.suffix(5) == [1, 9, 9, 9, 9])
    } else {
      let error = try await #require(throws: PluginCallError.self) { try await extractor.extract(sound()) }
      #expect(error.code == .internalDefect)
      #expect(error.reason.contains(" \(length) bytes"))
    }
  }

  @Test func anExtractorThatMisbehavedIsNotAskedAgain() async throws {
    // It would be well again for the third sound.
    let plugin = try plugin(["FIX_VOICE": "if (samples[0] == 0.5f) payload->length = 0;"])
    let extractor = try await VoiceExtractor.make(plugin)
    _ = try await extractor.extract(sound())
    let first = try await #require(throws: PluginCallError.self) { try await extractor.extract(sound(0.5)) }
    let second = try await #require(throws: PluginCallError.self) { try await extractor.extract(sound()) }
    #expect([first.code, second.code] == [.internalDefect, .state])
    #expect(second.reason.contains("misbehaved"))
    // Another of the same plugin is another object.
    #expect(try await VoiceExtractor.make(plugin).extract(sound()).payload.bytes[3] == 1)
  }

  @Test func soundsFromManyTasksAreExtractedOneAfterTheOther() async throws {
    let extractor = try await extractor()
    let samples = sound()
    let calls = try await withThrowingTaskGroup(of: UInt8.self) { group in
      for _ in 0..<50 { group.addTask { try await extractor.extract(samples).payload.bytes[3] } }
      return try await group.reduce(into: Set<UInt8>()) { $0.insert($1) }
    }
    #expect(calls == Set(1...50))
  }
}
