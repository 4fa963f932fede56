// SPDX-License-Identifier: Apache-2.0

/// One graph that is being made.
struct GraphWork {
  /// A phrase as it is read.
  struct Phrase {
    let text: String
    let place: String
    let words: [String]
  }

  private let builder: SpeechGraphBuilder
  private var findings: [GraphFinding] = []
  private var counts: [GraphFinding.Kind: Int] = [:]
  private var proposals: [BuiltSpeechGraph.Proposal] = []
  /// Where each word was read first.
  private var places: [String: String] = [:]

  init(_ builder: SpeechGraphBuilder) { self.builder = builder }

  mutating func note(
    _ kind: GraphFinding.Kind, _ place: String, _ reason: @autoclosure () -> String, _ remedy: String
  ) {
    counts[kind, default: 0] += 1
    guard counts[kind, default: 0] <= SpeechGraphBuilder.mostFindings else { return }
    findings.append(
      GraphFinding(kind: kind, place: VisibleText.line(place, upTo: 200), reason: reason(), remedy: remedy))
  }

  // Phrases as words; what is repeated or read otherwise is noted.
  mutating func read(
    _ phrases: some Sequence<(String, String)>, mostWords: Int = PhraseList.mostWords
  ) throws(SpeechErrors) -> [Phrase] {
    let reader = PhraseReader(isKnown: builder.isKnown)
    var problems: [SpeechError] = []
    var read: [Phrase] = []
    var firsts: [[String]: String] = [:]
    for (text, place) in phrases {
      do throws(SpeechError) {
        let reading = try reader.read(text, place: place)
        guard reading.words.count <= mostWords else {
          throw SpeechError(
            .phraseTooLong, place: place, reason: "it is read as \(reading.words.count) words.",
            remedy: "Give a phrase of at most \(mostWords).")
        }
        if reading.isRewritten {
          note(
            .readAs, place,
            "it is read as: \(VisibleText.line(reading.words.joined(separator: " "), upTo: 200)).",
            "Write it in words where that is not what is said.")
        }
        if let first = firsts[reading.words] {
          note(
            .repeatedPhrase, place, "it has the same words as \(first), and makes them likelier.",
            "Leave it out where that is not meant.")
        } else {
          firsts[reading.words] = place
        }
        for word in reading.words where places[word] == nil { places[word] = place }
        read.append(Phrase(text: text, place: place, words: reading.words))
      } catch {
        problems.append(error)
        guard problems.count < SpeechGraphBuilder.mostProblems else { break }
      }
    }
    if let problems = SpeechErrors(problems) { throw problems }
    return read
  }

  // Before a model is made and words are said: both take long for more than there may be.
  static func judge(wordsOf phrases: [Phrase], most: Int = NgramModel.mostWords) throws(SpeechErrors) {
    var words: Set<String> = []
    for phrase in phrases {
      words.formUnion(phrase.words)
      guard words.count <= most else {
        throw SpeechErrors(
          SpeechError(
            .tooLarge, place: phrase.place,
            reason: "up to here are \(words.count) different words, and there may be "
              + "\(most).", remedy: Self.fewer))
      }
    }
  }

  private static let fewer = "Give fewer phrases, or divide them among graphs that are switched."

  func judgeTriggers(_ phrases: [Phrase]) throws(SpeechErrors) {
    var firsts: [[String]: String] = [:]
    var problems: [SpeechError] = []
    for phrase in phrases {
      if let first = firsts.updateValue(phrase.place, forKey: phrase.words) {
        problems.append(
          SpeechError(
            .exists, place: phrase.place, reason: "it has the same words as \(first).",
            remedy: "Give each trigger phrase once, with one threshold."))
      }
    }
    if let problems = SpeechErrors(problems) { throw problems }
  }

  // Each word with its pronunciations; `words` are in their order.
  mutating func words(_ words: [String]) throws(SpeechErrors) -> [SpeechGraph.Word] {
    var problems: [SpeechError] = []
    var found: [SpeechGraph.Word] = []
    for word in words {
      let said = builder.pronunciations(of: word)
      let (pronunciations, areMade) = (said.pronunciations, said.areMade)
      let first = places[word].map { " (first in \(VisibleText.line($0, upTo: 200)))" } ?? ""
      guard let usual = pronunciations.first else {
        problems.append(unknown(word, first, said.strange))
        guard problems.count < SpeechGraphBuilder.mostProblems else { break }
        continue
      }
      if areMade {
        proposals.append(BuiltSpeechGraph.Proposal(word: word, pronunciations: pronunciations))
        let others = pronunciations.dropFirst().map(\.description).joined(separator: ", ")
        note(
          .unknownWord, word,
          "the dictionary does not have this word\(first); it is taken to be \(usual)"
            + (others.isEmpty ? "." : ", and may be \(others)."),
          "Give a pronunciation of your own where that is wrong.")
      }
      found.append(SpeechGraph.Word(text: word, pronunciations: areMade ? [usual] : pronunciations))
    }
    if let problems = SpeechErrors(problems) { throw problems }
    return found
  }

