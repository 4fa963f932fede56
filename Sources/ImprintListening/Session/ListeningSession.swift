// SPDX-License-Identifier: Apache-2.0
public import ImprintAudio
internal import ImprintRuntime
public import ImprintSpeech

/// One listening: perhaps a trigger phrase, then an utterance until a rule ends it. A state machine without
/// clock, device or thread: sound in, by samples, events out. The same sound gives the same events, however
/// it comes, as it is given to the recogniser in pieces of 100 ms.
///
/// ```swift
/// var session = ListeningSession(recognizer, model: graph.model, rules: ListeningRules())
/// for piece in sound {
///   if let result = try await session.add(piece, tell: { print($0) }) { print(result.text) }
/// }
/// ```
public struct ListeningSession: Sendable {
  /// What waits for a trigger phrase.
  public struct Trigger: Sendable {
    /// Made with the graph; of the rate of what listens afterwards.
    public let recognizer: any ListeningRecognizer
    /// The phrases of its graph, by their place.
    public let phrases: [String]

    public init(_ recognizer: any ListeningRecognizer, phrases: [String]) {
      self.recognizer = recognizer
      self.phrases = phrases
    }
  }

  /// When an utterance ends; what is changed is judged by from the next piece on.
  public var rules: ListeningRules
  /// `waiting`, `listening`, and `idle` once it has ended.
  public private(set) var state: ListeningState
  /// The sound of the utterance so far, one channel.
  public private(set) var utterance: [Float] = []
  /// What was given and not heard, once it has ended: the beginning of the next one.
  public var unheard: ArraySlice<Float> { pending[taken...] }

  private let recognizer: any ListeningRecognizer
  private let model: NgramModel?
  private let trigger: Trigger?
  private let rate: Int
  private var judge: EndpointJudge
  private var gate: EnergyGate?
  private var triggered: ListenedTrigger?
  private var hasBegun = false
  /// Sound that was given; of it so many frames were taken.
  private var pending: [Float] = []
  private var taken = 0
  /// Frames before its first one, in all times.
  private let origin: UInt64
  /// Frames heard, of all that were given.
  private var heard: UInt64 = 0
  /// Where the utterance begins in them.
  private var base: UInt64 = 0
  /// The last sound that was heard while waiting: what is said at once after a trigger is in it.
  private var tail: [Float] = []

  /// The sound that is kept while waiting, in seconds: triggers are told later than they end.
  private static let tailSeconds = 2

  /// - Parameters:
  ///   - model: what is listened for, which says what a good match is; `nil`: none is.
  ///   - silence: what speech and silence are for a recogniser that does not tell; of it only levels and
  ///     how long sound has to be to begin.
  public init(
    _ recognizer: any ListeningRecognizer, model: NgramModel?, rules: ListeningRules = ListeningRules(),
    trigger: Trigger? = nil, silence: SilenceRule = SilenceRule()
  ) {
    self.init(
      recognizer, model: model, rules: rules, trigger: trigger, silence: silence, origin: 0)
  }

  /// - Parameter origin: frames before its first one.
  init(
    _ recognizer: any ListeningRecognizer, model: NgramModel?, rules: ListeningRules, trigger: Trigger?,
    silence: SilenceRule, origin: UInt64
  ) {
    self.origin = origin
    (self.recognizer, self.model, self.rules, self.trigger) = (recognizer, model, rules, trigger)
    rate = recognizer.rate
    state = trigger == nil ? .listening : .waiting
    judge = EndpointJudge(rate: rate, longest: recognizer.longest)
    gate = recognizer.tellsActivity ? nil : EnergyGate(silence, rate: rate)
  }

  /// Listens to more sound.
  /// - Parameters:
  ///   - samples: any number; one channel at the recogniser's rate, full scale being -1 to 1.
  ///   - tell: is told what happens, in order; of ``ListeningEvent/finished(_:)`` nothing.
  /// - Returns: the result, once a rule has ended the utterance. The rest is in ``unheard``.
  /// - Throws: ``ListeningError`` `recognizer`: the session is over, without a result.
  public mutating func add(
    _ samples: some Collection<Float>, tell: (ListeningEvent) -> Void
  ) async throws(ListeningError) -> ListeningResult? {
    pending.removeFirst(taken)
    taken = 0
    pending += samples
    guard state != .idle else { return nil }
    begin(tell)
    do throws(ListeningError) {
      while let piece = nextPiece(ofAll: false) {
        if let ending = try await hear(piece, tell) { return try await end(ending) }
      }
      return nil
    } catch {
      state = .idle
      throw error
    }
  }

  /// Ends it, with what there is.
  /// - Parameter ending: `stopped` or `source-ended`.
  /// - Returns: the result; without words where it still waited for a trigger, or had ended.
  /// - Throws: as ``add(_:tell:)``.
  public mutating func finish(
    _ ending: ListeningEnding, tell: (ListeningEvent) -> Void
  ) async throws(ListeningError) -> ListeningResult {
    begin(tell)
    do throws(ListeningError) {
      while state != .idle, let piece = nextPiece(ofAll: true) {
        if let rule = try await hear(piece, tell) { return try await end(rule) }
      }
      return try await end(ending)
    } catch {
      state = .idle
      throw error
    }
  }

