// SPDX-License-Identifier: Apache-2.0
import CImprint
import CSphinx
import ImprintPluginKit

/// Words of a graph, or its phrases, in one utterance after the other.
final class SphinxRecognizer: SpeechRecognizerSession {
  private var decoder: SphinxDecoder
  private let model: AcousticModel
  private let graph: SpeechGraph
  private let words: [String]
  private let alternatives: Int

  /// Of the phrases.
  private let thresholds: [Float]

  init(model: AcousticModel, graph: SpeechGraph, alternatives: Int) throws(PluginFailure) {
    decoder = try SphinxDecoder(model: model, graph: SphinxGraph(graph))
    self.model = model
    self.graph = graph
    words = graph.words.map(\.text)
    thresholds = if case .phrases(let phrases) = graph.content { phrases.map(\.threshold) } else { [] }
    self.alternatives = alternatives
  }

  func step(_ samples: Span<Float>) throws(PluginFailure) -> SpeechStep {
    let events = try withUnsafeTemporaryAllocation(
      of: Int16.self, capacity: samples.count
    ) { rounded throws(PluginFailure) in
      for index in samples.indices { rounded.initializeElement(at: index, to: Self.rounded(samples[index])) }
      return try decoder.hear(rounded)
    }
    return SpeechStep(events: self.events(events), words: try decoder.words().compactMap(word))
  }

  func finish() throws(PluginFailure) -> SpeechResult {
    var result = SpeechResult(events: self.events(try decoder.end()))
    for raw in try decoder.words(alternatives: alternatives) {
      guard var word = word(raw) else { continue }
      word.confidence = raw.confidence
      guard raw.reading > 0 else {
        result.words.append(word)
        continue
      }
      while result.alternatives.count < Int(raw.reading) { result.alternatives.append([]) }
      result.alternatives[Int(raw.reading) - 1].append(word)
    }
    return result
  }

  /// A decoder that has failed, as where there was too little memory, is made anew; where that fails too,
  /// all that follows does, until the next reset.
  func reset() {
    guard !decoder.reset(), let made = try? SphinxDecoder(model: model, graph: SphinxGraph(graph)) else {
      return
    }
    decoder = made
  }

  /// Of a number from -1 to 1; louder is as loud as it gets.
  private static func rounded(_ sample: Float) -> Int16 {
    Int16(max(-32768, min(32767, (sample * 32768).rounded(.toNearestOrEven))))
  }

  private func word(_ raw: imp_sphinx_word) -> SpeechWord? {
    guard words.indices.contains(Int(raw.word)), raw.begin <= raw.end else { return nil }
    return SpeechWord(words[Int(raw.word)], frames: raw.begin..<raw.end)
  }

  private func events(_ events: SphinxDecoder.Events) -> [SpeechEvent] {
    events.compactMap { event -> SpeechEvent? in
      switch Int32(event.kind) {
      case IMP_SPEECH_EVENT_SPEECH: return .speech(at: event.at)
      case IMP_SPEECH_EVENT_SILENCE: return .silence(at: event.at)
      default:
        let phrase = Int(event.phrase)
        guard thresholds.indices.contains(phrase), event.begin <= event.at else { return nil }
        // A threshold is rounded down there, so that a score may be a little below it.
        return .trigger(
          phrase: phrase, score: max(event.score, thresholds[phrase]), frames: event.begin..<event.at)
      }
    }
  }
}
