// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Foundation
import Testing
import VoiceSamples

/// The plugin for voices, with its network, opened through its C table.
@Suite struct VoiceV1PluginTests {
  private static let free = "imprint.voice-v1"
  private static let phrase = "imprint.voice-v1-phrase"
  private static let words = [0, 1, 2, 3]

  /// Opened once: tests share what was compiled.
  private static let opened = Result { try OpenedVoices() }

  private let voices: OpenedVoices

  init() throws { voices = try Self.opened.get() }

  private func template(
    _ speaker: Int, _ take: Int, of format: String = free, saying words: [Int] = [0, 1, 2, 3, 4, 5]
  ) throws -> [UInt8] {
    try voices.extract(SyntheticSpeaker(number: speaker).says(words, take: take), format).template
  }

  private func similarity(_ one: [UInt8], _ other: [UInt8], of format: String = free) throws -> Float {
    let answer = try voices.matcher(format).compare(one, other)
    guard answer.status == IMP_OK else { throw StatusError(status: answer.status, words: "") }
    return answer.similarity
  }

  // MARK: Free speech

  @Test func aSpeakerIsMoreLikeThemselvesThanAnother() throws {
    for (speaker, other) in [(1, 2), (3, 4)] {
      let first = try template(speaker, 1)
      let same = try similarity(first, template(speaker, 2, saying: [6, 2, 7, 1, 3, 0]))
      let different = try similarity(first, template(other, 3))
      #expect(same > different + 0.05, "\(same) and \(different)")
    }
  }

  @Test func theSameSoundGivesTheSameBytesWhateverCameBefore() throws {
    let first = try template(1, 1)
    _ = try template(2, 1)
    #expect(try template(1, 1) == first)
    #expect(first.count == 1036 && Array(first[..<8]) == Array("IMV1".utf8) + [1, 1, 0, 0])
  }

  // MARK: A phrase

