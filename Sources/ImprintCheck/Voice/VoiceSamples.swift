// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Sound for voice extractors.
enum VoiceContract: ExtractorContract {
  typealias Table = imp_voice_extractor_ability
  typealias Sample = DrawnSound
  typealias Lent = LentSound

  static let name = "voice-extractor"
  static let modality = Modality.voice
  static let sampleStruct = "imp_sound"
  static let words = (sample: "sound", subject: "voice")
  static let refusals = [IMP_E_QUALITY]

  static func extract(
    _ table: Table, _ extractor: OpaquePointer, _ lent: LentSound,
    _ payload: UnsafeMutablePointer<imp_buffer>, _ extraction: UnsafeMutablePointer<imp_extraction>
  ) -> imp_status { table.extract(extractor, lent.sound, payload, extraction) }

  static func problem(of format: Format) -> String? {
    if !(8000...48_000).contains(format.rate) { return "rate \(format.rate); 8000...48000 is expected" }
    if format.shortest_ms == 0 { return "shortest_ms 0; it must be at least 1" }
    if format.longest_ms < format.shortest_ms || format.longest_ms > 600_000 {
      return "longest_ms \(format.longest_ms); \(format.shortest_ms) (shortest_ms) to 600000 is expected"
    }
    return nil
  }

  static func expectUsable(_ format: Format) throws {
    try expect(
      (8000...48_000).contains(format.rate) && (1...600_000).contains(format.shortest_ms),
      "it lists sound from \(format.shortest_ms) ms, at \(format.rate) frames per second.",
      place: "voice-extractor.formats")
  }

  // MARK: Sound

  static func sample(_ person: Int, for format: Format) -> DrawnSound { format.voice(person) }

  static func samplesOfAllLengths(_ person: Int, for format: Format) -> [DrawnSound] {
    [500, 1000, 1500, 2000, 3000, 4500].map { format.voice(person, milliseconds: $0) }
  }

  /// Sounds that are no speech.
  static func samplesOfNobody(for format: Format, _ random: inout CheckRandom) -> [DrawnSound] {
    let (rate, voice) = (Int(format.rate), format.voice(0))
    let frames = voice.samples.count
    func drawn(_ what: String, _ sample: (Int) -> Float) -> DrawnSound {
      DrawnSound(rate: rate, samples: (0..<frames).map(sample), what: what)
    }
    let greatest = Float.greatestFiniteMagnitude
    return [
      .silence(rate: rate, frames: frames), .silence(rate: rate, frames: format.shortest),
      .noise(rate: rate, frames: frames, &random), .tone(rate: rate, frames: frames),
      drawn("a constant 1") { _ in 1 },
      drawn("a click") { $0 == frames / 2 ? 1 : 0 },
      drawn("silence and a tenth of a second of a voice") { $0 * 10 < rate ? voice.samples[$0] : 0 },
      drawn("a voice of subnormal numbers") { voice.samples[$0] * 0x1p-140 },
      drawn("a voice that is far too faint") { voice.samples[$0] * 1e-4 },
      drawn("a voice clipped at full scale") { max(-1, min(1, voice.samples[$0] * 100)) },
      drawn("a voice a hundred times over full scale") { voice.samples[$0] * 200 },
      drawn("the largest finite numbers, with alternating sign") { $0 % 2 == 0 ? greatest : -greatest },
    ]
  }

  static func others(for format: Format) throws -> [OtherSample<LentSound>] {
    var voice = format.voice(0)
    // Whole frames, in case it is taken as two channels.
    if voice.samples.count % 2 == 1, voice.samples.count > format.shortest { voice.samples.removeLast() }
    let image = [IMP_E_SAMPLE]
    // Invalid sample values, or partial frames.
    let either = [IMP_E_SAMPLE, IMP_E_ARGUMENT]
    let changes: [(words: String, wanted: [imp_status], change: (inout imp_sound) -> Void)] = [
      ("of one frame per second more", image, { $0.rate += 1 }),
      ("of one frame per second less", image, { $0.rate -= 1 }),
      ("of twice the rate", image, { $0.rate *= 2 }),
      ("of 0 frames per second", either, { $0.rate = 0 }),
      ("of \(UInt32.max) frames per second", either, { $0.rate = .max }),
      ("of 2 channels", voice.samples.count % 2 == 0 ? image : either, { $0.channels = 2 }),
      ("of 0 channels", either, { $0.channels = 0 }),
      ("of 65 channels", either, { $0.channels = 65 }),
      ("of the format IMP_AUDIO_S32", image, { $0.format = UInt32(IMP_AUDIO_S32) }),
      ("of the format IMP_AUDIO_S16", image, { $0.format = UInt32(IMP_AUDIO_S16) }),
      ("of the format 0", either, { $0.format = 0 }),
      ("of the format 99", either, { $0.format = 99 }),
      ("of 0 bytes", image, { $0.samples = imp_bytes() }),
      ("without the last byte of a frame", either, { $0.samples.length -= 1 }),
    ]
    let rate = Int(format.rate)
    // Longer by 1 ms, so that a plugin's rounding does not matter.
    let tooLong = ((Int(format.longest_ms) + 1) * rate + 999) / 1000
    let wrong = try changes.map {
      OtherSample("sound \($0.words)", $0.wanted, try LentSound(voice, change: $0.change))
    }
    return try wrong
      + [0, 1, format.shortest / 2, format.shortest - 1, tooLong].map { frames in
        OtherSample(
          "\(frames) frames, where it takes \(format.shortest) to \(format.longest),", image,
          try LentSound(silence: frames, rate: rate))
      }
  }
}

extension imp_voice_format: ExtractedFormatStruct {
  /// Frames of the shortest sound that it accepts.
  var shortest: Int { (Int(shortest_ms) * Int(rate) + 999) / 1000 }
  /// Frames of the longest.
  var longest: Int { max(shortest, Int(longest_ms) * Int(rate) / 1000) }

  /// This number of frames, or the nearest that it accepts.
  func frames(milliseconds: Int) -> Int { min(max(shortest, milliseconds * Int(rate) / 1000), longest) }

  /// Speech of a synthetic person, in the format's layout.
  func voice(_ person: Int, milliseconds: Int = 3000) -> DrawnSound {
    .person(person, rate: Int(rate), frames: frames(milliseconds: milliseconds))
  }
}

extension DrawnSound: DrawnSample {}
