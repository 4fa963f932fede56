// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// A speech recogniser: each burst of sound is a word of the graph, by its pitch.
///
/// It understands nobody, but it does what a host asks of one: graphs, partial results, triggers, times and
/// confidences. To make it yours, replace `Bursts`; the kit reads graphs, and checks what comes and goes.
struct SpeechRecognizer: SpeechRecognizerPlugin {
  static let identity = PluginIdentity.own

  init(host: Host) {}

  /// Symbols of your acoustic model. It knows no words: a dictionary would answer `pronunciations`.
  let speechBundles = [
    SpeechBundle(
      name: "bursts", language: "en-US", rate: 16_000, longestMilliseconds: 30_000,
      models: SpeechBundle.Models(ngrams: 100_000, order: 3), phrases: 20, words: 1000,
      symbols: [
        "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH", "IH",
        "IY",
        "JH", "K", "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH", "UH", "UW", "V", "W", "Y",
        "Z", "ZH",
      ], features: [.confidence, .activity])
  ]

  func makeSpeechRecognizer(
    _ options: SpeechRecognizerOptions
  ) throws(PluginFailure) -> any SpeechRecognizerSession {
    guard let graph = options.graph else {
      throw PluginFailure(.unsupported, "It listens for nothing without a graph.")
    }
    return Session(graph, rate: options.bundle.rate)
  }
}

private final class Session: SpeechRecognizerSession {
  private let graph: SpeechGraph
  private let rate: UInt32
  private var bursts: Bursts

  init(_ graph: SpeechGraph, rate: UInt32) {
    self.graph = graph
    self.rate = rate
    bursts = Bursts(rate: rate, words: graph.words.count)
  }

  func step(_ samples: Span<Float>) -> SpeechStep {
    var events: [SpeechEvent] = []
    for index in samples.indices { tell(bursts.hear(samples[index]), in: &events) }
    return SpeechStep(events: events, words: words)
  }

  func finish() -> SpeechResult {
    var events: [SpeechEvent] = []
    tell(bursts.hearTheEnd(), in: &events)
    defer { reset() }
    return SpeechResult(events: events, words: words)
  }

  func reset() { bursts = Bursts(rate: rate, words: graph.words.count) }

  /// Of phrases there are none.
  private var words: [SpeechWord] {
    guard case .model = graph.content else { return [] }
    return bursts.heard.map { heard in
      SpeechWord(graph.words[heard.word].text, frames: heard.frames, confidence: heard.confidence)
    }
  }

  private func tell(_ found: Bursts.Found, in events: inout [SpeechEvent]) {
    switch found {
    case .nothing: break
    case .speechBegan(let at): events.append(.speech(at: at))
    case .speechEnded(let at):
      events.append(.silence(at: at))
      spot(in: &events)
    }
  }

  /// The phrases that end with the last word.
  private func spot(in events: inout [SpeechEvent]) {
    guard case .phrases(let phrases) = graph.content else { return }
    for (number, phrase) in phrases.enumerated() {
      let said = bursts.heard.suffix(phrase.words.count)
      // A second has at most 7 bursts, whose 15 other events need room too.
      guard let first = said.first, let last = said.last, said.map(\.word) == phrase.words, events.count < 48
      else { continue }
      events.append(
        .trigger(phrase: number, score: 100, frames: first.frames.lowerBound..<last.frames.upperBound))
    }
  }
}

private let export = PluginExport(SpeechRecognizer.self, provides: Facts.provides)

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