  @Test func aPhraseMatchesAndOtherWordsOfTheSameSpeakerDoNot() throws {
    let enrolled = try template(1, 1, of: Self.phrase, saying: Self.words)
    let again = try similarity(
      enrolled, template(1, 2, of: Self.phrase, saying: Self.words), of: Self.phrase)
    #expect(again > 0.2, "\(again)")
    for other in [[4, 7, 1, 6], [3, 2, 1, 0], [5, 6, 7, 5]] {
      // The voice agrees, and yet it is in the lowest eighth that there is.
      let sound = SyntheticSpeaker(number: 1).says(other, take: 3)
      #expect(
        try similarity(template(1, 1, saying: Self.words), voices.extract(sound, Self.free).template) > 0.7)
      let refused = try similarity(
        enrolled, voices.extract(sound, Self.phrase).template, of: Self.phrase)
      #expect(refused <= -0.75, "\(other): \(refused)")
    }
  }

  @Test func fusedPhrasesKeepTheWordsOfEachAndRefuseAStrangersOrOtherWords() throws {
    let takes = try (1...3).map { try template(1, $0, of: Self.phrase, saying: Self.words) }
    let matcher = try voices.matcher(Self.phrase)
    let fused = matcher.fuse(TestGallery(takes), capacity: 70_000)
    #expect(fused.status == IMP_OK && fused.fusion.count == 3)
    #expect(Array(fused.template[4..<8]) == [1, 3, 3, 0])
    //
    #expect(matcher.fuse(TestGallery(takes.reversed()), capacity: 70_000).template == fused.template)
    let again = try template(1, 9, of: Self.phrase, saying: Self.words)
    #expect(try similarity(fused.template, again, of: Self.phrase) > 0.2)
    #expect(
      try similarity(fused.template, again, of: Self.phrase)
        == similarity(again, fused.template, of: Self.phrase))
    let others = try template(1, 4, of: Self.phrase, saying: [4, 7, 1, 6])
    #expect(try similarity(fused.template, others, of: Self.phrase) <= -0.75)
    #expect(
      matcher.fuse(TestGallery(takes + [others]), capacity: 70_000).status == IMP_E_TEMPLATES_DISAGREE)
  }

  @Test func asManyAsMayBeFusedAreFusedInBoundedTimeAndRoom() throws {
    let takes = try (1...8).map { try template(1, $0, of: Self.phrase, saying: Self.words) }
    let matcher = try voices.matcher(Self.phrase)
    let fours = try stride(from: 0, to: 8, by: 4).map { start in
      let fused = matcher.fuse(TestGallery(Array(takes[start..<start + 4])), capacity: 70_000)
      return try #require(fused.status == IMP_OK ? fused.template : nil)
    }
    let all = matcher.fuse(TestGallery((0..<64).map { fours[$0 % 2] }), capacity: 70_000)
    #expect(all.status == IMP_OK && all.fusion.count == 64)
    // 256 sounds, of which a byte says 255; four times the phrase.
    #expect(Array(all.template[4..<8]) == [1, 255, 4, 0])
  }

  // MARK: Refusals

  @Test func aPoorSoundIsRefusedWithItsReason() throws {
    let speaker = SyntheticSpeaker(number: 1)
    let good = speaker.says([0, 1, 2, 3, 4, 5], take: 1)
    let noisy = speaker.says([0, 1, 2, 3, 4, 5], take: 1, noise: 0.1)
    let nobody = [Float](repeating: 0, count: good.count)
    for (sound, reason) in [
      (Array(good[..<8000]), "Too little speech"), (good.map { $0 * 1e-3 }, "too quiet"),
      (good.map { max(-1, min(1, $0 * 40)) }, "clipped"), (noisy, "noise"), (nobody, "Nobody speaks"),
    ] {
      for format in [Self.free, Self.phrase] {
        do {
          _ = try voices.extract(sound, format)
          Issue.record("\(reason): it was extracted as \(format)")
        } catch let error as StatusError {
          #expect(error.status == IMP_E_QUALITY && error.words.contains(reason), "\(error)")
        }
      }
    }
  }

  @Test func aPhraseOfTooManySecondsIsRefused() throws {
    do {
      _ = try voices.extract(SyntheticSpeaker(number: 1).speaks(seconds: 12, take: 1), Self.phrase)
      Issue.record("it was extracted")
    } catch let error as StatusError {
      #expect(error.status == IMP_E_QUALITY && error.words.contains("5 seconds"), "\(error)")
    }
  }

  @Test func anHourOfSoundIsRefusedBeforeItIsLookedAt() throws {
    // Untouched memory, of which nothing is there until somebody reads it.
    let bytes = 3600 * 16_000 * 4
    let memory = mmap(nil, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    let start = try #require(memory == MAP_FAILED ? nil : memory)
    defer { munmap(start, bytes) }
    let samples = UnsafeBufferPointer(start: start.assumingMemoryBound(to: Float.self), count: bytes / 4)
    for format in [Self.free, Self.phrase] {
      do {
        _ = try voices.extract(samples, format)
        Issue.record("it was extracted")
      } catch let error as StatusError {
        #expect(error.status == IMP_E_SAMPLE)
      }
    }
  }

  // MARK: Hostile templates

  @Test(arguments: [free, phrase]) func aTemplateThatWasChangedCutOrGrownIsRefused(format: String) throws {
    let template = try template(1, 1, of: format, saying: Self.words)
    let matcher = try voices.matcher(format)
    for at in stride(from: 4, to: template.count, by: 13) {
      var changed = template
      changed[at] ^= 1 << UInt8(at % 8)
      #expect(matcher.compare(changed, template).status == IMP_E_TEMPLATE_DAMAGED, "byte \(at)")
    }
    for count in stride(from: 1, to: template.count, by: 29) {
      #expect(matcher.compare(Array(template[..<count]), template).status != IMP_OK, "\(count) bytes")
    }
    #expect(matcher.compare(template + [0], template).status != IMP_OK)
  }

  @Test func aTemplateOfTheOtherFormatIsRefused() throws {
    let (free, phrase) = (try template(1, 1), try template(1, 1, of: Self.phrase, saying: Self.words))
    #expect(try voices.matcher(Self.phrase).compare(phrase, free).status == IMP_E_TEMPLATE_FORMAT)
    #expect(try voices.matcher(Self.free).compare(free, phrase).status != IMP_OK)
  }

  /// Whoever can write a template can write its check, too.
  @Test func aTemplateThatNoSoundGivesIsRefusedThoughItsCheckIsRight() throws {
    let template = try template(1, 1, of: Self.phrase, saying: Self.words)
    let matcher = try voices.matcher(Self.phrase)
    func answer(_ change: (inout [UInt8]) -> Void) -> imp_status {
      var changed = template
      change(&changed)
      Self.state(&changed)
      return matcher.compare(changed, template).status
    }
    func write(_ number: Float, _ index: Int, _ bytes: inout [UInt8]) {
      withUnsafeBytes(of: number.bitPattern.littleEndian) { number in
        bytes.replaceSubrange(12 + 4 * index..<16 + 4 * index, with: number)
      }
    }
    #expect(answer { _ in } == IMP_OK)
    #expect(answer { $0[4] = 2 } == IMP_E_TEMPLATE_VERSION)
    #expect(answer { $0[5] = 0 } == IMP_E_TEMPLATE_DAMAGED, "of no sound")
    #expect(answer { $0[6] = 0 } == IMP_E_TEMPLATE_DAMAGED, "without a phrase")
    #expect(answer { $0[6] = 4 } == IMP_E_TEMPLATE_DAMAGED, "phrases that are not there")
    #expect(answer { $0[6] = 255 } == IMP_E_TEMPLATE_DAMAGED)
    #expect(answer { $0[7] = 1 } == IMP_E_TEMPLATE_DAMAGED)
    for number: Float in [.nan, .infinity, -1, 2] {
      #expect(answer { write(number, 7, &$0) } == IMP_E_TEMPLATE_DAMAGED, "\(number)")
    }
    #expect(
      answer { for index in 0..<256 { write(0, index, &$0) } } == IMP_E_TEMPLATE_DAMAGED, "no direction")
    #expect(answer { for index in 0..<256 { write(.nan, index, &$0) } } == IMP_E_TEMPLATE_DAMAGED)
    // A megabyte of frames that are not there.
    #expect(answer { ($0[1036], $0[1037]) = (0xFF, 0xFF) } == IMP_E_TEMPLATE_DAMAGED)
    #expect(answer { ($0[1036], $0[1037]) = (0, 0) } == IMP_E_TEMPLATE_DAMAGED)
    // Frames in the middle of everybody's, which no sound has.
    #expect(answer { for at in 1038..<$0.count { $0[at] = 0 } } == IMP_E_TEMPLATE_DAMAGED)
    #expect(answer { for at in 1038..<$0.count { $0[at] = 127 } } == IMP_E_TEMPLATE_DAMAGED)
  }

  @Test func anUnreadableTemplateOfAGalleryHasNoSimilarity() throws {
    let template = try template(1, 1)
    let nan = [UInt8](template[..<12]) + [UInt8](repeating: 0xFF, count: 1024)
    let answer = try voices.matcher(Self.free).compareMany(template, TestGallery([template, nan, template]))
    #expect(answer.status == IMP_OK)
    #expect(answer.similarities[1].isNaN && answer.similarities[0] > 0.999)
    #expect(answer.similarities[0] == answer.similarities[2])
  }

  /// Writes a template's check anew.
  private static func state(_ bytes: inout [UInt8]) {
    var sum: UInt32 = 0xffff_ffff
    for (at, byte) in bytes.enumerated() where !(8..<12).contains(at) {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xedb8_8320) }
    }
    for place in 0..<4 { bytes[8 + place] = UInt8(truncatingIfNeeded: ~sum >> (8 * UInt32(place))) }
  }
}

