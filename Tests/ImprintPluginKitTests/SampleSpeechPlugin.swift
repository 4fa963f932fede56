// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit
import Synchronization

/// A recogniser that hears what its samples say: each is a command.
struct SampleSpeechPlugin: SpeechRecognizerPlugin {
  static let identity = PluginIdentity(id: "org.example.speech", version: "1.0.0", vendor: "Example")

  /// The graph of the recogniser that was made last.
  static let graph = Mutex<SpeechGraph?>(nil)

  init(host: Host) {}

  let speechBundles = [
    SpeechBundle(
      name: "en", language: "en-US", rate: 8000, longestMilliseconds: 1000,
      models: SpeechBundle.Models(ngrams: 8, order: 2), phrases: 2, words: 2,
      symbols: ["W", "AH", "N", "T", "UW", "HH"], dictionary: 1,
      features: [.confidence, .alternatives, .activity]),
    SpeechBundle(
      name: "own", language: "de", rate: 16_000, longestMilliseconds: 60_000, features: [.open]),
  ]

  func pronunciations(of word: String, in bundle: SpeechBundle) -> [[UInt8]] {
    switch word {
    case "one": [[0, 1, 2], [5, 0, 1, 2]]
    case "twice": [[0], [0]]
    case "foreign": [[6]]
    default: []
    }
  }

  func makeSpeechRecognizer(
    _ options: SpeechRecognizerOptions
  ) throws(PluginFailure) -> any SpeechRecognizerSession {
    Self.graph.withLock { $0 = options.graph }
    guard options.threads < 9 else { throw PluginFailure(.graphTooLarge, "Its decoder cannot take it.") }
    return SampleSpeechSession()
  }
}

private final class SampleSpeechSession: SpeechRecognizerSession {
  private var words: [SpeechWord] = []
  private var heard: UInt64 = 0

  /// What a sample of so many sixteenths makes it say.
  func step(_ samples: Span<Float>) throws(PluginFailure) -> SpeechStep {
    var step = SpeechStep()
    for index in samples.indices {
      heard += 1
      switch Int(samples[index] * 16) {
      case 1: words.append(SpeechWord("one", frames: heard - 1..<heard, confidence: 0.5))
      case 2: words.append(SpeechWord("two", frames: heard - 1..<heard, confidence: 0.25))
      case 3: step.events.append(.speech(at: heard - 1))
      case 4: step.events.append(.silence(at: heard))
      case 5: step.events.append(.trigger(phrase: 1, score: 100, frames: 0..<heard))
      case 6: step.events.append(.trigger(phrase: 2, score: 100, frames: 0..<heard))
      case 7: words.append(SpeechWord("three", frames: heard - 1..<heard))
      case 8: words.append(SpeechWord("one", frames: heard..<heard + 1000))
      case 9: words.append(SpeechWord("one", frames: 0..<1))
      case 10: words.append(SpeechWord("one", frames: heard - 1..<heard, confidence: .nan))
      case 11: throw PluginFailure(.memory, "There is none.")
      case 12:
        for _ in 0..<70 { step.events.append(.trigger(phrase: 1, score: 100, frames: 0..<heard)) }
      case 13: words.append(SpeechWord("one", frames: heard - 1..<heard))
      case 14: words.append(SpeechWord("\u{E9}a", frames: heard - 1..<heard))
      case 15: words.append(SpeechWord("e\u{301}a", frames: heard - 1..<heard))
      default: break
      }
    }
    step.words = words
    return step
  }

  /// The second alternative has no confidences.
  func finish() -> SpeechResult {
    defer { reset() }
    let unsure = words.map { SpeechWord($0.text, frames: $0.frames) }
    return SpeechResult(
      words: words, alternatives: [words.reversed(), unsure].map { $0.isEmpty ? [] : [$0[0]] })
  }

  func reset() {
    words = []
    heard = 0
  }
}

let speechExport = PluginExport(SampleSpeechPlugin.self, provides: [.speechRecognizer])
