// SPDX-License-Identifier: Apache-2.0

/// How words are said that no dictionary has: learned from one.
///
/// Each letter of the dictionary's words is aligned to none, one or two phones, and pairs of letter and
/// phones follow each other as in the words that were learned from (a joint-sequence model). Words of the
/// letters that occur there can be said; what a dictionary spells as an abbreviation (`a.m.`) teaches
/// nothing.
///
/// What it makes is a proposal: about one word in four has a phone that a person would not say
/// (``LetterToSoundAccuracy``).
public struct LetterToSound: Sendable {
  /// The least words that it learns from.
  public static let leastWords = 100
  /// The most pronunciations of one word that it makes.
  public static let mostProposals = 8

  /// SHA-256 of the dictionary that it was learned from.
  public let dictionary: ContentHash
  /// Of how many pronunciations it was learned.
  public let exampleCount: Int
  /// The phones that it makes, sorted by their bytes.
  public let phones: [String]
  /// The letters that it reads, in the order of their numbers.
  public let letters: [Unicode.Scalar]

  /// Of numbers from 1 on: unit 0 is a word's beginning and end. Sorted, so that those of a letter follow
  /// each other.
  let units: [LetterUnit]
  let tree: LetterTree
  private let search: LetterSearch
  private let numbers: [Unicode.Scalar: UInt8]

  init?(
    dictionary: ContentHash, exampleCount: Int, phones: [String], letters: [Unicode.Scalar],
    units: [LetterUnit], tree: LetterTree
  ) {
    (self.dictionary, self.exampleCount, self.phones) = (dictionary, exampleCount, phones)
    (self.letters, self.units, self.tree) = (letters, units, tree)
    var ranges = [Range<UInt16>](repeating: 0..<0, count: letters.count)
    for (place, unit) in units.enumerated() {
      let number = UInt16(place + 1)
      let known = ranges[Int(unit.letter)]
      ranges[Int(unit.letter)] = known.isEmpty ? number..<number + 1 : known.lowerBound..<number + 1
    }
    search = LetterSearch(tree: tree, units: ranges)
    numbers = Dictionary(
      letters.enumerated().map { ($1, UInt8($0)) }, uniquingKeysWith: { first, _ in first })
    guard numbers.count == letters.count else { return nil }
  }

  /// How a word may be said, the likeliest first; empty where it has a letter that was not learned, or is
  /// longer than 95 bytes.
  /// - Parameter most: 1 to ``mostProposals``.
  /// - Complexity: About a millisecond.
  public func pronunciations(of word: String, most: Int = 3) -> [Pronunciation] {
    guard WordForm.isWord(word), let letters = Self.numbers(of: word, numbers) else { return [] }
    var made: [Pronunciation] = []
    for units in search.best(letters) {
      let said = units.flatMap { self.units[Int($0) - 1].phones }.map { phones[Int($0)] }
      // Other letters may be silent, and the phones the same.
      guard let pronunciation = Pronunciation(phones: said), !made.contains(pronunciation) else { continue }
      made.append(pronunciation)
      if made.count >= max(1, min(most, Self.mostProposals)) { break }
    }
    return made
  }

  /// `nil` where one has no number.
  private static func numbers(of word: String, _ numbers: [Unicode.Scalar: UInt8]) -> [UInt8]? {
    var found: [UInt8] = []
    for scalar in word.unicodeScalars {
      guard let number = numbers[scalar] else { return nil }
      found.append(number)
    }
    return found
  }
}

// Learning.
extension LetterToSound {
  /// Learns from a dictionary. The same dictionary gives the same.
  /// - Throws: ``SpeechError`` `too-few-words`, `cancelled`.
  /// - Complexity: For the 134,000 pronunciations of CMUdict about three seconds.
  public init(learningFrom dictionary: PronunciationDictionary) throws(SpeechError) {
    try self.init(learningFrom: dictionary) { _ in true }
  }

