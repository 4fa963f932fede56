// SPDX-License-Identifier: Apache-2.0
import ImprintListening
import ImprintRuntime
import Synchronization

/// A recogniser that hears what a test has written down, at the frames of its utterance.
final class ScriptedRecognizer: ListeningRecognizer {
  struct Script: Sendable {
    /// From which frame on which words are the partial result.
    var partials: [(frame: Int, words: [String])] = []
    /// What it tells from which frame on.
    var events: [(frame: Int, event: SpeechEvent)] = []
    var result = SpeechResult()
    /// The call that fails, counted from 0 over all utterances.
    var fails: (step: Int, status: Int32)?
    /// Whether its words are of sound alone: told once a fifth of a second of it was heard.
    var hearsSoundOnly = false
    var isLostByReset = false
    /// Whether the last word of a partial result ends where it is told, and not at the beginning.
    var endsWordsWhereTold = false
  }

  struct Log: Sendable {
    var steps: [Int] = []
    var finished = 0
    var resets = 0
    /// The first sample of each utterance.
    var firsts: [Float] = []
  }

  let rate: Int
  let longest: Duration
  let tellsActivity: Bool
  private let script: Script
  private let state = Mutex((log: Log(), heard: 0, told: [String](), sound: [Int]()))

  init(_ script: Script, rate: Int = 1000, longest: Duration = .seconds(60), tellsActivity: Bool = false) {
    (self.script, self.rate, self.longest, self.tellsActivity) = (script, rate, longest, tellsActivity)
  }

  var log: Log { state.withLock(\.log) }

  func step(_ samples: [Float]) async throws(PluginCallError) -> SpeechHearing {
    let answer = state.withLock { state -> SpeechHearing? in
      if state.heard == 0, let first = samples.first { state.log.firsts.append(first) }
      if let fails = script.fails, state.log.steps.count == fails.step { return nil }
      let before = state.heard
      state.log.steps.append(samples.count)
      state.heard += samples.count
      let now = state.heard
      state.sound += samples.indices.filter { samples[$0] != 0 }.map { before + $0 }
      let isHeard = !script.hearsSoundOnly || state.sound.count >= rate / 5
      let words = isHeard ? script.partials.last { $0.frame <= now }?.words ?? [] : []
      defer { state.told = words }
      return SpeechHearing(
        events: script.events.filter { $0.frame > before && $0.frame <= now }.map(\.event),
        partial: words == state.told
          ? nil
          : words.enumerated().map {
            let end = script.endsWordsWhereTold ? now : $0 + 1
            return SpeechWord(text: $1, frames: UInt64($0)..<UInt64(end))
          })
    }
    guard let answer else {
      throw PluginCallError(status: script.fails?.status ?? 0, plugin: "scripted", function: "step")
    }
    return answer
  }

  func finish() async throws(PluginCallError) -> SpeechResult {
    state.withLock { state in
      defer { (state.heard, state.told, state.sound) = (0, [], []) }
      state.log.finished += 1
      guard script.hearsSoundOnly else { return script.result }
      guard let first = state.sound.first, let last = state.sound.last, !state.told.isEmpty else {
        return SpeechResult()
      }
      return SpeechResult(words: [
        SpeechWord(
          text: state.told.joined(separator: " "), frames: UInt64(first)..<UInt64(last + 1), confidence: 1)
      ])
    }
  }

  func reset() async -> Bool {
    state.withLock { state in
      state.log.resets += 1
      state.heard = 0
      state.told = []
    }
    return !script.isLostByReset
  }
}
