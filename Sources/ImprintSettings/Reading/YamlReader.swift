// SPDX-License-Identifier: Apache-2.0
// The C half of Yams, by its events. Its Swift half composes trees by recursion without a limit, knows no
// ends of values (which ManifestEditor cuts at), and needs Foundation's regular expressions to tell a
// number from text.
internal import CYaml

/// Parses one YAML document of an untrusted file into a tree with positions.
///
/// Rejects anchors and aliases (a few hundred bytes of them can expand to billions of values), tags, keys
/// that are not scalars, further documents, and more than ``maximumDepth`` levels. Memory use is at most some
/// tens of times the input's size.
package struct YamlReader {
  /// Levels of lists and maps; our deepest manifests have 5.
  package static let maximumDepth = 16

  private let file: String
  private let bytes: [UInt8]
  private(set) var problems: ProblemList
  private var open: [OpenCollection] = []
  private var root: YamlNode?
  /// Where the last scalar or flow bracket ended: a block collection's own end mark is after the comments
  /// that follow it.
  private var lastEnd = TextPosition.start

  /// A list or map that is still open.
  private struct OpenCollection {
    let start: TextPosition
    let isMap: Bool
    let isFlow: Bool
    var items: [YamlNode] = []
    var entries: [YamlNode.Entry] = []
    var key: (text: String, start: TextPosition)?
    var lines: [String: Int] = [:]
  }

  private init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    problems = ProblemList(file: file)
  }

  /// The document's tree, and duplicate keys.
  /// - Throws: the problem that ended parsing.
  /// - Complexity: O(bytes). Thread-safe.
  package static func read(
    _ bytes: [UInt8], file: String
  ) throws(ManifestProblem) -> (root: YamlNode, problems: ProblemList) {
    var reader = YamlReader(bytes, file: file)
    try reader.checkEncoding()
    try reader.readEvents()
    guard let root = reader.root, root.scalar?.kind != .null else {
      throw reader.problem(
        .empty, at: .start, reason: "It holds nothing.", remedy: "Write a manifest, or copy the file again.")
    }
    return (root, reader.problems)
  }

  private func checkEncoding() throws(ManifestProblem) {
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      let offset = error.byteOffsets.lowerBound
      throw problem(
        .notUTF8, at: position(ofByte: offset), reason: "Byte \(offset) is not UTF-8.",
        remedy: "Save the file as UTF-8.")
    }
  }

  private mutating func readEvents() throws(ManifestProblem) {
    // The parser keeps a pointer to itself, so it must not move.
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else { throw outOfMemory }
    defer { yaml_parser_delete(parser) }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    let input = bytes
    let failure: ManifestProblem? = input.withUnsafeBufferPointer { buffer in
      yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
      do throws(ManifestProblem) {
        while try takeEvent(of: parser) {}
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Processes one event; false after the last.
  private mutating func takeEvent(of parser: UnsafeMutablePointer<yaml_parser_t>) throws(ManifestProblem)
    -> Bool
  {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw failure(of: parser.pointee) }
    defer { yaml_event_delete(&event) }
    let start = position(event.start_mark)
    let end = position(event.end_mark)
    switch event.type {
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT:
      return false
    case YAML_DOCUMENT_START_EVENT where root != nil:
      throw problem(
        .severalDocuments, at: start, reason: "A second document begins here.",
        remedy: "Keep one document in a file.")
    case YAML_ALIAS_EVENT:
      throw problem(
        .alias, at: start, reason: "An alias ('*') stands here; manifests have none.",
        remedy: "Write the value out.")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      try refuse(anchor: scalar.anchor, tag: scalar.tag, at: start)
      let text = String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      try add(
        scalar: YamlScalar(text: text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE), start: start,
        end: end)
    case YAML_SEQUENCE_START_EVENT:
      let list = event.data.sequence_start
      try refuse(anchor: list.anchor, tag: list.tag, at: start)
      try push(OpenCollection(start: start, isMap: false, isFlow: list.style == YAML_FLOW_SEQUENCE_STYLE))
    case YAML_MAPPING_START_EVENT:
      let map = event.data.mapping_start
      try refuse(anchor: map.anchor, tag: map.tag, at: start)
      try push(OpenCollection(start: start, isMap: true, isFlow: map.style == YAML_FLOW_MAPPING_STYLE))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      pop(end: end)
    default:
      break
    }
    return true
  }

  private func refuse(
    anchor: UnsafeMutablePointer<UInt8>?, tag: UnsafeMutablePointer<UInt8>?, at start: TextPosition
  ) throws(ManifestProblem) {
    if anchor != nil {
      throw problem(
        .alias, at: start, reason: "An anchor ('&') stands here; manifests have none.", remedy: "Remove it.")
    }
    if tag != nil {
      throw problem(
        .tag, at: start, reason: "A tag ('!') stands here; manifests have none.", remedy: "Remove it.")
    }
  }

  private mutating func push(_ collection: OpenCollection) throws(ManifestProblem) {
    if let outer = open.last, outer.isMap, outer.key == nil {
      throw problem(
        .keyNotText, at: collection.start, reason: "A key is a list or a map.", remedy: "Use a word as key.")
    }
    guard open.count < Self.maximumDepth else {
      throw problem(
        .tooDeep, at: collection.start,
        reason: "Lists and maps lie more than \(Self.maximumDepth) levels deep.",
        remedy: "No key of a manifest needs that; remove it.")
    }
    lastEnd = collection.start
    open.append(collection)
  }

  private mutating func pop(end: TextPosition) {
    guard let done = open.popLast() else { return }
    if done.isFlow { lastEnd = end }
    let content: YamlNode.Content = done.isMap ? .map(done.entries) : .list(done.items)
    add(YamlNode(content: content, start: done.start, end: lastEnd))
  }

  private mutating func add(scalar: YamlScalar, start: TextPosition, end: TextPosition)
    throws(ManifestProblem)
  {
    lastEnd = end
    guard let top = open.indices.last, open[top].isMap, open[top].key == nil else {
      add(YamlNode(content: .scalar(scalar), start: start, end: end))
      return
    }
    open[top].key = (scalar.text, start)
  }

  private mutating func add(_ node: YamlNode) {
    guard let top = open.indices.last else {
      root = node
      return
    }
    guard open[top].isMap else {
      open[top].items.append(node)
      return
    }
    guard let key = open[top].key else { return }
    open[top].key = nil
    if let line = open[top].lines.updateValue(key.start.line, forKey: key.text) {
      problems.add(
        problem(
          .duplicateKey, at: key.start, key: Shown.plain(key.text),
          reason: "\(Shown.quoted(key.text)) is here twice; the other is in line \(line).",
          remedy: "Keep one of them."))
    } else {
      open[top].entries.append(YamlNode.Entry(key: key.text, keyStart: key.start, value: node))
    }
  }
}

extension YamlReader {
  private func position(_ mark: yaml_mark_t) -> TextPosition {
    TextPosition(line: mark.line + 1, column: mark.column + 1, offset: mark.index)
  }

  private func position(ofByte offset: Int) -> TextPosition {
    let before = bytes.prefix(offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let lineBytes = before.suffix(from: before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
    // Continuation bytes do not begin a character.
    let column = lineBytes.count { $0 & 0xC0 != 0x80 } + 1
    return TextPosition(line: line, column: column, offset: offset)
  }

  private func failure(of parser: yaml_parser_t) -> ManifestProblem {
    if parser.error == YAML_MEMORY_ERROR { return outOfMemory }
    let words = parser.problem.map { String(cString: $0) } ?? "it cannot be read"
    let place =
      parser.error == YAML_READER_ERROR
      ? position(ofByte: min(parser.problem_offset, bytes.count)) : position(parser.problem_mark)
    return problem(.notYAML, at: place, reason: "This is not YAML: \(words).", remedy: "Correct it.")
  }

  private var outOfMemory: ManifestProblem {
    problem(.unreadable, at: .start, reason: "There is no memory to read it.", remedy: "Free some memory.")
  }

  private func problem(
    _ code: ManifestProblem.Code, at position: TextPosition, key: String = "", reason: String, remedy: String
  ) -> ManifestProblem {
    ManifestProblem(
      code, file: file, line: position.line, column: position.column, key: key, reason: reason, remedy: remedy
    )
  }
}
