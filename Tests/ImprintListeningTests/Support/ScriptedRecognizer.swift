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
  private let state = Mutex((log: Log(), heard: 0, told: [String]()))

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
      let words = script.partials.last { $0.frame <= now }?.words ?? []
      defer { state.told = words }
      return SpeechHearing(
        events: script.events.filter { $0.frame > before && $0.frame <= now }.map(\.event),
        partial: words == state.told
          ? nil
          : words.enumerated().map { SpeechWord(text: $1, frames: UInt64($0)..<UInt64($0 + 1)) })
    }
    guard let answer else {
      throw PluginCallError(status: script.fails?.status ?? 0, plugin: "scripted", function: "step")
    }
    return answer
  }

  func finish() async throws(PluginCallError) -> SpeechResult {
    state.withLock { state in
      state.log.finished += 1
      state.heard = 0
      state.told = []
    }
    return script.result
  }

  func reset() async {
    state.withLock { state in
      state.log.resets += 1
      state.heard = 0
      state.told = []
    }
  }
}
