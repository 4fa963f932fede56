// SPDX-License-Identifier: Apache-2.0

extension PhraseList {
  /// The words that a dictionary is asked for where these phrases are read: for one that is looked up word by
  /// word, and not there as a whole. Which words are known changes how a phrase is read, so it is asked again
  /// with what was found, until nothing new is asked for. Of a phrase that cannot be read it is what was
  /// asked before; why it cannot is the builder's to say.
  /// - Parameter known: words that have a pronunciation, in lower case and in Unicode's form C.
  /// - Returns: such words, and forms that are none.
  public func words(knowing known: Set<String>) -> Set<String> {
    let asked = Asked()
    let reader = PhraseReader { word in
      asked.words.insert(word)
      return known.contains(word)
    }
    var words: Set<String> = []
    for (phrase, place) in zip(phrases, places) {
      if let reading = try? reader.read(phrase, place: place) { words.formUnion(reading.words) }
    }
    return words.union(asked.words)
  }

  private final class Asked {
    var words: Set<String> = []
  }
}