/// The plugin, and an extractor of each format. One test at a time extracts.
private final class OpenedVoices: @unchecked Sendable {
  // Sendable: what is not constant is used under the lock.
  private let entry: UnsafePointer<imp_entry>
  private let plugin: OpaquePointer
  private let table: imp_voice_extractor_ability
  private let matching: imp_matcher_ability
  private let lock = NSLock()
  private var extractors: [String: OpaquePointer] = [:]

  init() throws {
    entry = try PluginLibrary.entry("VoiceV1")
    var opened: OpaquePointer?
    try #require(entry.pointee.open(entry, VoiceHost.table, &opened) == IMP_OK)
    plugin = try #require(opened)
    table = try #require(entry.pointee.ability(plugin, IMP_VOICE_EXTRACTOR_ID))
      .load(as: imp_voice_extractor_ability.self)
    matching = try #require(entry.pointee.ability(plugin, IMP_MATCHER_ID)).load(as: imp_matcher_ability.self)
  }

  func matcher(_ format: String) throws -> TestMatcher {
    try lock.withLock { try TestMatcher(matching, of: plugin, format: format) }
  }

  func extract(_ samples: [Float], _ format: String) throws -> (template: [UInt8], quality: Float) {
    try samples.withUnsafeBufferPointer { try extract($0, format) }
  }

