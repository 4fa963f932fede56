// SPDX-License-Identifier: Apache-2.0
import ImprintAudio
import ImprintListening
import ImprintRuntime
import ImprintSpeech
import Synchronization

/// Gives a test's recognisers and microphones, in order.
final class ScriptedSource: SpeechListenerSource {
  let description = SpeechListenerDescription(
    plugin: "org.example.scripted", bundle: "en", microphone: "test")
  private let state: Mutex<State>

  struct State: Sendable {
    var recognizers: [ScriptedRecognizer]
    var microphones: [ScriptedMicrophone]
    var opened: [ScriptedMicrophone] = []
    var made = 0
  }

  init(_ recognizers: [ScriptedRecognizer], _ microphones: [ScriptedMicrophone] = []) {
    state = Mutex(State(recognizers: recognizers, microphones: microphones))
  }

  var opened: [ScriptedMicrophone] { state.withLock(\.opened) }
  var made: Int { state.withLock(\.made) }

  func graph(of phrases: [String], isTrigger: Bool) async throws(ListeningError) -> SpeechGraph {
    do {
      let dictionary = try PronunciationDictionary(
        Array("lights L AY T S\non AA N\nhey HH EY\ncomputer K AH M P Y UW T ER\n".utf8), place: "test")
      let builder = try SpeechGraphBuilder(dictionary: dictionary)
      return isTrigger
        ? try builder.graph(spotting: phrases.map { try SpeechTrigger($0) }).graph
        : try builder.graph(of: PhraseList(phrases)).graph
    } catch let error as any ExplainedError {
      throw ListeningError(.graph, place: error.place, reason: error.reason, remedy: error.remedy)
    } catch {
      throw ListeningError(.graph, place: "test", reason: "\(error)", remedy: "")
    }
  }

  func recognizer(
    for graph: SpeechGraph?, alternatives: Int, threads: Int
  ) async throws(ListeningError) -> any ListeningRecognizer {
    let next = state.withLock { state -> ScriptedRecognizer? in
      state.made += 1
      return state.recognizers.isEmpty ? nil : state.recognizers.removeFirst()
    }
    guard let next else {
      throw ListeningError(.recognizer, place: "test", reason: "there is none.", remedy: "")
    }
    return next
  }

  func sound(rate: Int) async throws -> any AudioSource {
    let next = state.withLock { state -> ScriptedMicrophone? in
      guard !state.microphones.isEmpty else { return nil }
      let next = state.microphones.removeFirst()
      state.opened.append(next)
      return next
    }
    guard let next else { throw PluginCallError(status: 602, plugin: "scripted", function: "open") }
    return next
  }
}
