// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// What is heard, and in which order.
extension SpeechRecognizerChecks {
  private static let step = Probe.place("step")
  private static let finish = Probe.place("finish")

  static let wordsInOrder = hearingCheck(
    "words-in-order",
    "Words are of the graph, in the order of time, within the sound that was given, their confidences are "
      + "numbers from 0 to 1 or none, and alternatives are no more than were asked for.",
    rules: ["R-20", "R-21", "R-49"], hears: true
  ) { first, random in
    let sounds = sounds(first.bundle, &random)
    for alternatives in [0, 1, UInt32(IMP_SPEECH_ALTERNATIVES)] {
      let probe = try first.again(alternatives: alternatives)
      // All sounds once; what is said of alternatives shows in the voices.
      try checkWords(probe, alternatives == 0 ? sounds : Array(sounds.prefix(3)))
    }
  }

  private static func checkWords(_ probe: SpeechProbe, _ sounds: [DrawnSound]) throws {
    for sound in sounds {
      probe.note("\(sound.words)")
      var heard = 0
      let (steps, result) = try probe.utterance(sound)
      for (piece, part) in zip(sound.pieces(of: sound.rate / 10), steps) {
        heard += piece.samples.count
        let isPartial = part.events.contains { $0.kind == UInt32(IMP_SPEECH_EVENT_PARTIAL) }
        try expect(
          isPartial || part.words.isEmpty,
          "a step of \(sound.what) has \(part.words.count) words, and no PARTIAL.",
          place: step)
        if let problem = probe.problem(of: part.words, heard: heard, isPartial: true) {
          throw CheckFailure("a partial result of \(sound.words) has \(problem).", place: step)
        }
      }
      if let problem = probe.problem(of: result.words, heard: heard, isPartial: false) {
        throw CheckFailure("the result of \(sound.words) has \(problem).", place: finish)
      }
    }
  }

  static let eventsInOrder = hearingCheck(
    "events-in-order",
    "Speech and silence take turns, a partial result comes once in a step where its words changed, and no event "
      + "is after the sound that was given; a phrase's score is at least its threshold.",
    rules: ["R-20", "R-21", "R-50"], hears: true
  ) { probe, random in
    for sound in sounds(probe.bundle, &random) {
      probe.note("\(sound.words)")
      var order = SpeechOrder(probe)
      let (steps, result) = try probe.utterance(sound)
      for (piece, part) in zip(sound.pieces(of: sound.rate / 10), steps) {
        if let problem = order.problem(of: part, frames: piece.samples.count) {
          throw CheckFailure("a step of \(sound.words) has \(problem) (R-50).", place: step)
        }
      }
      if let problem = order.problem(of: result, frames: nil) {
        throw CheckFailure("the result of \(sound.words) has \(problem) (R-50).", place: finish)
      }
    }
  }

  static let sameSound = hearingCheck(
    "same-sound-same-words", "The same sound gives the same events and words.", rules: ["R-14"], hears: true
  ) { probe, random in
    for sound in sounds(probe.bundle, &random).prefix(3) {
      let (first, second) = (try probe.again().utterance(sound), try probe.again().utterance(sound))
      try same(all(first), all(second), "a second recogniser heard something else in \(sound.words)")
    }
  }

  static let sameAfterRestart = sameAfterRestart(
    "The same sound gives the same words in another process.", Probe.place("finish")
  ) { subject, made in
    var random = CheckRandom(seed: 5, check: "speech.same-after-restart")
    try eachGraph(subject.open()) { probe in
      for sound in sounds(probe.bundle, &random) { made += try all(probe.utterance(sound)) }
    }
  }

  static let reset = hearingCheck(
    "reset-forgets", "After reset it is as a new recogniser, whatever it had heard.", rules: ["R-51"],
    hears: true
  ) { probe, random in
    let sounds = sounds(probe.bundle, &random)
    let new = try all(probe.again().utterance(sounds[0]))
    _ = try probe.utterance(sounds[1])
    _ = try probe.listen(to: sounds[2])
    probe.reset()
    let after = try all(probe.utterance(sounds[0]))
    try same(new, after, "after reset it heard something else in \(sounds[0].words) than a new one (R-51)")
    probe.reset()
    probe.reset()
    let again = try all(probe.utterance(sounds[0]))
    try same(new, again, "after two resets it heard something else than a new one (R-51)")
  }

