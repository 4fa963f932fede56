// SPDX-License-Identifier: Apache-2.0

/// The allowed values of a manifest: the keywords of JSON Schema that `manifests/schema` uses.
///
/// `scripts/generate-schema` writes the tables in `Generated` with these.
package enum Schema: Sendable {
  case map(MapSchema)
  indirect case entries(EntriesSchema)
  indirect case list(ListSchema)
  case text(TextSchema)
  case integer(ClosedRange<Int>)
  case number(NumberSchema)
  case boolean
  /// The first that has the value's YAML kind applies.
  case either([Schema])

  /// The allowed values, as words after "must be".
  package var allowed: String {
    switch self {
    case .map, .entries: "a section of keys and values"
    case .list: "a list"
    case .text(let text): text.allowed
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let number): number.allowed
    case .boolean: "true or false"
    case .either(let choices): choices.map(\.allowed).joined(separator: ", or ")
    }
  }
}

/// Keys and their values. Keys with the prefix `x-` are free; others are unknown.
package struct MapSchema: Sendable {
  package struct Key: Sendable {
    package let name: String
    package let isRequired: Bool
    package let schema: Schema

    package init(_ name: String, required: Bool, _ schema: Schema) {
      self.name = name
      isRequired = required
      self.schema = schema
    }
  }

  package let keys: [Key]

  package init(keys: [Key]) {
    self.keys = keys
  }
}

/// Keys chosen by the author of the file, with values of one schema.
package struct EntriesSchema: Sendable {
  /// The schema of the keys; text.
  package let names: Schema
  package let values: Schema
  package let most: Int

  package init(names: Schema, values: Schema, most: Int) {
    self.names = names
    self.values = values
    self.most = most
  }
}

package struct ListSchema: Sendable {
  package let item: Schema
  package let counts: ClosedRange<Int>
  package let isUnique: Bool

  package init(_ item: Schema, counts: ClosedRange<Int>, unique: Bool) {
    self.item = item
    self.counts = counts
    isUnique = unique
  }
}

/// An enumeration of words, or text with a pattern.
package struct TextSchema: Sendable {
  package let allowed: String
  /// In Unicode scalars.
  package let lengths: ClosedRange<Int>
  package let words: [String]
  package let pattern: TextPattern?
  /// Whether the text becomes part of a path, so that escaping the folder is an error of its own.
  package let isFileName: Bool

  package init(words: [String]) {
    allowed = (words.count == 1 ? "" : "one of ") + words.joined(separator: ", ")
    lengths = 0...(words.map(\.unicodeScalars.count).max() ?? 0)
    self.words = words
    pattern = nil
    isFileName = false
  }

  package init(_ allowed: String, lengths: ClosedRange<Int>, pattern: TextPattern, isFileName: Bool = false) {
    self.allowed = allowed
    self.lengths = lengths
    words = []
    self.pattern = pattern
    self.isFileName = isFileName
  }
}

extension TextSchema {
  package func fits(_ text: String) -> Bool {
    lengths.contains(text.unicodeScalars.count) && pattern?.matches(text) != false
      && (words.isEmpty || words.contains(text))
  }
}

package struct NumberSchema: Sendable {
  package let minimum: Double?
  /// An exclusive minimum.
  package let above: Double?
  package let maximum: Double?

  package init(minimum: Double?, above: Double?, maximum: Double?) {
    self.minimum = minimum
    self.above = above
    self.maximum = maximum
  }

  package func contains(_ number: Double) -> Bool {
    number.isFinite && number >= minimum ?? -.infinity && number > above ?? -.infinity
      && number <= maximum ?? .infinity
  }

  package var allowed: String {
    let bounds = [
      minimum.map { "at least \($0)" }, above.map { "above \($0)" }, maximum.map { "at most \($0)" },
    ]
    return (["a finite number"] + bounds.compactMap { $0 }).joined(separator: ", ")
  }
}
