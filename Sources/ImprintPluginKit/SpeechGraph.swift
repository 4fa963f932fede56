// SPDX-License-Identifier: Apache-2.0

/// What a recogniser listens for, as `docs/reference/speech-graph.md` says.
public struct SpeechGraph: Sendable, Hashable {
  /// In increasing order of their bytes.
  public let words: [Word]
  public let content: Content

  public struct Word: Sendable, Hashable {
    public let text: String
    /// 1...16, the most usual one first; each by the places of its symbols in the bundle's.
    public let pronunciations: [[UInt8]]
  }

  public enum Content: Sendable, Hashable {
    /// The n-grams of each order, from 1.
    case model([NGrams])
    /// To be spotted; a trigger names one by its place.
    case phrases([Phrase])
  }

  /// The n-grams of one order, in increasing order of their words.
  public struct NGrams: Sendable, Hashable {
    public let order: Int
    /// `order` for each, one after the other: ``begin``, ``end``, or ``firstWord`` and a place in
    /// ``SpeechGraph/words``.
    public let words: [UInt32]
    /// Logarithms to the base of 10: -99...0, where -99 is never.
    public let probabilities: [Float]
    /// Likewise, -99...99; none of the highest order.
    public let backoffs: [Float]

    /// How many there are.
    public var count: Int { probabilities.count }
    /// The words of one.
    public func words(of index: Int) -> ArraySlice<UInt32> { words[index * order..<(index + 1) * order] }
  }

  public struct Phrase: Sendable, Hashable {
    /// What the logarithm, to the base of 10, of how much likelier it is than anything else has to be.
    public let threshold: Float
    /// Places in ``SpeechGraph/words``: 1...16.
    public let words: [Int]
  }

  /// Of n-grams: the beginning of an utterance.
  public static let begin: UInt32 = 0
  /// Of n-grams: its end.
  public static let end: UInt32 = 1
  /// Of n-grams: the first of ``words``.
  public static let firstWord: UInt32 = 2
}
