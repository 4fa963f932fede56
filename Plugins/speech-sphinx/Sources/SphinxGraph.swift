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
  /// word is pronounced otherwise. Of many phrases each has fewer.
  private static let mostWays = 16
  private static let mostLines = 400

  /// Each phone of each line is looked at in each frame.
  private static let mostPhonesOfLines = 20_000
  private static let mostPhones = 200_000
  private static let mostPronunciations = 20_000
  /// Words of one phone may follow each other in each frame: all that may end there with all of these.
  private static let mostOfOnePhone = 64

  /// - Throws: `.graphTooLarge`.
  init(_ graph: SpeechGraph) throws(PluginFailure) {
    try Self.check(graph)
    for (number, word) in graph.words.enumerated() {
      for (variant, phones) in word.pronunciations.enumerated() {
        imp_sphinx_add_word(&dictionary, UInt32(number), UInt32(variant), phones, phones.count)
      }
    }
    switch graph.content {
    case .model(let orders): write(orders)
    case .phrases(let phrases):
      let ways = max(1, min(Self.mostWays, Self.mostLines / phrases.count))
      var phones = 0
      for (number, phrase) in phrases.enumerated() {
        phones += write(phrase, number, of: graph, mostWays: ways)
        try Self.check(phones, Self.mostPhonesOfLines, "phones in its phrases, all ways to say them together")
      }
    }
  }

  private static func check(_ graph: SpeechGraph) throws(PluginFailure) {
    let lengths = graph.words.lazy.flatMap { $0.pronunciations.lazy.map(\.count) }
    try check(lengths.count, mostPronunciations, "pronunciations")
    try check(lengths.reduce(0, +), mostPhones, "phones in its pronunciations")
    try check(lengths.count { $0 == 1 }, mostOfOnePhone, "pronunciations of one phone")
  }

  private static func check(_ count: Int, _ most: Int, _ what: String) throws(PluginFailure) {
    guard count > most else { return }
    throw PluginFailure(
      .graphTooLarge, "The graph has \(count) \(what); this takes \(most). Build one of fewer words.")
  }

  deinit {
    imp_sphinx_text_free(&dictionary)
    imp_sphinx_text_free(&text)
  }

  /// Gives how many phones its lines have.
  private func write(
    _ phrase: SpeechGraph.Phrase, _ number: Int, of graph: SpeechGraph, mostWays: Int
  ) -> Int {
    let words = phrase.words.map { UInt32($0) }
    let usual = [UInt32](repeating: 0, count: words.count)
    var ways = [(variants: usual, hasPauses: false)]
    if words.count > 1, mostWays > 1 { ways.append((usual, true)) }
    for (place, word) in phrase.words.enumerated() {
      for variant in graph.words[word].pronunciations.indices.dropFirst() where ways.count < mostWays {
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
    return ways.reduce(0) { phones, way in
      zip(phrase.words, way.variants).reduce(phones) {
        $0 + graph.words[$1.0].pronunciations[Int($1.1)].count
      }
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
