// SPDX-License-Identifier: Apache-2.0

extension NgramModel {
  /// Whether words are a whole phrase, from its beginning to its end: the model has each of them where it
  /// stands, and then the end, without backing off. Of a model of phrases these are the phrases, and what
  /// their triples of words make up besides; a model of single words knows no phrases.
  /// - Complexity: O(words × order × log(n-grams)).
  public func isWholePhrase(_ words: [String]) -> Bool {
    guard order > 1, !words.isEmpty else { return false }
    var sequence = [Self.beginning]
    for word in words {
      guard let number = number(of: word) else { return false }
      sequence.append(number)
    }
    sequence.append(Self.end)
    return (1..<sequence.count).allSatisfy { last in
      has(Array(sequence[max(0, last - order + 1)...last]))
    }
  }
}
