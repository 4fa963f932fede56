// SPDX-License-Identifier: Apache-2.0

/// What a value of a manifest may be: the words of JSON Schema that `manifests/schema` uses.
///
/// The tables in `Generated` are made of these by `scripts/generate-schema`.
enum Schema: Sendable {
  case map(MapSchema)
  indirect case list(ListSchema)
  case text(TextSchema)
  case integer(ClosedRange<Int>)
  case number(NumberSchema)
  case boolean
  /// The first that has the value's YAML kind counts.
  case either([Schema])

  /// What is allowed, in words that follow "must be".
  var allowed: String {
    switch self {
    case .map: "a section of keys and values"
    case .list: "a list"
    case .text(let text): text.allowed
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let number): number.allowed
    case .boolean: "true or false"
    case .either(let choices): choices.map(\.allowed).joined(separator: ", or ")
    }
  }
}

/// Keys and their values. Keys that begin with `x-` are free; others are unknown.
struct MapSchema: Sendable {
  struct Key: Sendable {
    let name: String
    let isRequired: Bool
    let schema: Schema

    init(_ name: String, required: Bool, _ schema: Schema) {
      self.name = name
      isRequired = required
      self.schema = schema
    }
  }

  let keys: [Key]
}

struct ListSchema: Sendable {
  let item: Schema
  let counts: ClosedRange<Int>
  let isUnique: Bool

  init(_ item: Schema, counts: ClosedRange<Int>, unique: Bool) {
    self.item = item
    self.counts = counts
    isUnique = unique
  }
}

/// One of some words, or text of a pattern.
struct TextSchema: Sendable {
  let allowed: String
  /// In Unicode scalars.
  let lengths: ClosedRange<Int>
  let words: [String]
  let pattern: TextPattern?
  /// Whether the text becomes part of a path, so that leaving the folder is worth its own word.
  let isFileName: Bool

  init(words: [String]) {
    allowed = (words.count == 1 ? "" : "one of ") + words.joined(separator: ", ")
    lengths = 0...(words.map(\.unicodeScalars.count).max() ?? 0)
    self.words = words
    pattern = nil
    isFileName = false
  }

  init(_ allowed: String, lengths: ClosedRange<Int>, pattern: TextPattern, isFileName: Bool = false) {
    self.allowed = allowed
    self.lengths = lengths
    words = []
    self.pattern = pattern
    self.isFileName = isFileName
  }
}

struct NumberSchema: Sendable {
  let minimum: Double?
  /// An exclusive minimum.
  let above: Double?
  let maximum: Double?

  func contains(_ number: Double) -> Bool {
    number.isFinite && number >= minimum ?? -.infinity && number > above ?? -.infinity
      && number <= maximum ?? .infinity
  }

  var allowed: String {
    let bounds = [
      minimum.map { "at least \($0)" }, above.map { "above \($0)" }, maximum.map { "at most \($0)" },
    ]
    return (["a finite number"] + bounds.compactMap { $0 }).joined(separator: ", ")
  }
}
