// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

/// A format whose name is as long as there is room for, behind one that is no trouble.
private struct LongNamePlugin: VoiceExtractorPlugin {
  static let identity = PluginIdentity(id: "org.example.long", version: "1.0.0", vendor: "Example")
  static let longest = String(repeating: "n", count: 63)

  let voiceFormats: [VoiceFormat]

  init(host: Host) { self.init(name: Self.longest) }

  fileprivate init(name: String) {
    voiceFormats = ["example.short", name].map {
      VoiceFormat(
        name: $0, version: 1, templates: .atMost(bytes: 64), rate: 48000, milliseconds: 1...600_000)
    }
  }

  func makeVoiceExtractor(_ options: VoiceExtractorOptions) -> any VoiceExtractorSession {
    SampleVoice(options)
  }
}

/// The same with a name that does not fit.
private struct TooLongNamePlugin: VoiceExtractorPlugin {
  static let identity = LongNamePlugin.identity

  // 62 bytes, and a character of two.
  let voiceFormats = LongNamePlugin(name: String(repeating: "n", count: 62) + "ü").voiceFormats

  init(host: Host) {}

  func makeVoiceExtractor(_ options: VoiceExtractorOptions) -> any VoiceExtractorSession {
    SampleVoice(options)
  }
}

final class VoiceExtractorTableTests {
  private let opened: OpenedEntry
  private let table: imp_voice_extractor_ability
  /// Of `example.loudness`: 8 kHz, 2 to 10 ms, templates of 4 bytes.
  private let extractor: OpaquePointer
  /// That succeeded after a refusal.
  private var extractions: UInt8 = 0

  init() throws {
    let opened = try OpenedEntry(sampleVoiceExport.entry)
    let table: imp_voice_extractor_ability = try opened.table(IMP_VOICE_EXTRACTOR_ID)
    var extractor: OpaquePointer?
    "example.loudness".lent { format in
      var options = imp_voice_extractor_options(
        size: structSize(imp_voice_extractor_options.self), threads: 2, format: format)
      #expect(table.create(opened.plugin, &options, &extractor) == IMP_OK)
    }
    (self.opened, self.table) = (opened, table)
    self.extractor = try #require(extractor)
  }

  deinit { table.destroy(extractor) }

  // MARK: Formats

  @Test func formatsAreListed() {
    //
    var formats = room(imp_voice_format(), \.size, 3)
    formats[0].reserved = 99
    formats[2].rate = 99
    var count = 3
    #expect(table.formats(opened.plugin, &formats, &count) == IMP_OK)
    #expect(count == 2)
    #expect(formats.map { text($0.name) } == ["example.loudness", "example.rhythm", ""])
    #expect(formats.allSatisfy { $0.size == structSize(imp_voice_format.self) && $0.reserved == 0 })
    #expect(formats.map(\.version) == [3, 1, 0])
    #expect(formats.map(\.template_bytes_max) == [4, 8, 0])
    #expect(formats.map(\.template_bytes_fixed) == [4, 0, 0])
    #expect(formats.map(\.rate) == [8000, 16000, 99])
    #expect(formats.map(\.shortest_ms) == [2, 1, 0])
    #expect(formats.map(\.longest_ms) == [10, 600_000, 0])
  }

  @Test func listComesWholeOrNotAtAll() {
    expectTwoOrNothing(imp_voice_format(), \.size) { table.formats(opened.plugin, $0, $1) }
  }

  @Test func nameThatFillsItsFieldIsListed() throws {
    let listed = try list(PluginExport(LongNamePlugin.self, provides: [.voiceExtractor]))
    #expect(listed.status == IMP_OK)
    #expect(listed.formats.map { text($0.name) } == ["example.short", LongNamePlugin.longest])
  }

  @Test func nameThatWouldBeCutIsADefectAndNothingIsListed() throws {
    // a name that was cut would be another format's.
    let listed = try list(PluginExport(TooLongNamePlugin.self, provides: [.voiceExtractor]))
    #expect(listed.status == IMP_E_INTERNAL)
    #expect(listed.count == 2)
    #expect(listed.formats.allSatisfy { text($0.name).isEmpty && $0.version == 0 })
    #expect(listed.words.contains("64 bytes; 1 to 63 are allowed"))
  }

  // MARK: Options

