// SPDX-License-Identifier: Apache-2.0

/// Extracts values from a tree that has passed the schema check.
///
/// A value that violates the schema is a bug of ours, but still reported as an error.
package struct SchemaBuilder {
  package let file: String

  package init(file: String) {
    self.file = file
  }

  package func gap(_ node: YamlNode, _ key: String) -> ManifestProblem {
    ManifestProblem(
      .schemaGap, file: file, line: node.start.line, column: node.start.column, key: key,
      reason: "'\(key)' passed the schema, and cannot be used.", remedy: "Report this with the file.")
  }

  package func value(_ node: YamlNode, _ key: String) throws(ManifestProblem) -> YamlNode {
    guard let value = node[key] else { throw gap(node, key) }
    return value
  }

  package func text(_ node: YamlNode, _ key: String) throws(ManifestProblem) -> String {
    try convert(node, key) { $0.text }
  }

  package func integer(_ node: YamlNode, _ key: String) throws(ManifestProblem) -> Int {
    try convert(node, key) { $0.integer }
  }

  package func number(_ node: YamlNode, _ key: String) throws(ManifestProblem) -> Double {
    try convert(node, key) { $0.number }
  }

  package func version(_ node: YamlNode, _ key: String) throws(ManifestProblem) -> UInt32 {
    try convert(node, key) { $0.integer.flatMap(UInt32.init(exactly:)) }
  }

  package func range(_ node: YamlNode, _ key: String) throws(ManifestProblem) -> ClosedRange<UInt32> {
    let range = try value(node, key)
    let (low, high) = (try version(range, "min"), try version(range, "max"))
    guard low <= high else { throw gap(range, key) }
    return low...high
  }

  package func word<Word: RawRepresentable<String>>(
    _ node: YamlNode, _ key: String, default: Word? = nil
  ) throws(ManifestProblem) -> Word {
    if let `default`, node[key] == nil { return `default` }
    return try convert(node, key) { $0.text.flatMap(Word.init(rawValue:)) }
  }

  package func convert<Value>(
    _ node: YamlNode, _ key: String, _ convert: (YamlNode) -> Value?
  ) throws(ManifestProblem) -> Value {
    let found = try value(node, key)
    guard let value = convert(found) else { throw gap(found, key) }
    return value
  }

  /// The items of a list; none if the key is missing.
  package func list<Value>(
    _ node: YamlNode, _ key: String, _ convert: (YamlNode) throws(ManifestProblem) -> Value?
  ) throws(ManifestProblem) -> [Value] {
    var values: [Value] = []
    for item in node[key]?.items ?? [] {
      guard let value = try convert(item) else { throw gap(item, key) }
      values.append(value)
    }
    return values
  }
}