  private func unknown(_ word: String, _ first: String, _ strange: String?) -> SpeechError {
    let (why, remedy) =
      if builder.letters == nil {
        ("", ", or rules that make one: sdkctl speech letters.")
      } else if let strange {
        (
          ", and its letters make \(VisibleText.line(strange)) of it, which is no phone of the dictionary",
          ", or rules that were learned from this dictionary: sdkctl speech letters."
        )
      } else { (", and its letters say nothing of how it is said", ".") }
    return SpeechError(
      .unknownWord, place: VisibleText.line(word, upTo: 100),
      reason: "the dictionary does not have this word\(first)\(why).",
      remedy: "Give a pronunciation of your own\(remedy)")
  }

  mutating func noteUnknownToken() {
    note(
      .unknownToken, "<unk>", "the model has a word for all others, which nobody can say; it was left out.",
      "Nothing has to be done.")
  }

  // A word that the model gives no probability alone, and that ends no longer n-gram, is never recognised.
  mutating func noteUnreachable(_ model: NgramModel) {
    var ends: Set<UInt32> = []
    for (place, level) in model.levels.enumerated().dropFirst() {
      for ngram in 0..<level.count where level.probabilities[ngram] > NgramModel.never {
        ends.insert(level.words[(ngram + 1) * (place + 1) - 1])
      }
    }
    for (place, word) in model.words.enumerated()
    where model.levels[0].probabilities[place + Int(NgramModel.firstWord)] <= NgramModel.never
      && !ends.contains(UInt32(place) + NgramModel.firstWord)
    {
      note(
        .unreachableWord, word, "the model says that it never happens.",
        "Make the model with sentences that have it, or leave the word out.")
    }
  }

  mutating func noteTriggers(_ phrases: [Phrase], _ words: [SpeechGraph.Word]) {
    let sounds = PhraseSounds(words)
    for phrase in phrases {
      let count = sounds.phones(of: phrase.words).count
      if count < Self.leastTriggerPhones {
        note(
          .shortTrigger, phrase.place, "it has \(count) phones, which are heard in other words too.",
          "Choose a phrase of \(Self.leastTriggerPhones) phones or more: three syllables.")
      }
    }
    // By where each sequence of words begins: no comparison of each with each.
    let all = Dictionary(phrases.map { ($0.words, $0.place) }, uniquingKeysWith: { first, _ in first })
    for phrase in phrases {
      for start in phrase.words.indices {
        for end in start + 1...phrase.words.count where end - start < phrase.words.count {
          guard let inner = all[Array(phrase.words[start..<end])] else { continue }
          note(
            .containedTrigger, phrase.place, "\(inner) is within it, and is spotted where this one is said.",
            "Choose phrases that are not part of each other.")
        }
      }
    }
  }

  private static let leastTriggerPhones = 6

  mutating func compare(_ phrases: [Phrase], _ words: [SpeechGraph.Word]) {
    let comparison = PhraseComparison(phrases, PhraseSounds(words))
    for same in comparison.sameSounds {
      let others = same.first.map { phrases[$0].place }
      note(
        .sameSound, phrases[same.second].place,
        "however it is said, it sounds as \(others ?? "others before it do"), and cannot be told from "
          + "\(others == nil ? "them" : "it").",
        "Leave one of them out, or give its words pronunciations of your own.")
    }
    for pair in comparison.confusions {
      note(
        .likelyConfused, phrases[pair.second].place,
        "it differs from \(phrases[pair.first].place) in \(PhraseComparison.text(pair.halves)) of "
          + "\(pair.phones) phones.",
        "Choose other words for one of them where mistaking it matters.")
    }
    switch comparison.extent {
    case .all: break
    case .sameSounds:
      note(
        .notCompared, "phrases",
        "there are \(phrases.count); only those that sound the same were looked for.",
        "Up to \(PhraseComparison.most) are compared each with each.")
    case .untilTooMany:
      note(
        .notCompared, "phrases", "more than \(PhraseComparison.mostConfusions) pairs are likely confused.",
        "Choose phrases that sound less alike.")
    case .untilTooLong:
      note(
        .notCompared, "phrases", "they are so many and so long that not all of them were compared.",
        "Give fewer or shorter ones.")
    }
    if comparison.manyVariants > 0 {
      note(
        .notCompared, "phrases",
        "\(comparison.manyVariants) can be said in more than \(PhraseSounds.mostVariants) ways, and were not judged to "
          + "sound the same as others.", "Nothing has to be done.")
    }
  }

  mutating func finish(
    _ words: [SpeechGraph.Word], _ content: SpeechGraph.Content
  ) throws(SpeechErrors) -> BuiltSpeechGraph {
    let phones = Set(words.lazy.flatMap(\.pronunciations).flatMap(\.phones))
    let graph = SpeechGraph(
      language: builder.language, bundle: builder.bundle,
      phones: phones.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, words: words, content: content)
    let size = GraphSize(graph)
    try judge(size)
    return BuiltSpeechGraph(
      graph: graph, findings: findings, counts: counts, size: size, proposals: proposals)
  }

  private func judge(_ size: GraphSize) throws(SpeechErrors) {
    let limits = [
      ("words", size.words, NgramModel.mostWords),
      ("pronunciations", size.pronunciations, SpeechGraph.mostPronunciations),
      ("n-grams", size.ngrams.reduce(0, +), NgramModel.mostNgrams),
      ("bytes", size.bytes, SpeechGraph.mostBytes),
    ]
    for (what, count, most) in limits where count > most {
      throw SpeechErrors(
        SpeechError(
          .tooLarge, place: "graph", reason: "it has \(count) \(what), and there may be \(most).",
          remedy: Self.fewer))
    }
  }
}