  @Test(
    arguments: [
      (Change(IMP_E_ABI) { $0.size += 8 }, "example.loudness"),
      (Change(IMP_E_ARGUMENT) { $0.threads = 0 }, "example.loudness"),
      (Change(IMP_E_ARGUMENT) { $0.format.data = nil }, "example.loudness"),
      (Change(IMP_E_ARGUMENT) { $0.format.length = -1 }, "example.loudness"),
      (Change(IMP_E_ARGUMENT) { _ in }, ""), (Change(IMP_E_ARGUMENT) { _ in }, "example.loudness\0"),
      // Half of a character is no text.
      (Change(IMP_E_ARGUMENT) { $0.format.length = 1 }, "ü"),
      (Change(IMP_E_UNSUPPORTED) { _ in }, "example.loudnes"),
      (Change(IMP_E_UNSUPPORTED) { _ in }, "Example.Loudness"),
      // What the author throws.
      (Change(IMP_E_MEMORY) { $0.threads = 3 }, "example.loudness"),
    ] as [(Change<imp_voice_extractor_options>, String)])
  func optionOutsideItsRangeIsRefused(change: Change<imp_voice_extractor_options>, format: String) {
    let made = create(format, change.make)
    #expect(made.status == change.status)
    #expect(made.extractor == nil)
    #expect(opened.host.last?.status == change.status)
  }

  @Test func refusalOfAnUnknownFormatNamesThoseThereAre() {
    #expect(create("example.pitch").status == IMP_E_UNSUPPORTED)
    #expect(opened.host.last?.words.contains("example.loudness, example.rhythm") == true)
  }

  @Test func extractorIsOfTheFormatThatWasNamed() throws {
    let other = try #require(create("example.rhythm").extractor)
    defer { table.destroy(other) }
    let made = extract(SampleVoice.sound(16, bytes: 6), of: other) { $0.rate = 16000 }
    #expect((made.status, made.length, made.extraction.version) == (IMP_OK, 6, 1))
    #expect(made.memory.prefix(6) == [1, 1, 2, 7, 7, 7])
    let first = extract(SampleVoice.sound(16, bytes: 4))
    #expect((first.status, first.extraction.version) == (IMP_OK, 3))
    #expect(first.memory.prefix(4) == [1, 3, 2, 7])
  }

  // MARK: Sound

  @Test func extractionFillsBufferAndRecord() {
    let made = extract(SampleVoice.sound(16, bytes: 4, quality: 3))
    #expect((made.status, made.length) == (IMP_OK, 4))
    // Behind the template the room stays the host's.
    #expect(made.memory == [1, 3, 2, 7] + [UInt8](repeating: 0xee, count: 12))
    //
    #expect((made.extraction.size, made.extraction.reserved) == (structSize(imp_extraction.self), 0))
    #expect((made.extraction.version, made.extraction.quality) == (3, 62.5))
  }

  @Test func shortestAndLongestSoundAreTaken() {
    // 2 ms and 10 ms at 8 kHz.
    for count in [16, 80] {
      #expect(extract(SampleVoice.sound(count, bytes: 4)).status == IMP_OK)
    }
  }

  @Test(
    arguments: [
      Change(IMP_E_ABI) { $0.size -= 1 }, Change(IMP_E_SAMPLE) { $0.format = UInt32(IMP_AUDIO_S16) },
      Change(IMP_E_SAMPLE) { $0.format = UInt32(IMP_AUDIO_S32) }, Change(IMP_E_SAMPLE) { $0.format = 0 },
      Change(IMP_E_SAMPLE) { $0.channels = 0 }, Change(IMP_E_SAMPLE) { $0.channels = 2 },
      Change(IMP_E_SAMPLE) { $0.rate = 0 }, Change(IMP_E_SAMPLE) { $0.rate = 16000 },
      Change(IMP_E_SAMPLE) { $0.rate = 7999 },
      // 15 samples are no 2 ms; none at all are less still.
      Change(IMP_E_SAMPLE) { $0.samples.length = 15 * 4 }, Change(IMP_E_SAMPLE) { $0.samples.length = 0 },
      Change(IMP_E_SAMPLE) { $0.samples = imp_bytes(data: nil, length: 0) },
      // So many that no number holds how long they take.
      Change(IMP_E_SAMPLE) { $0.samples.length = .max & ~3 },
      Change(IMP_E_ARGUMENT) { $0.samples.data = nil }, Change(IMP_E_ARGUMENT) { $0.samples.length = -1 },
      Change(IMP_E_ARGUMENT) { $0.samples.length = -4 }, Change(IMP_E_ARGUMENT) { $0.samples.length -= 1 },
      Change(IMP_E_ARGUMENT) { $0.samples.length -= 2 },
      Change(IMP_E_ARGUMENT) {
        $0.samples.data? += 1
        $0.samples.length -= 4
      },
      Change(IMP_E_ARGUMENT) {
        $0.samples.data? += 2
        $0.samples.length -= 4
      },
    ] as [Change<imp_sound>])
  func soundThatTheFormatDoesNotTakeIsRefused(change: Change<imp_sound>) {
    expectRefused(extract(SampleVoice.sound(40, bytes: 4), change: change.make), change.status)
  }

