// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import ImprintSpeech

/// Dictionaries of pronunciations. Every word that is told is found, and what is found is written and read
/// again; a graph is made of the first words, read as phrases.
#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzPronunciation(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard let dictionary = try? PronunciationDictionary(bytes, place: "words.dict") else { return 0 }
  var (words, text) = ([String](), "")
  dictionary.forEach { word, pronunciations in
    precondition(!pronunciations.isEmpty && dictionary.pronunciations(of: word) == pronunciations)
    precondition(pronunciations.allSatisfy { Pronunciation($0.description) == $0 })
    words.append(word)
    for pronunciation in pronunciations { text += "\(word) \(pronunciation)\n" }
  }
  precondition(words.count == dictionary.wordCount)
  // A word that begins a comment, or ends as an alternative does, is not read back as itself.
  if !words.contains(where: { $0.hasPrefix("#") || $0.hasPrefix(";;;") || $0.hasSuffix(")") }) {
    let again = try? PronunciationDictionary(Array(text.utf8), place: "again.dict")
    precondition(again?.pronunciationCount == dictionary.pronunciationCount)
  }
  if let builder = try? SpeechGraphBuilder(dictionary: dictionary),
    let phrases = try? PhraseList(Array(words.prefix(20))),
    let built = try? builder.graph(of: phrases)
  {
    precondition((try? SpeechGraph(built.graph.bytes, place: "graph")) == built.graph)
  }
  return 0
}
