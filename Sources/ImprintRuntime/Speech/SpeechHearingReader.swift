// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Reads what a recogniser says it heard, and believes none of it: each value is compared with what can be.
struct SpeechHearingReader {
  private let bundle: SpeechBundle
  /// The most alternatives that were asked for.
  private let alternatives: Int
  /// What may be named; `nil` where the bundle listens for its own words.
  private let names: SpeechGraphNames?

  /// Frames of the utterance that were given.
  private(set) var heard: UInt64 = 0
  private var isSpeech = false
  private var lastActivity: UInt64 = 0
  private var lastTrigger: UInt64 = 0
  /// The words of the last partial result.
  private var told: [SpeechWord] = []

  /// - Parameter names: of the graph; `nil` where there is none.
  init(_ bundle: SpeechBundle, alternatives: Int, names: SpeechGraphNames?) {
    self.bundle = bundle
    self.alternatives = alternatives
    self.names = names
  }

  /// Whether the graph is of phrases to be spotted.
  private var spotsPhrases: Bool { names?.thresholds != nil }

  /// Begins the next utterance.
  mutating func begin() {
    self = SpeechHearingReader(bundle, alternatives: alternatives, names: names)
  }

  /// Whether so many frames more are within the longest utterance.
  func hasRoom(for frames: Int) -> Bool {
    spotsPhrases || heard + UInt64(frames) <= bundle.longestFrames
  }

  /// What a step heard, in so many frames more.
  mutating func step(
    _ frames: Int, _ events: ArraySlice<imp_speech_event>, _ words: ArraySlice<imp_speech_word>
  ) throws(ContractBreach) -> SpeechHearing {
    heard += UInt64(frames)
    let (made, partials) = try read(events)
    guard partials <= 1 else { throw ContractBreach("a step has \(partials) partial results (R-50).") }
    guard partials == 1 || words.isEmpty else {
      throw ContractBreach("a step has \(words.count) words and no partial result.")
    }
    guard partials == 1 else { return SpeechHearing(events: made, partial: nil) }
    let partial = try read(words, alternatives: 0)?[0] ?? []
    guard partial.allSatisfy({ $0.confidence == nil }) else {
      throw ContractBreach("a partial result has confidences (R-49).")
    }
    defer { told = partial }
    // Whoever draws it need not draw the same again.
    let isNew = !partial.elementsEqual(told) { $0.text.utf8.elementsEqual($1.text.utf8) }
    return SpeechHearing(events: made, partial: isNew ? partial : nil)
  }

  /// What was heard of the utterance; the next one begins.
  mutating func finish(
    _ events: ArraySlice<imp_speech_event>, _ words: ArraySlice<imp_speech_word>
  ) throws(ContractBreach) -> SpeechResult {
    let (made, partials) = try read(events)
    guard partials == 0 else { throw ContractBreach("a final result has a partial one (R-50).") }
    let readings = try read(words, alternatives: bundle.tellsAlternatives ? alternatives : 0) ?? [[]]
    let isTold = bundle.tellsConfidence
    guard readings[0].allSatisfy({ ($0.confidence != nil) == isTold }),
      isTold || readings.joined().allSatisfy({ $0.confidence == nil })
    else {
      throw ContractBreach(
        "a word has a confidence where its bundle tells none, or none where it does (R-49).")
    }
    begin()
    return SpeechResult(events: made, words: readings[0], alternatives: Array(readings.dropFirst()))
  }

  // MARK: Events

