// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintAudio
@testable import ImprintListening
import ImprintRuntime
import ImprintSpeech
import Synchronization
import TestSupport
import Testing

private let rate = 8000

private func silence(_ seconds: Double) -> [Float] { Sound.silence(Int(seconds * Double(rate))) }
private func voice(_ seconds: Double) -> [Float] { Sound.voice(Int(seconds * Double(rate))) }

private func recognizer(
  _ text: String = "lights on", events: [(frame: Int, event: SpeechEvent)] = [],
  fails: (step: Int, status: Int32)? = nil
) -> ScriptedRecognizer {
  let words = text.split(separator: " ").map(String.init)
  return ScriptedRecognizer(
    .init(
      partials: words.isEmpty ? [] : [(frame: rate / 2, words: words)], events: events,
      result: SpeechResult(
        words: words.enumerated().map {
          SpeechWord(text: $1, frames: UInt64($0 * 800)..<UInt64($0 * 800 + 800), confidence: 0.75)
        }), fails: fails), rate: rate)
}

private func names(_ events: [ListeningEvent]) -> [String] {
  events.filter { !$0.isLevel }.map { String("\($0)".prefix { $0 != "(" }) }
}

private func all(_ events: ListeningEvents) async -> [ListeningEvent] {
  var all: [ListeningEvent] = []
  for await event in events { all.append(event) }
  return all
}

/// Of the last event.
private func result(_ events: [ListeningEvent]) throws -> ListeningResult {
  guard case .finished(let result) = events.last else {
    throw MissingForTest("a result: \(names(events))")
  }
  return result
}

private func listener(
  _ source: ScriptedSource, _ options: SpeechListenerOptions = SpeechListenerOptions(),
  delegate: (any SpeechListenerDelegate)? = nil, hearing graph: ListeningGraph = .phrases(["lights on"])
) async throws -> SpeechListener {
  let listener = SpeechListener(source: source, options: options, delegate: delegate)
  try await listener.prepareForListening(graph)
  return listener
}

@Suite(.timeLimit(.minutes(1)))
struct SpeechListenerTests {
  private let utterance: [Float] = voice(1) + silence(3)

  // MARK: Ends with a result

