// SPDX-License-Identifier: Apache-2.0

/// What was noticed while a graph was made of phrases.
public struct GraphFinding: Sendable, Hashable, CustomStringConvertible {
  /// What it is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A word that the dictionary lacks: it has a pronunciation that was made of its letters.
    case unknownWord = "unknown-word"
    /// A number, a sign or an accent: what it is read as.
    case readAs = "read-as"
    /// A phrase that stands there several times, and is so much likelier.
    case repeatedPhrase = "repeated-phrase"
    /// A phrase that cannot be reached: however it is said, it sounds as one before it.
    case sameSound = "same-sound"
    /// Two phrases that differ in few phones.
    case likelyConfused = "likely-confused"
    /// There are too many phrases for each to be compared with each.
    case notCompared = "not-compared"
    /// A trigger so short that it is heard in other words.
    case shortTrigger = "short-trigger"
    /// A trigger within another one: both are spotted where the longer one is said.
    case containedTrigger = "contained-trigger"
    /// A word of a language model that is never likely.
    case unreachableWord = "unreachable-word"
    /// The language model's `<unk>`, which was left out.
    case unknownToken = "unknown-token"
  }

  public let kind: Kind
  /// The phrase or word.
  public let place: String
  /// What was noticed: one sentence.
  public let reason: String
  /// What to do about it, or that nothing has to be.
  public let remedy: String

  /// Whether something does not work as it stands there; else it is a remark.
  public var isWarning: Bool {
    switch kind {
    case .unknownWord, .sameSound, .likelyConfused, .shortTrigger, .containedTrigger, .unreachableWord: true
    case .readAs, .repeatedPhrase, .notCompared, .unknownToken: false
    }
  }

  public var description: String { "\(place): \(reason) \(remedy) [\(kind.rawValue)]" }
}

/// How large a graph is, and what it costs a recogniser.
public struct GraphSize: Sendable, Hashable {
  /// Words and their pronunciations.
  public let words: Int
  public let pronunciations: Int
  /// Different phones.
  public let phones: Int
  /// Of each order, from 1 on; empty of triggers.
  public let ngrams: [Int]
  public let triggers: Int
  /// Of the graph's file.
  public let bytes: Int
  /// Phones of all pronunciations as a tree that shares its beginnings, or of all triggers: so many models of
  /// phones a recogniser compares sound with at most, each 10 ms. What that takes is the engine's; twice as
  /// many take about twice as long, as far as its beam does not spare them.
  public let searchedPhones: Int
}

/// A graph, and what was noticed while it was made.
public struct BuiltSpeechGraph: Sendable {
  public let graph: SpeechGraph
  /// Of each kind as many as ``SpeechGraphBuilder/mostFindings``.
  public let findings: [GraphFinding]
  /// How many findings of each kind there were.
  public let counts: [GraphFinding.Kind: Int]
  public let size: GraphSize

  /// The words that the dictionary lacks, with what was made of them, the likeliest first.
  public let proposals: [Proposal]

  /// A word that the dictionary lacks.
  public struct Proposal: Sendable, Hashable {
    public let word: String
    /// The first one is in the graph.
    public let pronunciations: [Pronunciation]
  }
}

extension GraphSize {
  /// Of a graph.
  /// - Complexity: O(bytes).
  public init(_ graph: SpeechGraph) { self.init(graph, bytes: graph.bytes.count) }

  /// Of a graph that was read from so many bytes.
  init(_ graph: SpeechGraph, bytes: Int) {
    self.bytes = bytes
    words = graph.words.count
    pronunciations = graph.words.reduce(0) { $0 + $1.pronunciations.count }
    phones = graph.phones.count
    ngrams = graph.model?.counts ?? []
    triggers = graph.triggers.count
    if graph.triggers.isEmpty {
      searchedPhones = Self.tree(graph.words)
    } else {
      let lengths = Dictionary(
        graph.words.map { ($0.text, $0.pronunciations.map(\.phones.count).max() ?? 0) },
        uniquingKeysWith: { first, _ in first })
      searchedPhones = graph.triggers.reduce(0) { $0 + $1.words.reduce(0) { $0 + (lengths[$1] ?? 0) } }
    }
  }

  /// How many nodes a tree of all pronunciations has: each counts what it does not share with the one before
  /// it, in their order.
  private static func tree(_ words: [SpeechGraph.Word]) -> Int {
    let all = words.flatMap(\.pronunciations).map(\.phones).sorted { $0.lexicographicallyPrecedes($1) }
    var nodes = 0
    var before: [String] = []
    for phones in all {
      nodes += phones.count - zip(phones, before).prefix { $0 == $1 }.count
      before = phones
    }
    return nodes
  }
}
