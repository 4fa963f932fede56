// SPDX-License-Identifier: Apache-2.0

/// What a recogniser listens for: words with their pronunciations, and either a language model of what is
/// said or trigger phrases. A value of no engine; its bytes are
/// those that the ability of recognisers takes.
///
/// ``SpeechGraphBuilder`` makes one, ``SpeechGraphStore`` keeps it.
public struct SpeechGraph: Sendable, Hashable {
  /// What is listened for.
  public enum Content: Sendable, Hashable {
    /// Whatever the model says may be said.
    case model(NgramModel)
    /// These phrases, in whatever else is said.
    case triggers([Trigger])
  }

  /// A phrase that is spotted.
  public struct Trigger: Sendable, Hashable {
    /// 1 to ``SpeechTrigger/mostWords``.
    public let words: [String]
    /// The logarithm, to the base of 10, of how much likelier it has to be than anything else: −100 to 100.
    public let threshold: Float
  }

  /// A word as a recogniser gives it back.
  public struct Word: Sendable, Hashable {
    public let text: String
    /// The most usual one first; 1 to 16.
    public let pronunciations: [Pronunciation]
  }

  /// The most pronunciations of all words together.
  public static let mostPronunciations = 400_000
  /// The most bytes.
  public static let mostBytes = 64 << 20

  /// A tag of BCP 47, as `en-US`.
  public let language: String
  /// The bundle that it is for; empty: any of the language that knows its phones.
  public let bundle: String
  /// The phones that pronunciations are written with, in increasing order of their bytes.
  public let phones: [String]
  /// In increasing order of their bytes.
  public let words: [Word]
  public let content: Content

  /// What is listened for, in one word: `model` or `triggers`.
  public var kind: String {
    switch content {
    case .model: "model"
    case .triggers: "triggers"
    }
  }

  /// All is judged already.
  init(language: String, bundle: String, phones: [String], words: [Word], content: Content) {
    (self.language, self.bundle, self.phones) = (language, bundle, phones)
    (self.words, self.content) = (words, content)
  }

  /// `nil` of triggers.
  public var model: NgramModel? { if case .model(let model) = content { model } else { nil } }

  /// Empty of a model.
  public var triggers: [Trigger] { if case .triggers(let triggers) = content { triggers } else { [] } }

  /// The place of a word in ``words``.
  func place(of word: String) -> Int? {
    var (low, high) = (0, words.count)
    while low < high {
      let middle = (low + high) / 2
      if words[middle].text.utf8.lexicographicallyPrecedes(word.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < words.count && words[low].text.utf8.elementsEqual(word.utf8) ? low : nil
  }

  /// Letters and digits in parts of 1 to 8, with `-` between them.
  static func isLanguage(_ text: some StringProtocol) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return (2...35).contains(text.utf8.count)
      && parts.allSatisfy { part in
        (1...8).contains(part.count)
          && part.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          }
      }
  }

  static let mostBundleBytes = 63
}
