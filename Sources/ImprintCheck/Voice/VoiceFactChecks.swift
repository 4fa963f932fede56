// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Checks of `measure`.
extension VoiceExtractorChecks {
  private static let measuring = Probe.place("measure")

  static let measuresEverySound = check(
    "measures-every-sound",
    "Every sound that the format takes is measured, with a template or without: known facts are within their "
      + "ranges, and unknown ones 0.",
    rules: ["R-21", "R-48"]
  ) { probe, random in
    let voices = (0..<3).map { probe.sample($0) } + [probe.format.voice(0, milliseconds: 1)]
    for sound in voices + VoiceContract.samplesOfNobody(for: probe.format, &random) {
      let facts = try probe.facts(of: sound)
      if let problem = facts.problem(in: sound) {
        throw CheckFailure("of \(sound.words) it measured \(problem).", place: measuring)
      }
    }
  }

  static let measureRefuses = check(
    "measure-refuses-other-sound",
    "A sound that the format does not accept is not measured, nor one that is no number, and the facts are "
      + "left untouched.",
    rules: ["R-20", "R-22"]
  ) { probe, _ in
    let voice = probe.sample(0)
    var noNumber = voice
    noNumber.samples[voice.samples.count / 2] = .nan
    let others =
      try VoiceContract.others(for: probe.format).map { ($0.words, $0.wanted, $0.lent) }
      + [
        ("a sound with a NaN sample", [IMP_E_SAMPLE], try LentSound(noNumber)),
        ("a sound with a wrong size field", [IMP_E_ABI], try LentSound(voice, sizedWrong: 8)),
      ]
    for (words, wanted, lent) in others {
      probe.note("measure: for \(words)")
      try probe.measure(lent).expectRefused(wanted, measuring, "for \(words)")
    }
    for change in [-4, 4] {
      let measured = try probe.measure(LentSound(voice), change: imp_voice_facts.wrong(by: change))
      try measured.expectRefused([IMP_E_ABI], measuring, "for facts whose size field is wrong by \(change)")
    }
  }

  static let sameFacts = check(
    "same-sound-same-facts",
    "The same sound has the same facts, and measuring changes no template.", rules: ["R-14"]
  ) { probe, _ in
    let (voice, other) = (probe.sample(0), probe.sample(1))
    let template = try probe.template(of: voice)
    let first = try probe.facts(of: voice)
    func same(_ facts: imp_voice_facts, _ when: String) throws {
      guard let place = Difference.words(bytes(of: first), bytes(of: facts)) else { return }
      throw CheckFailure("\(when) the same sound had different facts: \(place) (R-14).", place: measuring)
    }
    try same(try probe.facts(of: voice), "right after the first call")
    _ = try probe.facts(of: other)
    _ = try probe.extract(other)
    try same(try probe.facts(of: voice), "after another sound")
    try same(try probe.again().facts(of: voice), "with a new extractor")
    _ = try probe.facts(of: other)
    if let place = Difference.words(template, try probe.template(of: voice)) {
      throw CheckFailure(
        "after a sound was measured the template of another one differed: \(place) (R-14).", place: measuring)
    }
  }

