// SPDX-License-Identifier: Apache-2.0

/// Validates a tree against a schema and collects all violations.
package struct SchemaChecker {
  private(set) var problems: ProblemList
  /// Top-level keys below which unknown keys are errors.
  private let closed: [String]
  private var path: [PathPart] = []

  private enum PathPart {
    case key(String)
    case index(Int)
  }

  /// Validates `root` against `schema`; adds to `problems`. O(size of the tree).
  /// - Parameter closed: top-level keys below which an unknown key is an error, as it may restrict its
  ///   section; elsewhere it is a warning.
  package static func check(
    _ root: YamlNode, _ schema: Schema, closed: [String] = [], into problems: inout ProblemList
  ) {
    var checker = SchemaChecker(problems: problems, closed: closed)
    checker.check(root, schema)
    problems = checker.problems
  }

  private mutating func check(_ node: YamlNode, _ schema: Schema) {
    if problems.isFull { return }
    switch schema {
    case .map(let map):
      if case .map(let entries) = node.content { return check(entries, of: node, map) }
    case .entries(let named):
      if case .map(let entries) = node.content { return check(entries, of: node, named) }
    case .list(let list):
      if case .list(let items) = node.content { return check(items, of: node, list) }
    case .text(let form):
      if let text = node.text { return check(text, at: node, form) }
    case .integer(let range):
      if let number = node.integer { return check(range.contains(number), node, schema) }
    case .number(let range):
      if let number = node.number { return check(range.contains(number), node, schema) }
    case .boolean:
      if node.boolean != nil { return }
    case .either(let choices):
      if let choice = choices.first(where: { Self.hasKind(of: $0, node) }) { return check(node, choice) }
    }
    report(.wrongType, node, schema, remedy: Self.remedy(for: node, schema))
  }

  private mutating func check(_ isInRange: Bool, _ node: YamlNode, _ schema: Schema) {
    if !isInRange { report(.outOfRange, node, schema) }
  }

  private mutating func check(_ entries: [YamlNode.Entry], of node: YamlNode, _ map: MapSchema) {
    for key in map.keys where key.isRequired && !entries.contains(where: { $0.key == key.name }) {
      path.append(.key(key.name))
      problems.add(
        .missingKey, at: node.start, key: pathText, reason: "'\(pathText)' is missing.",
        remedy: "Add it: \(key.schema.allowed).")
      path.removeLast()
    }
    for entry in entries where !entry.key.hasPrefix("x-") {
      path.append(.key(entry.key))
      if let key = map.keys.first(where: { $0.name == entry.key }) {
        check(entry.value, key.schema)
      } else {
        reportUnknown(entry, among: map.keys.map(\.name))
      }
      path.removeLast()
    }
  }

  private mutating func reportUnknown(_ entry: YamlNode.Entry, among known: [String]) {
    let isRefused = if case .key(let top)? = path.first { closed.contains(top) } else { false }
    guard isRefused || !problems.areWarningsFull else { return }
    let unknown = "'\(pathText)' is no key that this version knows, and "
    let remedy = "Known are \(known.joined(separator: ", ")); your own begin with 'x-'."
    let suggestion = NearestWord.to(entry.key, among: known)
    if isRefused {
      problems.add(
        .unknownKey, at: entry.keyStart, key: pathText,
        reason: unknown + "may say what the rest is not for.",
        remedy: remedy + " A newer version may know it: update Imprint.", suggestion: suggestion)
    } else {
      problems.warn(
        .unknownKey, at: entry.keyStart, key: pathText, reason: unknown + "is ignored.", remedy: remedy,
        suggestion: suggestion)
    }
  }

  private mutating func check(_ entries: [YamlNode.Entry], of node: YamlNode, _ named: EntriesSchema) {
    checkCount(entries.count, in: 0...named.most, of: node)
    for entry in entries.prefix(named.most) {
      path.append(.key(entry.key))
      if case .text(let form) = named.names, !form.fits(entry.key) {
        problems.add(
          .wrongForm, at: entry.keyStart, key: pathText,
          reason:
            "The key \(Shown.quoted(entry.key)) must be \(form.allowed), at most \(form.lengths.upperBound) characters."
        )
      }
      check(entry.value, named.values)
      path.removeLast()
    }
  }

  private mutating func checkCount(_ count: Int, in counts: ClosedRange<Int>, of node: YamlNode) {
    guard !counts.contains(count) else { return }
    problems.add(
      .wrongCount, at: node.start, key: pathText,
      reason: "'\(pathText)' has \(count) items; it must have \(counts.lowerBound) to \(counts.upperBound).")
  }

  private mutating func check(_ items: [YamlNode], of node: YamlNode, _ list: ListSchema) {
    checkCount(items.count, in: list.counts, of: node)
    var seen: Set<String> = []
    for (index, item) in items.prefix(list.counts.upperBound).enumerated() {
      path.append(.index(index))
      check(item, list.item)
      if list.isUnique, let text = item.scalar?.text, !seen.insert(text).inserted {
        problems.add(
          .repeated, at: item.start, key: pathText, reason: "\(Shown.quoted(text)) is in the list twice.",
          remedy: "Keep one of them.")
      }
      path.removeLast()
    }
  }

  private mutating func check(_ text: String, at node: YamlNode, _ schema: TextSchema) {
    if !schema.words.isEmpty {
      guard !schema.words.contains(text) else { return }
      report(.unknownWord, node, .text(schema), suggestion: NearestWord.to(text, among: schema.words))
      return
    }
    let length = text.unicodeScalars.count
    if schema.isFileName, text.contains("/") || text.contains("\0") || text == ".." || text == "." {
      report(.pathEscape, node, .text(schema))
    } else if !schema.lengths.contains(length) {
      problems.add(
        .outOfRange, at: node.start, key: pathText,
        reason: "'\(pathText)' has \(length) characters; it must have "
          + "\(max(1, schema.lengths.lowerBound)) to \(schema.lengths.upperBound).")
    } else if schema.pattern?.matches(text) == false {
      report(.wrongForm, node, .text(schema))
    }
  }

  private mutating func report(
    _ code: ManifestProblem.Code, _ node: YamlNode, _ schema: Schema, remedy: String = "",
    suggestion: String? = nil
  ) {
    let what = path.isEmpty ? "The file" : "'\(pathText)'"
    problems.add(
      code, at: node.start, key: pathText,
      reason: "\(what) is \(Self.found(node)); it must be \(schema.allowed).", remedy: remedy,
      suggestion: suggestion)
  }

  /// `models[0].file`.
  private var pathText: String {
    var text = ""
    for part in path {
      switch part {
      case .key(let key): text += (text.isEmpty ? "" : ".") + Shown.plain(key)
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }

  private static func found(_ node: YamlNode) -> String {
    switch node.content {
    case .list(let items): "a list of \(items.count)"
    case .map: "a section"
    case .scalar(let scalar):
      switch scalar.kind {
      case .null: "empty"
      case .boolean, .integer, .number: Shown.plain(scalar.text)
      case .text: Shown.quoted(scalar.text)
      }
    }
  }

  private static func hasKind(of schema: Schema, _ node: YamlNode) -> Bool {
    switch schema {
    case .map, .entries: if case .map = node.content { true } else { false }
    case .list: if case .list = node.content { true } else { false }
    case .text: node.text != nil
    case .integer: node.integer != nil
    case .number: node.number != nil
    case .boolean: node.boolean != nil
    case .either(let choices): choices.contains { hasKind(of: $0, node) }
    }
  }

  private static func remedy(for node: YamlNode, _ schema: Schema) -> String {
    guard let scalar = node.scalar else { return "" }
    if case .text = schema { return scalar.kind == .null ? "" : "Write it in quotes." }
    let plain = YamlScalar(text: scalar.text, isPlain: true)
    let wouldFit = hasKind(
      of: schema, YamlNode(content: .scalar(plain), start: node.start, end: node.end))
    return wouldFit ? "Write it without quotes." : ""
  }
}
