// SPDX-License-Identifier: Apache-2.0

/// A position in a text, for messages and for editing.
package struct TextPosition: Sendable, Hashable {
  /// From 1.
  package let line: Int
  /// From 1, in Unicode scalars.
  package let column: Int
  /// Unicode scalars before it.
  package let offset: Int

  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  package static let start = TextPosition(line: 1, column: 1, offset: 0)
}

/// A value of a YAML document, with its place.
package struct YamlNode: Sendable {
  package struct Entry: Sendable {
    package let key: String
    package let keyStart: TextPosition
    package let value: YamlNode
  }

  package enum Content: Sendable {
    case scalar(YamlScalar)
    case list([YamlNode])
    case map([Entry])
  }

  package let content: Content
  package let start: TextPosition
  /// The end of the value's last character, before trailing space and comments.
  package let end: TextPosition

  package init(content: Content, start: TextPosition, end: TextPosition) {
    self.content = content
    self.start = start
    self.end = end
  }

  /// The value of a key, if this is a map that has it.
  package subscript(key: String) -> YamlNode? {
    guard case .map(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// The items of a list; none if this is not one.
  package var items: [YamlNode] {
    guard case .list(let items) = content else { return [] }
    return items
  }

  /// The entries of a map; none if this is not one.
  package var entries: [Entry] {
    guard case .map(let entries) = content else { return [] }
    return entries
  }

  package var scalar: YamlScalar? {
    guard case .scalar(let scalar) = content else { return nil }
    return scalar
  }

  /// The text of a string scalar.
  package var text: String? {
    guard let scalar, case .text = scalar.kind else { return nil }
    return scalar.text
  }

  package var integer: Int? {
    guard case .integer(let number) = scalar?.kind else { return nil }
    return number
  }

  /// A whole number is a number too.
  package var number: Double? {
    switch scalar?.kind {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  package var boolean: Bool? {
    guard case .boolean(let value) = scalar?.kind else { return nil }
    return value
  }

  /// Whether two nodes are equal, regardless of position.
  package func says(sameAs other: YamlNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let left), .scalar(let right)): left == right
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.says(sameAs: $1) }
    case (.map(let left), .map(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.key == $1.key && $0.value.says(sameAs: $1.value) }
    default: false
    }
  }
}