  /// The most units, and so pairs of a letter and phones.
  static let mostUnits = 4096
  /// Of how many units a sequence is at most.
  static let order = 8
  /// The length from which on sequences that were seen once are left out.
  static let pruned = 4
  /// A letter that is said like this less often is no rule: most of them are abbreviations.
  static let leastTimes = 3

  init(
    learningFrom dictionary: PronunciationDictionary, _ isLearned: (String) -> Bool
  ) throws(SpeechError) {
    let phones = dictionary.phones
    let phoneNumbers = Dictionary(
      phones.enumerated().map { ($1, UInt8($0)) }, uniquingKeysWith: { first, _ in first })
    var words: [(String, Pronunciation)] = []
    var letters: Set<Unicode.Scalar> = []
    dictionary.forEach { word, pronunciations in
      guard Self.isSpelled(word), isLearned(word) else { return }
      letters.formUnion(word.unicodeScalars)
      words += pronunciations.map { (word, $0) }
    }
    let alphabet = letters.sorted()
    guard words.count >= Self.leastWords, alphabet.count < Int(LetterUnit.none) else {
      throw SpeechError(
        .tooFewWords, place: "dictionary",
        reason: "\(words.count) words in \(alphabet.count) letters can be learned from; it takes "
          + "\(Self.leastWords) words at least, and \(LetterUnit.none) letters at most.",
        remedy: "Give the whole dictionary of the language, not one that was cut to some words.")
    }
    let numbers = Dictionary(
      alphabet.enumerated().map { ($1, UInt8($0)) }, uniquingKeysWith: { first, _ in first })
    let examples = words.compactMap { word, pronunciation -> LetterExample? in
      guard let letters = Self.numbers(of: word, numbers) else { return nil }
      let example = LetterExample(
        letters: letters, phones: pronunciation.phones.compactMap { phoneNumbers[$0] })
      return example.canBeAligned ? example : nil
    }
    let alignment = try LetterAlignment(examples, letters: alphabet.count, phones: phones.count)
    let aligned = examples.compactMap { alignment.units(of: $0) }
    guard !Task.isCancelled else { throw .interrupted }
    var times: [LetterUnit: Int] = [:]
    for unit in aligned.joined() { times[unit, default: 0] += 1 }
    let least = aligned.count >= 10 * Self.leastWords ? Self.leastTimes : 1
    let units = Self.units(times, least: least)
    let unitNumbers = Dictionary(
      units.enumerated().map { ($1, UInt16($0 + 1)) }, uniquingKeysWith: { first, _ in first })
    let learned = aligned.compactMap { units -> [UInt16]? in
      let numbers = units.compactMap { unitNumbers[$0] }
      return numbers.count == units.count ? numbers : nil
    }
    guard learned.count >= Self.leastWords else {
      throw SpeechError(
        .tooFewWords, place: "dictionary",
        reason:
          "in \(learned.count) of \(words.count) words each letter has at most two phones, as often as a "
          + "rule takes; it takes \(Self.leastWords) such words.",
        remedy: "Give the whole dictionary of the language, with words as they are spelled.")
    }
    let training = try LetterTreeTraining(
      learned, unitCount: units.count + 1, order: Self.order, pruned: Self.pruned)
    guard
      let made = LetterToSound(
        dictionary: dictionary.hash, exampleCount: learned.count, phones: phones, letters: alphabet,
        units: units, tree: training.tree)
    else { preconditionFailure("letters have numbers of their own") }
    self = made
  }

  /// The most frequent ones, sorted.
  /// - Parameter times: How often each occurs.
  static func units(_ times: [LetterUnit: Int], least: Int, most: Int = mostUnits) -> [LetterUnit] {
    let frequent = times.filter { $0.value >= least }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return frequent.prefix(most).map(\.key).sorted()
  }

  /// Whether it is written with letters and apostrophes alone.
  static func isSpelled(_ word: String) -> Bool {
    word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == "'" }
      && word.unicodeScalars.contains { $0.properties.isAlphabetic }
  }
}
