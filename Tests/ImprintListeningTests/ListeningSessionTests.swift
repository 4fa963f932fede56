// SPDX-License-Identifier: Apache-2.0
import ImprintListening
import ImprintRuntime
import ImprintSpeech
import Testing

/// What a session was told to say, and its result.
private struct Heard {
  var events: [ListeningEvent] = []
  var result: ListeningResult?

  /// Without levels.
  var told: [ListeningEvent] {
    events.filter { if case .level = $0 { false } else { true } }
  }

  var partials: [String] {
    events.compactMap {
      if case .partial(let words) = $0 { words.map(\.text).joined(separator: " ") } else { nil }
    }
  }
}

private func listen(
  _ sound: [Float], to session: inout ListeningSession, pieces: Int = 100
) async throws -> Heard {
  var heard = Heard()
  for start in stride(from: 0, to: sound.count, by: pieces) {
    var told: [ListeningEvent] = []
    let result = try await session.add(sound[start..<min(start + pieces, sound.count)]) { told.append($0) }
    heard.events += told
    heard.result = heard.result ?? result
  }
  return heard
}

private func session(
  _ script: ScriptedRecognizer.Script = .init(), model: NgramModel? = nil, tellsActivity: Bool = false,
  longest: Duration = .seconds(60), _ change: (inout ListeningRules) throws -> Void = { _ in }
) throws -> ListeningSession {
  var rules = ListeningRules()
  try change(&rules)
  return ListeningSession(
    ScriptedRecognizer(script, longest: longest, tellsActivity: tellsActivity), model: model, rules: rules)
}

private func model(_ phrases: [String]) throws -> NgramModel {
  let dictionary = try PronunciationDictionary(
    Array("lights L AY T S\non AA N\noff AO F\nplease P L IY Z\n".utf8), place: "test")
  return try #require(
    try SpeechGraphBuilder(dictionary: dictionary).graph(of: PhraseList(phrases)).graph.model)
}

@Suite struct ListeningSessionTests {
  // MARK: Rules

  @Test func nobodySpeaksUntilTheRuleEndsIt() async throws {
    var session = try session { try $0.set(.noSpeech, to: .seconds(2)) }
    let heard = try await listen(Sound.silence(5000), to: &session)
    let result = try #require(heard.result)
    #expect(result.ending == .noSpeech && result.words.isEmpty)
    #expect(result.end == .seconds(2))
    #expect(heard.told == [.began(.listening)])
    // The rest is the next one's.
    #expect(session.unheard.count == 3000 && session.state == .idle)
  }