  static let pieces = hearingCheck(
    "pieces-do-not-matter",
    "How sound is cut into pieces changes no result, and neither activity nor phrases.", rules: ["R-53"],
    hears: true
  ) { probe, random in
    for sound in sounds(probe.bundle, &random).prefix(3) {
      let whole = try probe.again().utterance(sound, piece: sound.rate)
      for piece in [sound.rate / 10, sound.rate / 100, 777, sound.rate / 3 + 1] {
        probe.note("\(sound.words) in pieces of \(piece) frames")
        let cut = try probe.again().utterance(sound, piece: piece)
        let (one, other) = (SpeechProbe.text(whole.result.words), SpeechProbe.text(cut.result.words))
        try expect(
          one == other,
          "in pieces of \(piece) frames it heard \(SpeechProbe.shown(other)) in \(sound.words); in pieces of a "
            + "second \(SpeechProbe.shown(one)) (R-53).", place: finish)
        let what = "in pieces of \(piece) frames, not of a second, it says something else of"
        try same(whole.result.wordBytes, cut.result.wordBytes, "\(what) the words of \(sound.words) (R-53)")
        try same(
          uncut(whole), uncut(cut), "\(what) who speaks when, or of phrases, in \(sound.words) (R-53)")
      }
    }
  }

  /// The events of a whole utterance but for partial results, in whichever call they came.
  private static func uncut(_ heard: (steps: [SpeechProbe.Heard], result: SpeechProbe.Heard)) -> [UInt8] {
    (heard.steps + [heard.result]).flatMap(\.events)
      .filter { $0.kind != UInt32(IMP_SPEECH_EVENT_PARTIAL) }
      .flatMap { bytes(of: $0) }
  }

  static let integers = hearingCheck(
    "integers-as-floats", "The same sound as 16-bit integers and as floats gives the same events and words.",
    rules: ["R-14"], hears: true
  ) { probe, random in
    for sound in sounds(probe.bundle, &random).prefix(3) {
      let rounded = DrawnSound(
        rate: sound.rate,
        samples: sound.samples.map { max(-32768, min(32767, ($0 * 32768).rounded())) / 32768 },
        what: sound.what)
      let floats = try all(probe.again().utterance(rounded))
      let other = try probe.again()
      var integers: [UInt8] = []
      for piece in rounded.pieces(of: sound.rate / 10) {
        let heard = try other.step(LentSound(integers: piece))
        try expectSuccess(heard.answer, step, "for 16-bit \(sound.words)")
        integers += heard.bytes
      }
      integers += try other.finish().bytes
      try same(floats, integers, "as 16-bit integers it heard something else in \(sound.words)")
    }
  }

  static func all(_ heard: (steps: [SpeechProbe.Heard], result: SpeechProbe.Heard)) -> [UInt8] {
    heard.steps.flatMap(\.bytes) + heard.result.bytes
  }

  private static func same(_ one: [UInt8], _ other: [UInt8], _ what: String) throws {
    guard let place = Difference.words(one, other) else { return }
    throw CheckFailure("\(what): \(place).", place: finish)
  }
}

/// Whether the events of one utterance come in order.
private struct SpeechOrder {
  private let bundle: SpeechFacts
  /// Of each phrase.
  private let thresholds: [Float]
  private var heard = 0
  private var isSpeech = false
  private var lastActivity: UInt64 = 0
  private var lastTrigger: UInt64 = 0
  /// The words that were last told, by their bytes.
  private var told: [[UInt8]] = []

  init(_ probe: SpeechProbe) {
    bundle = probe.bundle
    thresholds = probe.graph?.thresholds ?? []
  }