  /// Gives it up, without a result. What was learned of the speaker is forgotten.
  public mutating func giveUp() async {
    state = .idle
    (pending, taken) = ([], 0)
    await trigger?.recognizer.reset()
    await recognizer.reset()
  }

  private mutating func begin(_ tell: (ListeningEvent) -> Void) {
    guard !hasBegun else { return }
    hasBegun = true
    tell(.began(state))
  }

  /// 100 ms, or what the utterance has room for.
  /// - Parameter ofAll: whether a shorter one is given too.
  private mutating func nextPiece(ofAll: Bool) -> [Float]? {
    let most = state == .listening ? min(rate / 10, judge.room(by: rules)) : rate / 10
    guard pending.count - taken >= (ofAll ? 1 : most) else { return nil }
    let piece = Array(unheard.prefix(most))
    taken += piece.count
    return piece
  }

  private mutating func hear(
    _ piece: [Float], _ tell: (ListeningEvent) -> Void
  ) async throws(ListeningError) -> ListeningEnding? {
    var meter = LevelMeter(channels: 1)
    meter.add(piece)
    tell(.level(meter.levels[0]))
    if state == .waiting {
      try await wait(piece, tell)
      return nil
    }
    let hearing = try await Self.recognizing { () throws(PluginCallError) in try await recognizer.step(piece)
    }
    heard += UInt64(piece.count)
    utterance += piece
    judge.hear(frames: piece.count)
    for activity in gate?.add(piece) ?? hearing.events.compactMap(EndpointJudge.Activity.init) {
      judge.hear(activity)
      switch activity {
      case .speech(let place): tell(.speechBegan(at: time(UInt64(place))))
      case .silence(let place): tell(.speechEnded(at: time(UInt64(place))))
      }
    }
    if let partial = hearing.partial {
      let isWhole = model?.isWholePhrase(partial.map(\.text)) ?? false
      judge.hear(words: partial.count, isWhole: isWhole)
      tell(.partial(partial.map(listened)))
    }
    return judge.ending(by: rules)
  }

  private mutating func wait(
    _ piece: [Float], _ tell: (ListeningEvent) -> Void
  ) async throws(ListeningError) {
    guard let trigger else { return }
    let hearing = try await Self.recognizing { () throws(PluginCallError) in
      try await trigger.recognizer.step(piece)
    }
    heard += UInt64(piece.count)
    tail += piece
    if tail.count > Self.tailSeconds * rate { tail.removeFirst(tail.count - Self.tailSeconds * rate) }
    for case .trigger(let phrase, let score, let frames) in hearing.events {
      _ = try await Self.recognizing { () throws(PluginCallError) in try await trigger.recognizer.finish() }
      let found = ListenedTrigger(
        phrase: trigger.phrases.indices.contains(phrase) ? trigger.phrases[phrase] : "", score: score,
        begin: moment(frames.lowerBound), end: moment(frames.upperBound))
      // What was said since then is the utterance's.
      let since = tail.suffix(Int(clamping: heard - min(heard, frames.upperBound)))
      pending.replaceSubrange(..<taken, with: since)
      taken = 0
      heard -= UInt64(since.count)
      base = heard
      tail = []
      triggered = found
      state = .listening
      tell(.triggered(found))
      return
    }
  }

  private mutating func end(_ ending: ListeningEnding) async throws(ListeningError) -> ListeningResult {
    guard state == .listening else {
      if state == .waiting {
        state = .idle
        if let trigger {
          _ = try await Self.recognizing { () throws(PluginCallError) in try await trigger.recognizer.finish()
          }
        }
      }
      return ListeningResult(
        ending: ending, words: [], begin: moment(heard), end: moment(heard))
    }
    state = .idle
    let found = try await Self.recognizing { () throws(PluginCallError) in try await recognizer.finish() }
    return ListeningResult(
      ending: ending, words: found.words.map(listened),
      alternatives: found.alternatives.map { $0.map(listened) }, trigger: triggered, begin: time(0),
      end: moment(heard))
  }

  private static func recognizing<Answer: Sendable>(
    _ ask: () async throws(PluginCallError) -> Answer
  ) async throws(ListeningError) -> Answer {
    do throws(PluginCallError) { return try await ask() } catch { throw .recognizer(error) }
  }

  private func listened(_ word: SpeechWord) -> ListenedWord {
    ListenedWord(
      text: word.text, begin: time(word.frames.lowerBound), end: time(word.frames.upperBound),
      confidence: word.confidence)
  }

  /// Of a frame of the utterance.
  private func time(_ frame: UInt64) -> Duration { moment(base + frame) }

  /// Of a frame of all that were given.
  private func moment(_ frame: UInt64) -> Duration {
    let (frame, rate) = (origin + frame, UInt64(rate))
    return .seconds(Int64(clamping: frame / rate))
      + .nanoseconds(Int64(clamping: frame % rate * 1_000_000_000 / rate))
  }
}

extension EndpointJudge.Activity {
  fileprivate init?(_ event: SpeechEvent) {
    switch event {
    case .speech(let place): self = .speech(at: Int(clamping: place))
    case .silence(let place): self = .silence(at: Int(clamping: place))
    case .trigger: return nil
    }
  }
}
