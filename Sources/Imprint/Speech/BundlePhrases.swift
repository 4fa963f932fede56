// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime
internal import ImprintSpeech

/// Graphs of phrases whose words a bundle's dictionary says. Blocks the calling thread.
struct BundlePhrases {
  private let plugin: OpenPlugin
  private let bundle: SpeechBundle

  /// - Parameter name: `nil`: the only bundle.
  @available(*, noasync)
  init(plugin: OpenPlugin, bundle name: String?) throws {
    self.plugin = plugin
    let bundles = try SpeechRecognizer.bundles(of: plugin)
    let found = name.map { name in bundles.filter { $0.name == name } } ?? bundles
    guard let bundle = found.first, found.count == 1 else {
      throw SpeechError(
        .badOption, place: "bundle",
        reason: name.map { "there is no bundle \(VisibleText.line($0, upTo: 63))." }
          ?? "there are several bundles.",
        remedy: "Name one: \(bundles.map(\.name).joined(separator: ", ")).")
    }
    guard bundle.dictionaryWords != nil else {
      throw SpeechError(
        .badDictionary, place: bundle.name, reason: "the bundle has no dictionary that could be asked.",
        remedy: "Build a graph with a dictionary of your own: sdkctl speech graph build.")
    }
    self.bundle = bundle
  }

  @available(*, noasync)
  func graph(of phrases: [String], isTrigger: Bool) throws -> BuiltSpeechGraph {
    let list = try PhraseList(phrases)
    let builder = try SpeechGraphBuilder(
      dictionary: dictionary(for: list), language: bundle.language, bundle: bundle.name)
    return isTrigger
      ? try builder.graph(spotting: phrases.map { (phrase) throws(SpeechError) in try SpeechTrigger(phrase) })
      : try builder.graph(of: list)
  }

  /// Of the words that these phrases may be read as.
  private func dictionary(for phrases: PhraseList) throws -> PronunciationDictionary {
    var asked: Set<String> = []
    var known: Set<String> = []
    var lines: [String] = []
    // What was found changes how phrases are read, and that what is asked for. Each round asks for less.
    while true {
      let new = phrases.words(knowing: known).subtracting(asked).sorted()
      guard !new.isEmpty else { break }
      asked.formUnion(new)
      for word in new where Self.isPlain(word) {
        let said = try SpeechRecognizer.pronunciations(of: word, in: bundle, plugin)
          .compactMap(bundle.pronunciation).prefix(PronunciationDictionary.mostPronunciations)
        if !said.isEmpty { known.insert(word) }
        lines += said.enumerated().map { "\(word)\($0 == 0 ? "" : "(\($0 + 1))") \($1)" }
      }
    }
    guard !lines.isEmpty else {
      throw SpeechError(
        .unknownWord, place: "phrases", reason: "the dictionary of \(bundle.name) has none of their words.",
        remedy: "Build a graph with pronunciations of your own: sdkctl speech graph build --pronunciations.")
    }
    return try PronunciationDictionary(Array((lines.joined(separator: "\n") + "\n").utf8), place: bundle.name)
  }

  /// Whether a recogniser may be asked for it, and a line of a dictionary begins with it and nothing else.
  private static func isPlain(_ word: String) -> Bool {
    (1...95).contains(word.utf8.count) && !word.contains("(") && !word.hasPrefix("#")
      && !word.hasPrefix(";;;")
      && word.unicodeScalars.allSatisfy {
        !$0.properties.isWhitespace && $0.properties.generalCategory != .control
      }
  }
}