  /// - Parameter frames: of a step; `nil` for the result.
  mutating func problem(of part: SpeechProbe.Heard, frames: Int?) -> String? {
    heard += frames ?? 0
    var partials = 0
    for event in part.events {
      if event.size != structSize(imp_speech_event.self) { return "an event with the size \(event.size)" }
      if event.at > UInt64(heard) { return "an event at \(event.at), of \(heard) frames" }
      let kind = Int32(clamping: event.kind)
      if kind != IMP_SPEECH_EVENT_TRIGGER, event.phrase != 0 || event.begin != 0 || event.score != 0 {
        return "an event of the kind \(kind) with the fields of a trigger"
      }
      switch kind {
      case IMP_SPEECH_EVENT_SPEECH, IMP_SPEECH_EVENT_SILENCE:
        let begins = kind == IMP_SPEECH_EVENT_SPEECH
        if !bundle.can(IMP_SPEECH_CAN_ACTIVITY) { return "voice activity, which its bundle does not tell" }
        if begins == isSpeech || event.at < lastActivity {
          return "speech or silence out of turn, or of time"
        }
        (isSpeech, lastActivity) = (begins, event.at)
      case IMP_SPEECH_EVENT_PARTIAL: partials += 1
      case IMP_SPEECH_EVENT_TRIGGER:
        guard Int(event.phrase) < thresholds.count else {
          return "phrase \(event.phrase), of \(thresholds.count)"
        }
        let threshold = thresholds[Int(event.phrase)]
        // A NaN is in no range.
        if !(threshold...100).contains(event.score) {
          return "the score \(event.score) of a phrase with the threshold \(threshold); at most 100"
        }
        if event.begin > event.at || event.at < lastTrigger {
          return "a phrase from \(event.begin) to \(event.at), after one that ended at \(lastTrigger)"
        }
        lastTrigger = event.at
      default: return "an event of the kind \(event.kind)"
      }
    }
    let most = frames == nil ? 0 : 1
    if partials > most { return "\(partials) partial results; \(most) at most" }
    guard partials == 1 else { return nil }
    let words = SpeechProbe.text(part.words)
    defer { told = words }
    return words == told ? "a partial result of the same words as before" : nil
  }
}

extension SpeechProbe {
  /// By their bytes, as words are compared.
  static func text(_ words: [imp_speech_word]) -> [[UInt8]] {
    words.map { word in withUnsafeBytes(of: word.text) { Array($0.prefix { $0 != 0 }) } }
  }

  /// For people.
  static func shown(_ words: [[UInt8]]) -> [String] { words.map { String(decoding: $0, as: UTF8.self) } }

  /// What is wrong with the words of one answer; `nil`: nothing.
  fileprivate func problem(of words: [imp_speech_word], heard: Int, isPartial: Bool) -> String? {
    if graph?.phrases != nil, !words.isEmpty { return "\(words.count) words, where phrases are spotted" }
    let most = isPartial || !bundle.can(IMP_SPEECH_CAN_ALTERNATIVES) ? 0 : alternatives
    let known = graph.map { Set($0.texts.map { Array($0.utf8) }) }
    var (reading, end) = (UInt32(0), UInt64(0))
    for word in words {
      if word.size != structSize(imp_speech_word.self) { return "a word with the size \(word.size) (R-20)" }
      if word.reserved != 0 { return "\(word.reserved) in a reserved field (R-21)" }
      let bytes = withUnsafeBytes(of: word.text) { Array($0) }
      guard let last = bytes.firstIndex(of: 0), let text = String(validating: bytes[..<last], as: UTF8.self),
        text.isSpeechText(1...95)
      else { return "a word that is no UTF-8 text without white space, ended by a null (R-49)" }
      if known?.contains(Array(text.utf8)) == false {
        return "the word \(text.debugDescription), none of its graph's (R-49)"
      }
      if word.alternative != reading {
        guard word.alternative == reading + 1, word.alternative <= most else {
          return "a word of alternative \(word.alternative) after \(reading); \(most) were asked for (R-49)"
        }
        (reading, end) = (word.alternative, 0)
      }
      if word.begin < end || word.begin > word.end || word.end > UInt64(heard) {
        return
          "a word from \(word.begin) to \(word.end) after one that ended at \(end), of \(heard) frames (R-49)"
      }
      end = word.end
      let isTold = bundle.can(IMP_SPEECH_CAN_CONFIDENCE) && !isPartial
      let isNone = word.confidence == IMP_SPEECH_NO_CONFIDENCE
      // Those of an alternative may be missing.
      let isRight = isTold ? (0...1).contains(word.confidence) || isNone && reading > 0 : isNone
      if !isRight {
        return "the confidence \(word.confidence); \(isTold ? "0...1" : "none") is expected (R-49)"
      }
    }
    return nil
  }
}
