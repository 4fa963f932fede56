// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What a recogniser refuses, and what it stays in then.
extension SpeechRecognizerChecks {
  private static let step = Probe.place("step")
  private static let finish = Probe.place("finish")

  static let refusesSounds = hearingCheck(
    "refuses-other-sound",
    "Sound of another form, or with a NaN or infinite sample, is refused and was not heard.", rules: ["R-22"]
  ) { probe, _ in
    let rate = probe.bundle.rate
    let voice = DrawnSound.person(0, rate: rate, frames: rate)
    let piece = voice.pieces(of: rate / 10)[1]
    let expected = try all(probe.again().utterance(voice))
    let either = [IMP_E_SAMPLE, IMP_E_ARGUMENT]
    let changes: [(words: String, wanted: [imp_status], change: (inout imp_sound) -> Void)] = [
      ("of twice the rate", [IMP_E_SAMPLE], { $0.rate *= 2 }),
      ("of a frame per second less", [IMP_E_SAMPLE], { $0.rate -= 1 }),
      ("of 0 frames per second", either, { $0.rate = 0 }),
      ("of 2 channels", [IMP_E_SAMPLE], { $0.channels = 2 }),
      ("of 0 channels", either, { $0.channels = 0 }),
      ("of the format IMP_AUDIO_S32", [IMP_E_SAMPLE], { $0.format = UInt32(IMP_AUDIO_S32) }),
      ("of the format 0", either, { $0.format = 0 }), ("of 0 bytes", either, { $0.samples = imp_bytes() }),
      ("without the last byte of a sample", either, { $0.samples.length -= 1 }),
    ]
    var wrongs = try changes.map { ("sound \($0.words)", $0.wanted, try LentSound(piece, change: $0.change)) }
    wrongs.append(("a second and a frame", [IMP_E_SAMPLE], try LentSound(silence: rate + 1, rate: rate)))
    for value in [Float.nan, .signalingNaN, .infinity, -.infinity] {
      var none = piece
      none.samples[none.samples.count - 1] = value
      wrongs.append(("a sound whose last sample is \(value)", [IMP_E_SAMPLE], try LentSound(none)))
    }
    var heard: [UInt8] = []
    for (index, part) in voice.pieces(of: rate / 10).enumerated() {
      for (words, wanted, lent) in index == 3 ? wrongs : [] {
        probe.note("step: for \(words)")
        try probe.step(lent).expectRefused(wanted, step, "for \(words)")
      }
      let made = try probe.step(LentSound(part))
      try expectSuccess(made.answer, step, "after sounds that were refused")
      heard += made.bytes
    }
    heard += try probe.finish().bytes
    if let place = Difference.words(expected, heard) {
      throw CheckFailure(
        "after sounds that were refused it heard something else than a recogniser that never got them: \(place) "
          + "(R-22).", place: step)
    }
  }

  static let endsWithLongest = hearingCheck(
    "ends-with-the-longest",
    "An utterance that would be longer than the bundle's longest is refused, and finish and reset go on.",
    rules: ["R-22"]
  ) { probe, _ in
    // A bundle's own words have the same longest: once is enough, as it may take a minute.
    if probe.graph == nil, probe.bundle.can(IMP_SPEECH_CAN_MODEL) { return }
    let rate = probe.bundle.rate
    let second = try LentSound(silence: rate, rate: rate)
    let isEndless = probe.graph?.phrases != nil
    for _ in 0..<(isEndless ? 3 : probe.bundle.longest / rate) {
      try expectSuccess(try probe.step(second).answer, step, "for a second of silence within the longest")
    }
    // A part of a second is left at most.
    if !isEndless {
      try probe.step(second).expectRefused([IMP_E_STATE], step, "for a second beyond the longest utterance")
      try probe.step(second).expectRefused([IMP_E_STATE], step, "for a second beyond it again")
    }
    try expectSuccess(try probe.finish().answer, finish, "after the longest utterance")
    try expectSuccess(try probe.step(second).answer, step, "for the first second of the next utterance")
    probe.reset()
    try expectSuccess(try probe.step(second).answer, step, "for the first second after reset")
  }

  static let finishesNothing = hearingCheck(
    "finishes-nothing", "An utterance without sound has no words, as often as it is finished.",
    rules: ["R-50"]
  ) { probe, _ in
    for time in 0..<3 {
      let result = try probe.finish()
      try expectSuccess(result.answer, finish, "without sound")
      try expect(
        result.events.isEmpty && result.words.isEmpty,
        "without sound it heard \(result.events.count) events and \(result.words.count) words, the "
          + "\(time + 1). time.", place: finish)
    }
  }

  static let shortLists = hearingCheck(
    "short-lists-then-enough",
    "Lists that are too short are left unchanged, the required sizes are returned, and nothing was heard.",
    rules: ["R-01", "R-22"]
  ) { probe, _ in
    let rate = probe.bundle.rate
    let voice = probe.bundle.cut(.person(0, rate: rate, frames: 2 * rate))
    let expected = try all(probe.again().utterance(voice))
    let rooms = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 4)]
    var heard: [UInt8] = []
    /// - Returns: what was heard, if a short list was long enough.
    func short(_ call: String, _ hear: (Probe.Room) throws -> Probe.Heard) throws -> Probe.Heard? {
      for (events, words) in rooms {
        let what = "with lists for \(events) events and \(words) words"
        probe.note("\(call): \(what)")
        let answer = try hear(Probe.Room(events: events, words: words))
        if answer.answer.status == IMP_OK { return answer }
        try expect(answer.answer, isOneOf: [IMP_RETRY_SHORT_BUFFER], call, what)
        try expect(
          answer.areListsUntouched,
          "\(what) it returned IMP_RETRY_SHORT_BUFFER but wrote into the lists (R-01).",
          place: call)
        try expect(
          (answer.counts.events > events || answer.counts.words > words)
            && answer.counts.events <= Int(IMP_SPEECH_EVENTS_MAXIMUM)
            && answer.counts.words <= Int(IMP_SPEECH_WORDS_MAXIMUM),
          "\(what) it asks for \(answer.counts.events) events and \(answer.counts.words) words (R-01).",
          place: call)
      }
      return nil
    }
    for part in voice.pieces(of: rate / 10) {
      let lent = try LentSound(part)
      let made = try short(step) { try probe.step(lent, $0) } ?? probe.step(lent)
      try expectSuccess(made.answer, step, "after lists that were too short")
      heard += made.bytes
    }
    let result = try short(finish) { try probe.finish($0) } ?? probe.finish()
    heard += result.bytes
    if let place = Difference.words(expected, heard) {
      throw CheckFailure(
        "after lists that were too short it heard something else than with sufficient ones: \(place) (R-01).",
        place: step)
    }
  }
}
