// SPDX-License-Identifier: Apache-2.0
import CSphinx
import ImprintPluginKit

/// A graph as PocketSphinx reads one: a dictionary of its words, and a model or a list of phrases. Words are
/// numbers there: nothing of a graph's own texts gets to it.
final class SphinxGraph {
  private(set) var dictionary = imp_sphinx_text()
  private(set) var text = imp_sphinx_text()
  /// Of a list of phrases: which phrase each line is a way of saying.
  private(set) var lines: [UInt32] = []

  /// Ways of saying one phrase: the usual one, the same with a pause after each word, and those in which one
  /// word is pronounced otherwise.
  private static let mostWays = 16

  init(_ graph: SpeechGraph) {
    for (number, word) in graph.words.enumerated() {
      for (variant, phones) in word.pronunciations.enumerated() {
        imp_sphinx_add_word(&dictionary, UInt32(number), UInt32(variant), phones, phones.count)
      }
    }
    switch graph.content {
    case .model(let orders): write(orders)
    case .phrases(let phrases):
      for (number, phrase) in phrases.enumerated() { write(phrase, number, of: graph) }
    }
  }

  deinit {
    imp_sphinx_text_free(&dictionary)
    imp_sphinx_text_free(&text)
  }

  private func write(_ phrase: SpeechGraph.Phrase, _ number: Int, of graph: SpeechGraph) {
    let words = phrase.words.map { UInt32($0) }
    let usual = [UInt32](repeating: 0, count: words.count)
    var ways = [(variants: usual, hasPauses: false)]
    if words.count > 1 { ways.append((usual, true)) }
    for (place, word) in phrase.words.enumerated() {
      for variant in graph.words[word].pronunciations.indices.dropFirst() where ways.count < Self.mostWays {
        var way = usual
        way[place] = UInt32(variant)
        ways.append((way, false))
      }
    }
    for way in ways {
      imp_sphinx_add_phrase(
        &text, phrase.threshold, words, way.variants, words.count, way.hasPauses ? 1 : 0)
      lines.append(UInt32(number))
    }
  }

  private func write(_ orders: [SpeechGraph.NGrams]) {
    Self.lend(orders[...], []) { imp_sphinx_write_model(&text, $0, UInt32($0.count)) }
  }

  /// The arrays of each order, one after the other, as pointers.
  private static func lend(
    _ orders: ArraySlice<SpeechGraph.NGrams>, _ lent: [imp_sphinx_ngrams],
    to body: ([imp_sphinx_ngrams]) -> Void
  ) {
    guard let first = orders.first else { return body(lent) }
    first.words.withUnsafeBufferPointer { words in
      first.probabilities.withUnsafeBufferPointer { probabilities in
        first.backoffs.withUnsafeBufferPointer { backoffs in
          let grams = imp_sphinx_ngrams(
            count: UInt32(first.count), words: words.baseAddress, probabilities: probabilities.baseAddress,
            backoffs: first.backoffs.isEmpty ? nil : backoffs.baseAddress)
          lend(orders.dropFirst(), lent + [grams], to: body)
        }
      }
    }
  }
}