  func extract(
    _ samples: UnsafeBufferPointer<Float>, _ format: String
  ) throws -> (template: [UInt8], quality: Float) {
    try lock.withLock {
      let extractor = try extractor(format)
      var memory = [UInt8](repeating: 0, count: 70_000)
      var extraction = imp_extraction(
        size: structSize(imp_extraction.self), version: 0, quality: 0, reserved: 0)
      let raw = UnsafeRawBufferPointer(samples)
      var sound = imp_sound(
        size: structSize(imp_sound.self), format: UInt32(IMP_AUDIO_FLOAT32), rate: 16_000, channels: 1,
        samples: imp_bytes(data: raw.baseAddress?.assumingMemoryBound(to: UInt8.self), length: raw.count))
      var length = 0
      let status = memory.withUnsafeMutableBufferPointer { memory in
        var buffer = imp_buffer(data: memory.baseAddress, capacity: memory.count, length: 0)
        defer { length = buffer.length }
        return table.extract(extractor, &sound, &buffer, &extraction)
      }
      guard status == IMP_OK else { throw StatusError(status: status, words: VoiceHost.takeWords()) }
      return (Array(memory[..<length]), extraction.quality)
    }
  }

  private func extractor(_ format: String) throws -> OpaquePointer {
    if let made = extractors[format] { return made }
    let made = try format.lent { format in
      var options = imp_voice_extractor_options(
        size: structSize(imp_voice_extractor_options.self), threads: 1, format: format)
      var made: OpaquePointer?
      try #require(table.create(plugin, &options, &made) == IMP_OK)
      return try #require(made)
    }
    extractors[format] = made
    return made
  }
}

/// ``TinyHost``, and what a plugin reports.
private enum VoiceHost {
  nonisolated(unsafe) private static var words = ""

  static func takeWords() -> String { words }

  nonisolated(unsafe) static let table: UnsafePointer<imp_host> = {
    let table = UnsafeMutablePointer<imp_host>.allocate(capacity: 1)
    table.initialize(
      to: imp_host(
        size: UInt32(MemoryLayout<imp_host>.size), abi_version: 1, name: imp_text(), version: imp_text(),
        context: nil,
        ability: { host, id in
          if String(cString: id) == IMP_HOST_REPORT_ID { return UnsafeRawPointer(report) }
          return TinyHost.table.pointee.ability(TinyHost.table, id)
        }))
    return UnsafePointer(table)
  }()

  nonisolated(unsafe) private static let report: UnsafePointer<imp_host_report> = {
    let table = UnsafeMutablePointer<imp_host_report>.allocate(capacity: 1)
    table.initialize(
      to: imp_host_report(
        size: UInt32(MemoryLayout<imp_host_report>.size), reserved: 0,
        words: { _, _, text in
          words = String(
            decoding: UnsafeRawBufferPointer(start: text.data, count: text.length), as: UTF8.self)
        }))
    return UnsafePointer(table)
  }()
}