  @Test func soundThatIsTooLongIsRefused() {
    // By one sample, too.
    for count in [81, 88, 8000] {
      expectRefused(extract(SampleVoice.sound(count, bytes: 4)), IMP_E_SAMPLE)
    }
    #expect(opened.host.last?.words.contains("8000 samples; example.loudness takes 16 to 80") == true)
  }

  @Test(arguments: [Float.nan, .signalingNaN, .infinity, -.infinity], [0, 7, 39])
  func sampleThatIsNoNumberIsRefused(sample: Float, place: Int) {
    var sound = SampleVoice.sound(40, bytes: 4)
    sound[place] = sample
    expectRefused(extract(sound), IMP_E_SAMPLE)
    #expect(opened.host.last?.words.contains("Sample \(place) ") == true)
  }

  @Test func failureOfTheAuthorIsTyped() {
    let made = extract(SampleVoice.sound(16, bytes: 4, isBad: true))
    #expect(made.status == IMP_E_QUALITY)
    #expect(opened.host.last?.words == "Too little of it is speech.")
    made.expectUntouched()
    #expect(extract(SampleVoice.sound(16, bytes: 4)).memory.first == 2)
  }

  // MARK: Room

  @Test func shortBufferSaysWhatIsNeededAndNothingIsWorkedOut() {
    // every template of the format is as long, so that it is known before.
    for capacity in [0, 3, -1] {
      let short = extract(SampleVoice.sound(16, bytes: 4), capacity: capacity)
      short.expectShort(of: 4)
    }
    let whole = extract(SampleVoice.sound(16, bytes: 4), capacity: 4)
    #expect((whole.status, whole.memory.first) == (IMP_OK, 1))
  }

  @Test func shortBufferForATemplateOfAnyLengthSaysItsOwn() throws {
    //
    let other = try #require(create("example.rhythm").extractor)
    defer { table.destroy(other) }
    for (bytes, capacity) in [(8, 7), (1, 0), (5, 4)] {
      let short = extract(SampleVoice.sound(16, bytes: bytes), of: other, capacity: capacity) {
        $0.rate = 16000
      }
      short.expectShort(of: bytes)
      let whole = extract(SampleVoice.sound(16, bytes: bytes), of: other, capacity: bytes) {
        $0.rate = 16000
      }
      #expect((whole.status, whole.length) == (IMP_OK, bytes))
    }
  }

  @Test func roomThatIsNotThereIsRefused() {
    withSound { sound in
      var extraction = room(imp_extraction(), \.size, 1)[0]
      var buffer = imp_buffer(data: nil, capacity: 16, length: 5)
      #expect(table.extract(extractor, sound, &buffer, &extraction) == IMP_E_ARGUMENT)
      buffer.capacity = 0
      extraction.size = 4
      #expect(table.extract(extractor, sound, &buffer, &extraction) == IMP_E_ABI)
      #expect(buffer.length == 5)
      extraction.size = structSize(imp_extraction.self)
      #expect(table.extract(extractor, sound, &buffer, &extraction) == IMP_RETRY_SHORT_BUFFER)
      #expect(buffer.length == 4)
    }
    #expect(extract(SampleVoice.sound(16, bytes: 4)).memory.first == 1)
  }

  // MARK: What the author made

  @Test(arguments: [0, 3, 5, 100])
  func templateOfAnotherLengthIsADefect(bytes: Int) {
    let made = extract(SampleVoice.sound(16, bytes: bytes))
    #expect(made.status == IMP_E_INTERNAL)
    made.expectUntouched()
    #expect(opened.host.last?.words.contains("example.loudness") == true)
  }