  static let factsHaveTheirUnits = check(
    "facts-have-their-units",
    "A sound at a quarter of its amplitude is 12 dB quieter, one that is cut off at full scale is clipped more, "
      + "one with noise has a lower signal-to-noise ratio, and silence is no speech."
  ) { probe, random in
    let voice = probe.sample(0)
    func changed(_ what: String, _ change: (Float) -> Float) -> DrawnSound {
      DrawnSound(rate: voice.rate, samples: voice.samples.map(change), what: "\(voice.what), \(what)")
    }
    func known(_ facts: imp_voice_facts, _ bit: Int32) -> Bool { facts.known & UInt32(bit) != 0 }
    func compare(
      _ bit: Int32, _ sound: DrawnSound,
      _ isRight: (_ before: imp_voice_facts, _ now: imp_voice_facts) -> Bool,
      _ words: (_ before: imp_voice_facts, _ now: imp_voice_facts) -> String
    ) throws {
      let (before, now) = (try probe.facts(of: voice), try probe.facts(of: sound))
      guard known(before, bit), known(now, bit), !isRight(before, now) else { return }
      throw CheckFailure("of \(sound.words) it measured \(words(before, now)).", place: measuring)
    }
    try compare(IMP_VOICE_LEVEL, changed("at a quarter of its amplitude") { $0 / 4 }) {
      abs($0.level_db - $1.level_db - 12.04) <= 3
    } _: {
      "a level of \($1.level_db) dB, where at its full amplitude it was \($0.level_db); 12 dB less are expected"
    }
    try compare(IMP_VOICE_CLIPPED, changed("cut off at full scale") { max(-1, min(1, $0 * 40)) }) {
      $1.clipped > max($0.clipped, 0.05)
    } _: {
      "a proportion of \($1.clipped) that is clipped, and of the sound as it was \($0.clipped)"
    }
    let noise = (0..<voice.samples.count).map { _ in Float(random.unit() - 0.5) * 0.1 }
    let noisy = DrawnSound(
      rate: voice.rate, samples: zip(voice.samples, noise).map(+), what: "\(voice.what) with noise")
    try compare(IMP_VOICE_SNR, noisy) {
      $1.snr_db <= $0.snr_db
    } _: {
      "a signal-to-noise ratio of \($1.snr_db) dB, and without the noise \($0.snr_db)"
    }
    let silence = DrawnSound.silence(rate: voice.rate, frames: voice.samples.count)
    let facts = try probe.facts(of: silence)
    try expect(
      !known(facts, IMP_VOICE_SPEECH) || facts.speech_ms == 0,
      "of \(silence.words) it measured \(facts.speech_ms) ms of speech.", place: measuring)
  }
}

extension imp_voice_facts {
  /// What the contract does not allow of facts of a sound; `nil`: nothing.
  fileprivate func problem(in sound: DrawnSound) -> String? {
    if size != structSize(imp_voice_facts.self) { return "facts with the size field \(size) (R-20)" }
    if reserved != 0 { return "facts with \(reserved) in a reserved field (R-21)" }
    let bits = UInt32(IMP_VOICE_SPEECH | IMP_VOICE_LEVEL | IMP_VOICE_SNR | IMP_VOICE_CLIPPED)
    if known & ~bits != 0 { return "facts whose known is \(known); \(bits) are all bits (R-48)" }
    let longest = (sound.samples.count * 1000 + sound.rate - 1) / sound.rate
    if Int(speech_ms) > longest { return "\(speech_ms) ms of speech, and \(longest) ms of sound (R-48)" }
    if known & UInt32(IMP_VOICE_SPEECH) == 0, speech_ms != 0 { return "speech_ms without its bit (R-48)" }
    let numbers: [(String, Float, Int32, ClosedRange<Float>)] = [
      ("level_db", level_db, IMP_VOICE_LEVEL, -200...200), ("snr_db", snr_db, IMP_VOICE_SNR, -200...200),
      ("clipped", clipped, IMP_VOICE_CLIPPED, 0...1),
    ]
    for (name, value, bit, range) in numbers {
      let isKnown = known & UInt32(bit) != 0
      if isKnown ? !range.contains(value) : value != 0 {
        return "\(name) \(value), \(isKnown ? "where \(range) is its range" : "without its bit") (R-48)"
      }
    }
    return nil
  }
}

/// The answer to a call of `measure`.
private struct Measured: LentAnswer {
  let answer: CallAnswer
  let facts: imp_voice_facts
  let isUntouched: Bool
}

extension ExtractorProbe<VoiceContract> {
  fileprivate func measure(
    _ lent: LentSound, change: (inout imp_voice_facts) -> Void = { _ in }
  ) throws -> Measured {
    var empty = imp_voice_facts.toBeFilled
    change(&empty)
    let room = try GuardedMemory(copyOf: empty)
    let before = room.content
    let status = table.measure(object, lent.sound, room.mutablePointer())
    return Measured(
      answer: CallAnswer(status, plugin.host), facts: room.pointer(as: imp_voice_facts.self).pointee,
      isUntouched: room.content == before)
  }

  /// The facts of a sound that the format takes.
  fileprivate func facts(of sound: DrawnSound) throws -> imp_voice_facts {
    note("measure: \(sound.words)")
    let lent = try LentSound(sound)
    defer { withExtendedLifetime(lent) {} }
    let measured = try measure(lent)
    try expectSuccess(measured.answer, Self.place("measure"), "for \(sound.words)")
    return measured.facts
  }
}
