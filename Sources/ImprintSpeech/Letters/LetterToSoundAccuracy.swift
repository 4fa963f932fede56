// SPDX-License-Identifier: Apache-2.0

/// How often a model of letters and sounds errs on words that it has not learned from.
public struct LetterToSoundAccuracy: Sendable, Hashable {
  /// Words of the dictionary that were held out.
  public let words: Int
  /// Those of which the likeliest pronunciation is not one of the dictionary's.
  public let wrongWords: Int
  /// Phones of these words: of the dictionary's pronunciation that is nearest.
  public let phones: Int
  /// Phones that are wrong, missing or too many, against it.
  public let wrongPhones: Int

  /// The phone error rate.
  public var phoneErrorRate: Double { Double(wrongPhones) / Double(max(phones, 1)) }
  /// The word error rate.
  public var wordErrorRate: Double { Double(wrongWords) / Double(max(words, 1)) }

  /// Learns from nine tenths of a dictionary's words, and tries the tenth. Which words that are, their bytes
  /// say, so that it is the same each time; all pronunciations of a word are on one side.
  ///
  /// Tried are words written with letters and apostrophes, as learned from. One that cannot be said counts
  /// with all of its phones.
  /// - Throws: ``SpeechError`` `too-few-words`, `cancelled`.
  public static func measured(
    on dictionary: PronunciationDictionary
  ) throws(SpeechError) -> LetterToSoundAccuracy {
    let model = try LetterToSound(learningFrom: dictionary) { !isHeldOut($0) }
    var (words, wrongWords, phones, wrongPhones) = (0, 0, 0, 0)
    dictionary.forEach { word, known in
      guard isHeldOut(word), LetterToSound.isSpelled(word), !Task.isCancelled else { return }
      let said = model.pronunciations(of: word, most: 1).first?.phones ?? []
      let nearest = known.map { ($0.phones.count, PhoneDistance.edits(said, $0.phones)) }
        .min { $0.1 < $1.1 }
      guard let nearest else { return }
      words += 1
      wrongWords += nearest.1 > 0 ? 1 : 0
      phones += nearest.0
      wrongPhones += nearest.1
    }
    guard !Task.isCancelled else { throw .interrupted }
    return LetterToSoundAccuracy(
      words: words, wrongWords: wrongWords, phones: phones, wrongPhones: wrongPhones)
  }

  /// FNV-1a of its bytes: one in ten.
  static func isHeldOut(_ word: String) -> Bool {
    word.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } % 10 == 0
  }
}

extension SpeechError {
  static let interrupted = SpeechError(
    .cancelled, place: "learning", reason: "it was cancelled.", remedy: "Run it again.")
}
