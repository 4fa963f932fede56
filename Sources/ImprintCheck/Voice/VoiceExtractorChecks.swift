// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// Checks of plugins with `imprint.voice-extractor/1`, in addition to those of every extractor.
enum VoiceExtractorChecks: ExtractorCheckGroup {
  typealias Contract = VoiceContract

  static let ability = AbilityID.voiceExtractor
  static let group = CheckGroup("voice", "Feature extraction: recordings of voices to templates.")
  static let images: (@Sendable (Probe) -> ImageTaker)? = nil

  static let all: [ConformanceCheck] =
    ofExtractors + [
      noNumbers, shortestAndLongest, onlyRead, anyAddress, measuresEverySound, measureRefuses, sameFacts,
      factsHaveTheirUnits,
    ]

  static let noNumbers = check(
    "refuses-what-is-no-number", "Sound with a NaN or infinite sample is refused."
  ) { probe, random in
    let voice = probe.sample(0)
    let last = voice.samples.count - 1
    for place in Set([0, last / 2, last, Int.random(in: 0...last, using: &random)]).sorted() {
      for value in [Float.nan, .signalingNaN, .infinity, -.infinity] {
        var sound = voice
        sound.samples[place] = value
        let what = "for sound whose sample \(place) of \(last + 1) is \(value)"
        probe.note("extract: \(what)")
        let extraction = try probe.extract(sound)
        try extraction.expectRefused([IMP_E_SAMPLE], call, what)
      }
    }
  }

  /// Longer ones take a neural network too long for a check.
  private static let mostSeconds = 20

  static let shortestAndLongest = check(
    "takes-its-shortest-and-longest", "Sound of the shortest and longest duration of the format is accepted."
  ) { probe, _ in
    let format = probe.format
    let limit = mostSeconds * Int(format.rate)
    for frames in [format.shortest, format.longest] where frames <= limit || frames == format.shortest {
      let sound = DrawnSound.person(0, rate: Int(format.rate), frames: frames)
      probe.note("extract: \(sound.words)")
      let answer = try probe.extract(sound).answer
      try expect(answer, isOneOf: [IMP_OK, IMP_E_QUALITY], call, "for \(sound.words)")
    }
  }

  static let onlyRead = check(
    "sound-is-only-read", "Sound is read within its bounds, and never written.", rules: ["R-02"]
  ) { probe, _ in
    for person in 0..<2 {
      let voice = probe.sample(person)
      probe.note("extract: \(voice.words) in read-only memory, followed by a guard page")
      let behind = try probe.extract(LentSound(voice))
      probe.note("extract: \(voice.words) in read-only memory, preceded by a guard page")
      let before = try probe.extract(LentSound(voice, offset: 0))
      try expectAlike(behind, before, "\(voice.words) right after a guard page")
    }
  }

  static let anyAddress = check(
    "sound-at-any-address", "Sound may start at any address aligned to the sample size."
  ) { probe, _ in
    let voice = probe.sample(0)
    let plain = try probe.extract(LentSound(voice, offset: 0))
    for offset in [4, 8, 12, 16, 20, 32, 60, 64] {
      let what = "\(voice.words), \(offset) bytes after a multiple of 64"
      probe.note("extract: \(what)")
      try expectAlike(plain, try probe.extract(LentSound(voice, offset: offset)), what)
    }
  }

  /// Fails unless the same sound at another address got the same answer.
  private static func expectAlike(
    _ plain: Probe.Extraction, _ other: Probe.Extraction, _ what: String
  ) throws {
    try expect(
      other.answer.status == plain.answer.status,
      "for \(what) it returned \(other.answer.words); the same sound elsewhere got \(plain.answer.words).",
      place: call)
    guard plain.answer.status == IMP_OK, let place = Difference.words(plain.payload, other.payload)
    else { return }
    throw CheckFailure(
      "for \(what) it returned a different template than for the same sound elsewhere: \(place) (R-14).",
      place: call)
  }

  static func extract(_ extractor: VoiceExtractor, _ person: Int) async throws -> Extraction {
    let format = extractor.format
    return try await extractor.extract(
      DrawnSound.person(person, rate: format.rate, frames: frames(of: format)).samples)
  }

  static func extractNobody(_ extractor: VoiceExtractor) async throws -> Extraction {
    try await extractor.extract([Float](repeating: 0, count: frames(of: extractor.format)))
  }

  private static func frames(of format: VoiceFormat) -> Int {
    min(max(3 * format.rate, format.frames.lowerBound), format.frames.upperBound)
  }
}