  @Test(arguments: [(0, IMP_E_INTERNAL), (1, IMP_OK), (8, IMP_OK), (9, IMP_E_INTERNAL)])
  func templateIsAsLongAsItsFormatAllows(bytes: Int, status: imp_status) throws {
    let other = try #require(create("example.rhythm").extractor)
    defer { table.destroy(other) }
    let made = extract(SampleVoice.sound(16, bytes: bytes), of: other) { $0.rate = 16000 }
    #expect(made.status == status)
    if status == IMP_OK { #expect(made.length == bytes) } else { made.expectUntouched() }
  }

  @Test(arguments: SampleQuality.all.indices)
  func qualityOutsideItsRangeIsADefect(index: Int) {
    let made = extract(SampleVoice.sound(16, bytes: 4, quality: index))
    let quality = SampleQuality.all[index]
    if (0...100).contains(quality ?? 0) {
      #expect(made.status == IMP_OK)
      #expect(made.extraction.quality == quality ?? -1)
    } else {
      #expect(made.status == IMP_E_INTERNAL)
      made.expectUntouched()
    }
  }

  // MARK: Facts

  // unknown is 0, beyond a range is its end, and no number is not known.
  @Test(
    arguments: [
      ([1, -23.5, 31, 0.25], (15, 1, -23.5, 31, 0.25)),
      ([-9999, -9999, -9999, -9999], (0, 0, 0, 0, 0)),
      ([0, -1000, 1000, 7], (15, 0, -200, 200, 1)),
      ([700, 0, 0, -3], (15, 2, 0, 0, 0)),
      ([1, 9000, 3, 9000], (5, 1, 0, 3, 0)),
    ] as [([Float], (UInt32, UInt32, Float, Float, Float))])
  func factsAreWithinTheirRanges(samples: [Float], expected: (UInt32, UInt32, Float, Float, Float)) {
    var facts = room(imp_voice_facts(), \.size, 1)[0]
    (facts.known, facts.level_db, facts.reserved) = (99, 99, 99)
    let sound = samples + [Float](repeating: 0, count: 12)
    #expect(withSound(sound) { table.measure(extractor, $0, &facts) } == IMP_OK)
    #expect((facts.known, facts.speech_ms, facts.level_db, facts.snr_db, facts.clipped) == expected)
    #expect((facts.size, facts.reserved) == (structSize(imp_voice_facts.self), 0))
  }

  @Test(
    arguments: [
      Change(IMP_E_ABI) { $0.size -= 1 }, Change(IMP_E_SAMPLE) { $0.rate = 7999 },
      Change(IMP_E_SAMPLE) { $0.channels = 2 }, Change(IMP_E_SAMPLE) { $0.samples.length = 15 * 4 },
      Change(IMP_E_ARGUMENT) { $0.samples.data = nil },
    ] as [Change<imp_sound>])
  func soundThatTheFormatDoesNotTakeIsNotMeasured(change: Change<imp_sound>) {
    var facts = room(imp_voice_facts(), \.size, 1)[0]
    facts.known = 99
    let status = withSound(SampleVoice.sound(40, bytes: 4), change: change.make) {
      table.measure(extractor, $0, &facts)
    }
    #expect((status, facts.known) == (change.status, 99))
    facts.size += 4
    #expect(withSound { table.measure(extractor, $0, &facts) } == IMP_E_ABI)
  }

  // MARK: Calls

  private func create(
    _ format: String, _ change: (inout imp_voice_extractor_options) -> Void = { _ in }
  ) -> (status: imp_status, extractor: OpaquePointer?) {
    format.lent { format in
      var options = imp_voice_extractor_options(
        size: structSize(imp_voice_extractor_options.self), threads: 2, format: format)
      change(&options)
      var extractor: OpaquePointer?
      let status = table.create(opened.plugin, &options, &extractor)
      return (status, extractor)
    }
  }

  private func list(
    _ export: PluginExport
  ) throws -> (status: imp_status, formats: [imp_voice_format], count: Int, words: String) {
    let opened = try OpenedEntry(export.entry)
    let table: imp_voice_extractor_ability = try opened.table(IMP_VOICE_EXTRACTOR_ID)
    var formats = room(imp_voice_format(), \.size, 2)
    var count = 2
    let status = table.formats(opened.plugin, &formats, &count)
    return (status, formats, count, opened.host.last?.words ?? "")
  }

  /// Lends sound at the rate of `example.loudness`; `change` may break its description before.
  private func withSound<R>(
    _ samples: [Float] = SampleVoice.sound(16, bytes: 4), change: (inout imp_sound) -> Void = { _ in },
    _ body: (UnsafePointer<imp_sound>) throws -> R
  ) rethrows -> R {
    try samples.withUnsafeBytes { bytes in
      var sound = imp_sound(
        size: structSize(imp_sound.self), format: UInt32(IMP_AUDIO_FLOAT32), rate: 8000, channels: 1,
        samples: imp_bytes(
          data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), length: bytes.count))
      change(&sound)
      return try body(&sound)
    }
  }

  private func extract(
    _ samples: [Float], of other: OpaquePointer? = nil, capacity: Int = 16,
    change: (inout imp_sound) -> Void = { _ in }
  ) -> ExtractorAnswer {
    withSound(samples, change: change) { sound in
      ExtractorAnswer.of(capacity: capacity) { table.extract(other ?? extractor, sound, $0, $1) }
    }
  }

  /// Expects that nothing was written, and that the author's code has seen nothing of it.
  private func expectRefused(
    _ answer: ExtractorAnswer, _ status: imp_status, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(answer.status == status, sourceLocation: sourceLocation)
    #expect(opened.host.last?.status == status, sourceLocation: sourceLocation)
    answer.expectUntouched(sourceLocation: sourceLocation)
    extractions += 1
    let next = extract(SampleVoice.sound(16, bytes: 4))
    #expect(next.memory.first == extractions, sourceLocation: sourceLocation)
  }
}