  @Test func silenceAfterSpeechEndsItWhateverWasSaid() async throws {
    var session = try session()
    let sound = Sound.silence(500) + Sound.voice(1000) + Sound.silence(5000)
    let heard = try await listen(sound, to: &session)
    let result = try #require(heard.result)
    #expect(result.ending == .silence)
    // 1.5 s after speech, to a piece.
    #expect(result.end == .milliseconds(3000))
    #expect(
      heard.told == [
        .began(.listening), .speechBegan(at: .milliseconds(500)), .speechEnded(at: .milliseconds(1500)),
      ])
  }

  @Test func aWholePhraseEndsSoonerThanABegunOne() async throws {
    let model = try model(["lights on please", "lights off"])
    let sound = Sound.voice(1000) + Sound.silence(5000)
    var endings: [ListeningEnding: Duration] = [:]
    for words in [["lights", "off"], ["lights", "on"]] {
      var session = try session(.init(partials: [(frame: 900, words: words)]), model: model)
      let result = try #require(try await listen(sound, to: &session).result)
      endings[result.ending] = result.end
    }
    #expect(endings == [.goodMatch: .milliseconds(1700), .silence: .milliseconds(2500)])
  }

  @Test func wordsThatGoOnAreNoLongerAWholePhrase() async throws {
    let model = try model(["lights", "lights on please"])
    var session = try session(
      .init(partials: [(frame: 300, words: ["lights"]), (frame: 1100, words: ["lights", "on"])]), model: model
    )
    let heard = try await listen(Sound.voice(600) + Sound.silence(5000), to: &session)
    #expect(heard.result?.ending == .silence)
  }

  @Test func aPauseThatIsShorterThanTheRuleDoesNotEndIt() async throws {
    var session = try session()
    let sound = Sound.voice(500) + Sound.silence(1300) + Sound.voice(500) + Sound.silence(3000)
    let heard = try await listen(sound, to: &session)
    #expect(heard.result?.end == .milliseconds(3800))
  }

  @Test func wordsThatAreTooQuietForTheGateEndItToo() async throws {
    var session = try session(.init(partials: [(frame: 1000, words: ["on"])]))
    let heard = try await listen(Sound.silence(9000), to: &session)
    #expect(heard.result?.ending == .silence)
    #expect(heard.result?.end == .milliseconds(2500))
  }

  @Test func whatTheRecognizerTellsOfSpeechGoesBeforeTheGate() async throws {
    var session = try session(
      .init(events: [(frame: 400, event: .speech(at: 300)), (frame: 2000, event: .silence(at: 1800))]),
      tellsActivity: true)
    // The voice is a fan to it.
    let heard = try await listen(Sound.voice(9000), to: &session)
    #expect(heard.result?.ending == .silence && heard.result?.end == .milliseconds(3300))
    #expect(heard.told.contains(.speechBegan(at: .milliseconds(300))))
  }

  @Test func anUtteranceIsNeverLongerThanTheRuleOrTheBundleAllows() async throws {
    var byRule = try session { try $0.set(.longestUtterance, to: .milliseconds(2050)) }
    let first = try await listen(Sound.voice(9000), to: &byRule)
    #expect(first.result?.ending == .longest && first.result?.end == .milliseconds(2050))
    let recognizer = ScriptedRecognizer(.init(), longest: .milliseconds(1250))
    var byBundle = ListeningSession(recognizer, model: nil)
    let second = try await listen(Sound.voice(9000), to: &byBundle)
    #expect(second.result?.ending == .longest && second.result?.end == .milliseconds(1250))
    #expect(recognizer.log.steps.reduce(0, +) == 1250)
  }

  @Test func aRuleThatIsTunedMeanwhileJudgesTheNextPiece() async throws {
    var session = try session()
    #expect(try await listen(Sound.silence(3000), to: &session).result == nil)
    try session.rules.set(.noSpeech, to: .seconds(1))
    #expect(try await listen(Sound.silence(100), to: &session).result?.ending == .noSpeech)
  }

  @Test(arguments: ListeningParameter.allCases)
  func aRuleOutsideOfItsRangeIsRefusedAndChangesNothing(parameter: ListeningParameter) throws {
    var rules = ListeningRules()
    for value in [parameter.range.lowerBound - .nanoseconds(1), parameter.range.upperBound + .seconds(1)] {
      let error = #expect(throws: ListeningError.self) { try rules.set(parameter, to: value) }
      #expect(error?.code == .badOption && error?.place == parameter.rawValue)
    }
    #expect(rules == ListeningRules() && rules[parameter] == parameter.standard)
    #expect(parameter.range.contains(parameter.standard))
  }

  // MARK: Partial and final results

  @Test func partialResultsComeWhereTheyChangeAndAtMostEvery100Milliseconds() async throws {
    var session = try session(
      .init(partials: [
        (frame: 210, words: ["lights"]), (frame: 220, words: ["light"]),
        (frame: 230, words: ["lights", "off"]),
        (frame: 900, words: ["lights", "off", "please"]),
      ]))
    let heard = try await listen(Sound.voice(1500), to: &session, pieces: 7)
    #expect(heard.partials == ["lights off", "lights off please"])
  }

  @Test func theSameSoundGivesTheSameEventsHoweverItComes() async throws {
    let script = ScriptedRecognizer.Script(
      partials: [(frame: 330, words: ["lights"]), (frame: 777, words: ["lights", "on"])],
      result: SpeechResult(words: [SpeechWord(text: "lights", frames: 300..<600, confidence: 0.5)]))
    let sound = Sound.silence(313) + Sound.voice(901) + Sound.silence(4000)
    var all: [[ListeningEvent]] = []
    var results: [ListeningResult?] = []
    for pieces in [1, 100, 333, 9000] {
      var session = try session(script)
      let heard = try await listen(sound, to: &session, pieces: pieces)
      all.append(heard.events)
      results.append(heard.result)
    }
    #expect(all.allSatisfy { $0 == all[0] } && results.allSatisfy { $0 == results[0] })
    #expect(results[0]?.words.first?.begin == .milliseconds(300))
    #expect(results[0]?.words.first?.confidence == 0.5)
  }

  @Test func aStopGivesAResultOfAllThatWasHeard() async throws {
    let recognizer = ScriptedRecognizer(
      .init(result: SpeechResult(words: [SpeechWord(text: "on", frames: 10..<250, confidence: 1)])))
    var session = ListeningSession(recognizer, model: nil)
    _ = try await listen(Sound.voice(250), to: &session)
    let result = try await session.finish(.stopped) { _ in }
    #expect(result.ending == .stopped && result.text == "on" && result.end == .milliseconds(250))
    // The last piece is shorter.
    #expect(recognizer.log.steps == [100, 100, 50])
    #expect(session.utterance.count == 250)
  }

  @Test func aRecognizerThatIsLostEndsItWithoutAResult() async throws {
    var session = try session(.init(fails: (step: 3, status: 903)))
    let error = await #expect(throws: ListeningError.self) {
      try await listen(Sound.voice(1000), to: &session)
    }
    #expect(error?.code == .recognizer)
    #expect(session.state == .idle)
  }

  @Test func whatIsGivenUpHasNoResultAndIsForgotten() async throws {
    let recognizer = ScriptedRecognizer(.init())
    var session = ListeningSession(recognizer, model: nil)
    _ = try await listen(Sound.voice(500), to: &session)
    await session.giveUp()
    #expect(recognizer.log.finished == 0 && recognizer.log.resets == 1 && session.unheard.isEmpty)
  }

  // MARK: Triggers

  private func waiting(
    _ spotted: [(frame: Int, event: SpeechEvent)], _ words: ScriptedRecognizer
  ) -> (session: ListeningSession, spotter: ScriptedRecognizer) {
    let spotter = ScriptedRecognizer(.init(events: spotted))
    return (
      ListeningSession(words, model: nil, trigger: .init(spotter, phrases: ["hey computer", "wake up"])),
      spotter
    )
  }

  @Test func afterATriggerTheSoundSinceItsEndIsListenedTo() async throws {
    let words = ScriptedRecognizer(
      .init(
        partials: [(frame: 500, words: ["on"])],
        result: SpeechResult(words: [SpeechWord(text: "on", frames: 100..<500, confidence: 1)])))
    // Told 250 ms after it was said.
    var (session, spotter) = waiting(
      [(frame: 12_350, event: .trigger(phrase: 1, score: -3, frames: 11_000..<12_100))], words)
    var sound = Sound.silence(11_000) + Sound.voice(2000) + Sound.silence(4000)
    sound[12_100] = 0.25
    let heard = try await listen(sound, to: &session)
    let trigger = ListenedTrigger(
      phrase: "wake up", score: -3, begin: .seconds(11), end: .milliseconds(12_100))
    #expect(heard.told.prefix(2) == [.began(.waiting), .triggered(trigger)])
    let result = try #require(heard.result)
    #expect(result.trigger == trigger && result.begin == .milliseconds(12_100))
    #expect(result.words.first?.begin == .milliseconds(12_200))
    #expect(words.log.firsts == [0.25])
    // It waits for nothing more.
    #expect(spotter.log.steps.reduce(0, +) == 12_400 && spotter.log.finished == 1)
    #expect(result.ending == .silence && result.end == .milliseconds(14_500))
  }

  @Test func aTriggerIsWaitedForWithoutAnEnd() async throws {
    var (session, spotter) = waiting([], ScriptedRecognizer(.init(), longest: .seconds(1)))
    let heard = try await listen(Sound.voice(300_000), to: &session, pieces: 1000)
    #expect(heard.result == nil && session.state == .waiting)
    let result = try await session.finish(.stopped) { _ in }
    #expect(result.ending == .stopped && result.words.isEmpty && result.trigger == nil)
    #expect(spotter.log.finished == 1)
  }

  @Test func nobodySpeaksAfterATriggerAndTheRuleCountsFromThere() async throws {
    let words = ScriptedRecognizer(.init())
    var (session, _) = waiting(
      [(frame: 20_000, event: .trigger(phrase: 0, score: 0, frames: 19_000..<20_000))], words)
    let heard = try await listen(Sound.silence(40_000), to: &session)
    #expect(heard.result?.ending == .noSpeech && heard.result?.end == .seconds(28))
  }

  @Test func aTriggerThatIsToldVeryLateLosesOnlyWhatIsNoLongerKept() async throws {
    let words = ScriptedRecognizer(.init())
    var (session, _) = waiting(
      [(frame: 9000, event: .trigger(phrase: 0, score: 0, frames: 1000..<2000))], words)
    let heard = try await listen(Sound.silence(30_000), to: &session)
    #expect(heard.result?.begin == .seconds(7))
  }
}