  @Test func anUtteranceIsHeardToItsEndAndTheMicrophoneClosed() async throws {
    let microphone = ScriptedMicrophone([.sound(utterance)])
    let listener = try await listener(ScriptedSource([recognizer()], [microphone]))
    let events = await all(try await listener.startListening())
    #expect(
      names(events) == ["began", "speechBegan", "partial", "speechEnded", "finished"], "\(names(events))")
    let result = try result(events)
    #expect(result.text == "lights on" && result.ending == .goodMatch && result.lost == 7)
    #expect(microphone.isClosed)
    #expect(await listener.state == .idle)
  }

  @Test func whatIsSaidNextIsHeardByTheSameRecognizer() async throws {
    let source = ScriptedSource(
      [recognizer()], [ScriptedMicrophone([.sound(utterance)]), ScriptedMicrophone([.sound(utterance)])])
    let listener = try await listener(source)
    for _ in 0..<2 {
      let events = await all(try await listener.startListening())
      #expect(names(events).last == "finished")
    }
    #expect(source.made == 1)
  }

  @Test func aStopGivesAResult() async throws {
    let listener = try await listener(
      ScriptedSource([recognizer()], [ScriptedMicrophone([.sound(voice(1))])]))
    let events = try await listener.startListening()
    var iterator = events.makeAsyncIterator()
    while let event = await iterator.next() { if case .partial = event { break } }
    let result = try await listener.stopListening()
    #expect(result.ending == .stopped && result.text == "lights on")
    let error = await #expect(throws: ListeningError.self) { try await listener.stopListening() }
    #expect(error?.code == .notListening)
  }

  @Test func soundThatEndsGivesAResult() async throws {
    let listener = try await listener(
      ScriptedSource([recognizer()], [ScriptedMicrophone([.sound(voice(1)), .ends])]))
    let events = await all(try await listener.startListening())
    #expect(try result(events).ending == .sourceEnded)
  }

  // MARK: Ends without one

  @Test func aCancelHasNoResultAndForgets() async throws {
    let (microphone, recognizer) = (ScriptedMicrophone([.sound(voice(1))]), recognizer())
    let listener = try await listener(ScriptedSource([recognizer], [microphone]))
    let events = try await listener.startListening()
    await listener.cancelListening()
    #expect(microphone.isClosed)
    #expect(names(await all(events)).last == "cancelled")
    #expect(recognizer.log.resets == 1 && recognizer.log.finished == 0)
  }

  @Test func aMicrophoneThatIsGoneEndsItAndSaysWhenItIsBack() async throws {
    let lost = ScriptedMicrophone([.sound(voice(1)), .fails(601)])
    let back = ScriptedMicrophone([])
    let recognizer = recognizer()
    let listener = try await listener(ScriptedSource([recognizer], [lost, back]))
    let events = await all(try await listener.startListening())
    #expect(names(events).suffix(2) == ["interrupted", "ready"])
    #expect(events.contains(.interrupted(.deviceGone)))
    #expect(lost.isClosed && back.isClosed && recognizer.log.finished == 0 && recognizer.log.resets == 1)
    #expect(await listener.state == .idle)
  }

  @Test func nothingIsStartedWhileTheMicrophoneIsGone() async throws {
    let listener = try await listener(
      ScriptedSource([recognizer()], [ScriptedMicrophone([.sound(voice(1)), .fails(601)])]))
    let events = try await listener.startListening()
    var iterator = events.makeAsyncIterator()
    while let event = await iterator.next() { if case .interrupted = event { break } }
    let error = await #expect(throws: ListeningError.self) { try await listener.startListening() }
    #expect(error?.code == .interrupted)
    await listener.cancelListening()
    #expect(await iterator.next() == .cancelled)
    #expect(await listener.state == .idle)
  }

  @Test func anApplicationInterruptsAndResumes() async throws {
    let microphone = ScriptedMicrophone([.sound(voice(1))])
    let listener = try await listener(
      ScriptedSource([recognizer()], [microphone, ScriptedMicrophone([])]))
    let events = try await listener.startListening()
    await listener.interrupt()
    #expect(microphone.isClosed)
    #expect(await listener.state == .interrupted)
    await listener.resume()
    #expect(names(await all(events)).suffix(2) == ["interrupted", "ready"])
  }

  @Test func aMachineThatWasSuspendedHasNoResult() async throws {
    let slept = Mutex(Duration.zero)
    let listener = SpeechListener(
      source: ScriptedSource(
        [recognizer()], [ScriptedMicrophone([.sound(voice(1))]), ScriptedMicrophone([])]),
      options: SpeechListenerOptions(), delegate: nil
    ) { slept.withLock { $0...$0 } }
    try await listener.prepareForListening(.phrases(["lights on"]))
    let events = try await listener.startListening()
    var iterator = events.makeAsyncIterator()
    while let event = await iterator.next() { if case .partial = event { break } }
    slept.withLock { $0 = .seconds(60) }
    var rest: [ListeningEvent] = []
    while let event = await iterator.next() { rest.append(event) }
    #expect(rest.contains(.interrupted(.machineSlept)) && rest.last == .ready)
  }

  @Test func aRecognizerThatIsLostIsMadeAgainTheNextTime() async throws {
    let source = ScriptedSource(
      [recognizer(fails: (2, 903)), recognizer()],
      [ScriptedMicrophone([.sound(utterance)]), ScriptedMicrophone([.sound(utterance)])])
    let listener = try await listener(source)
    #expect(names(await all(try await listener.startListening())).last == "failed")
    #expect(names(await all(try await listener.startListening())).last == "finished")
    #expect(source.made == 2)
  }

  @Test func aMicrophoneOfAnotherFormIsRefusedAndClosed() async throws {
    let microphone = ScriptedMicrophone([], channels: 2)
    let listener = try await listener(ScriptedSource([recognizer()], [microphone]))
    let error = await #expect(throws: ListeningError.self) { try await listener.startListening() }
    #expect(error?.code == .microphone && microphone.isClosed)
    #expect(await listener.state == .idle)
  }

  @Test func whatIsDestroyedStartsNothing() async throws {
    let listener = try await listener(ScriptedSource([recognizer()], [ScriptedMicrophone([])]))
    let events = try await listener.startListening()
    await listener.destroy()
    #expect(names(await all(events)).last == "cancelled")
    let error = await #expect(throws: ListeningError.self) { try await listener.startListening() }
    #expect(error?.code == .destroyed)
  }

  // MARK: Graphs

  @Test func graphsAreSwitchedWhenIdleAndRefusedWhileItListens() async throws {
    let source = ScriptedSource([recognizer(), recognizer()], [ScriptedMicrophone([])])
    let listener = try await listener(source)
    _ = try await listener.startListening()
    let busy = await #expect(throws: ListeningError.self) {
      try await listener.prepareForListening(.phrases(["lights"]))
    }
    #expect(busy?.code == .busy)
    await listener.cancelListening()
    try await listener.prepareForListening(.phrases(["lights"]))
    #expect(source.made == 2)
  }

  @Test func aGraphIsOpenedByItsNameAndByItsPath() async throws {
    let folder = try TemporaryFolder()
    let shelf = try SpeechGraphStore(folder: folder.path + "/graphs")
    let source = ScriptedSource([recognizer(), recognizer()])
    let path = try await shelf.save(source.graph(of: ["lights on"], isTrigger: false), as: "lights")
    let listener = SpeechListener(source: source, options: SpeechListenerOptions(shelf: shelf))
    try await listener.prepareForListening(ListeningGraph("lights"))
    try await listener.prepareForListening(ListeningGraph(path))
    let error = await #expect(throws: ListeningError.self) {
      try await listener.prepareForListening(.named("other"))
    }
    #expect(error?.code == .graph && error?.place.hasSuffix("other.impg") == true)
  }

  @Test func aGraphOfTriggersIsNoGraphOfWordsAndTheOtherWayRound() async throws {
    let source = ScriptedSource([recognizer(), recognizer()])
    let listener = SpeechListener(source: source)
    let triggers = try await source.graph(of: ["hey computer"], isTrigger: true)
    let words = try await source.graph(of: ["lights on"], isTrigger: false)
    let first = await #expect(throws: ListeningError.self) {
      try await listener.prepareForListening(.graph(triggers))
    }
    let second = await #expect(throws: ListeningError.self) {
      try await listener.prepareForListening(.graph(words), trigger: .graph(words))
    }
    #expect(first?.code == .graph && second?.place == "trigger")
    let none = await #expect(throws: ListeningError.self) { try await listener.startListening() }
    #expect(none?.code == .notPrepared)
  }

  @Test func itWaitsForATriggerAndThenListens() async throws {
    let spotter = recognizer(
      "", events: [(frame: 8000, event: .trigger(phrase: 0, score: 1, frames: 4000..<7200))])
    let listener = SpeechListener(
      source: ScriptedSource([recognizer(), spotter], [ScriptedMicrophone([.sound(voice(1) + utterance)])]))
    try await listener.prepareForListening(.phrases(["lights on"]), trigger: .phrases(["hey computer"]))
    let events = await all(try await listener.startListening())
    #expect(events.contains(.began(.waiting)))
    let result = try result(events)
    #expect(result.trigger?.phrase == "hey computer" && result.begin == .milliseconds(900))
  }

  // MARK: Delegates

  @Test func aDelegateHearsTheSame() async throws {
    let (told, calls) = AsyncStream<String>.makeStream()
    let listener = try await listener(
      ScriptedSource([recognizer()], [ScriptedMicrophone([.sound(utterance)])]),
      delegate: Delegate(calls: calls))
    _ = await all(try await listener.startListening())
    var heard: [String] = []
    for await call in told {
      heard.append(call)
      if call.hasPrefix("final") { break }
    }
    #expect(
      heard == ["began listening", "speech true", "partial lights on", "speech false", "final lights on"])
  }

  // MARK: Sound that is all there

  @Test func allUtterancesOfAFileAreHeardWithTimesOfTheFile() async throws {
    let listener = try await listener(ScriptedSource([recognizer()]))
    let sound = silence(12) + voice(1) + silence(9) + voice(1) + silence(0.5)
    let clip = try #require(AudioClip(rate: rate, channels: 1, samples: .float32(sound)))
    let told = Mutex<[ListeningEvent]>([])
    // Words come with the 4000th frame of each utterance.
    let results = try await listener.recognize(clip) { event in told.withLock { $0.append(event) } }
    #expect(results.map(\.text) == results.map { _ in "lights on" } && results.count > 1)
    #expect(zip(results, results.dropFirst()).allSatisfy { $0.end <= $1.begin })
    #expect(results.last?.ending == .sourceEnded && results.last?.end == .milliseconds(23_500))
    let finished = told.withLock { $0 }.filter { if case .finished = $0 { true } else { false } }
    #expect(finished == results.map { .finished($0) })
  }

  @Test func aFileOfAnotherFormIsMixedAndResampled() async throws {
    let recognizer = recognizer()
    let listener = try await listener(ScriptedSource([recognizer]))
    let stereo = (0..<44_100).flatMap { [Float($0 % 2) * 0.1, Float($0 % 2) * 0.1] }
    let clip = try #require(AudioClip(rate: 44_100, channels: 2, samples: .float32(stereo)))
    _ = try await listener.recognize(clip)
    #expect(recognizer.log.steps.reduce(0, +) == rate)
  }

  // MARK: Recordings

  @Test func nothingIsKeptUnlessItIsAskedFor() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/kept"
    let archive = try ListeningArchive(folder: path)
    let listener = try await listener(
      ScriptedSource(
        [recognizer()], [ScriptedMicrophone([.sound(utterance)]), ScriptedMicrophone([.sound(utterance)])]),
      SpeechListenerOptions(archive: archive))
    _ = await all(try await listener.startListening())
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(await listener.lastRecordingFilename == nil)

    await listener.setCreateAudioRecordings(true)
    await listener.setCreateJSONResultMetadata(true)
    let result = try result(await all(try await listener.startListening()))
    let sound = try #require(result.recording?.sound)
    #expect(await listener.lastRecordingFilename == sound)
    let clip = try AudioFile.read(sound)
    #expect(clip.rate == rate && clip.duration == result.end - result.begin)
    let metadata = try #require(result.recording?.metadata)
    let text = try String(contentsOfFile: metadata, encoding: .utf8)
    #expect(text.contains("\"text\":\"lights on\"") && text.contains("\"plugin\":\"org.example.scripted\""))
    #expect(text.contains(URL(filePath: sound).lastPathComponent))
  }

  @Test func anInterruptionKeepsNothing() async throws {
    let folder = try TemporaryFolder()
    let listener = try await listener(
      ScriptedSource(
        [recognizer()], [ScriptedMicrophone([.sound(voice(1)), .fails(601)]), ScriptedMicrophone([])]),
      SpeechListenerOptions(archive: ListeningArchive(folder: folder.path + "/kept")))
    await listener.setCreateAudioRecordings(true)
    _ = await all(try await listener.startListening())
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/kept"))
  }

  @Test func whatCannotBeKeptFailsNoListening() async throws {
    let folder = try TemporaryFolder()
    try folder.write("no folder", to: "kept")
    let listener = try await listener(
      ScriptedSource([recognizer()], [ScriptedMicrophone([.sound(utterance)])]),
      SpeechListenerOptions(archive: ListeningArchive(folder: folder.path + "/kept")))
    await listener.setCreateAudioRecordings(true)
    let result = try result(await all(try await listener.startListening()))
    #expect(result.text == "lights on" && result.notKept?.code == .notKept && result.recording == nil)
  }
}

private struct Delegate: SpeechListenerDelegate {
  let calls: AsyncStream<String>.Continuation

  private func text(_ words: [ListenedWord]) -> String { words.map(\.text).joined(separator: " ") }

  func recognizerBegan(_ state: ListeningState) async { calls.yield("began \(state.rawValue)") }
  func recognizerHeardSpeech(_ isSpeech: Bool, at time: Duration) async { calls.yield("speech \(isSpeech)") }
  func recognizerPartialResult(_ words: [ListenedWord]) async { calls.yield("partial \(text(words))") }
  func recognizerFinalResult(_ result: ListeningResult) async { calls.yield("final \(result.text)") }
}