  private mutating func read(
    _ events: ArraySlice<imp_speech_event>
  ) throws(ContractBreach) -> (events: [SpeechEvent], partials: Int) {
    var (made, partials) = ([SpeechEvent](), 0)
    for event in events {
      try checkSize(of: event)
      guard event.at <= heard else {
        throw ContractBreach("an event is at \(event.at), and \(heard) frames were given (R-50).")
      }
      let kind = Int32(clamping: event.kind)
      guard kind == IMP_SPEECH_EVENT_TRIGGER || event.phrase == 0 && event.begin == 0 && event.score == 0
      else {
        throw ContractBreach("an event of the kind \(kind) has the fields of a trigger.")
      }
      switch kind {
      case IMP_SPEECH_EVENT_SPEECH: made.append(.speech(at: try activity(event, begins: true)))
      case IMP_SPEECH_EVENT_SILENCE: made.append(.silence(at: try activity(event, begins: false)))
      case IMP_SPEECH_EVENT_PARTIAL: partials += 1
      case IMP_SPEECH_EVENT_TRIGGER: made.append(try trigger(event))
      default: throw ContractBreach("there is no event of the kind \(event.kind).")
      }
    }
    return (made, partials)
  }

  private mutating func activity(
    _ event: imp_speech_event, begins: Bool
  ) throws(ContractBreach) -> UInt64 {
    guard bundle.tellsActivity, isSpeech != begins, event.at >= lastActivity else {
      throw ContractBreach("speech and silence do not take turns in time, or nobody said they come (R-50).")
    }
    (isSpeech, lastActivity) = (begins, event.at)
    return event.at
  }

  private mutating func trigger(_ event: imp_speech_event) throws(ContractBreach) -> SpeechEvent {
    let thresholds = names?.thresholds ?? []
    guard event.phrase < thresholds.count, event.begin <= event.at, event.at >= lastTrigger else {
      throw ContractBreach(
        "phrase \(event.phrase) of \(thresholds.count) is spotted in the frames \(event.begin) to "
          + "\(event.at), after \(lastTrigger) (R-50).")
    }
    // What is no number is neither.
    let threshold = thresholds[Int(event.phrase)]
    guard event.score >= threshold, event.score <= 100 else {
      throw ContractBreach(
        "phrase \(event.phrase) is spotted with the score \(event.score), and its threshold is \(threshold) (R-50)."
      )
    }
    lastTrigger = event.at
    return .trigger(phrase: Int(event.phrase), score: event.score, frames: event.begin..<event.at)
  }

  // MARK: Words

  /// The readings, the best one first; `nil` for none.
  private func read(
    _ words: ArraySlice<imp_speech_word>, alternatives: Int
  ) throws(ContractBreach) -> [[SpeechWord]]? {
    guard !words.isEmpty else { return nil }
    guard !spotsPhrases else { throw ContractBreach("words are heard where phrases are spotted.") }
    var readings: [[SpeechWord]] = [[]]
    for word in words {
      try checkSize(of: word)
      let reading = Int(word.alternative)
      if reading == readings.count, reading <= alternatives { readings.append([]) }
      guard reading == readings.count - 1 else {
        throw ContractBreach(
          "a word is of alternative \(word.alternative) after \(readings.count - 1); \(alternatives) were "
            + "asked for (R-49).")
      }
      readings[reading].append(try read(word, after: readings[reading].last))
    }
    return readings
  }

  private func read(
    _ raw: imp_speech_word, after last: SpeechWord?
  ) throws(ContractBreach) -> SpeechWord {
    let text = try FixedText.read(raw.text, "a word's text")
    guard text.isOneWord(in: 1...95) else {
      throw ContractBreach("a word is empty, or has white space or control characters (R-49).")
    }
    guard names?.contains(text) ?? true else {
      throw ContractBreach("a word is none of the graph's (R-49).")
    }
    guard raw.begin >= last?.frames.upperBound ?? 0, raw.begin <= raw.end, raw.end <= heard else {
      throw ContractBreach(
        "a word is in the frames \(raw.begin) to \(raw.end) of \(heard), or before the word before it (R-49)."
      )
    }
    // Of what is no number, too.
    guard raw.confidence == IMP_SPEECH_NO_CONFIDENCE || (0...1).contains(raw.confidence) else {
      throw ContractBreach("a word has the confidence \(raw.confidence) (R-49).")
    }
    return SpeechWord(
      text: text, frames: raw.begin..<raw.end,
      confidence: raw.confidence == IMP_SPEECH_NO_CONFIDENCE ? nil : raw.confidence)
  }
}
