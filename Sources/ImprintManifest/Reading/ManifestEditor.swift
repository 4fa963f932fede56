// SPDX-License-Identifier: Apache-2.0
public import ImprintSettings

/// Replaces one section of a plugin's manifest in its text, or one item of a section that is a list, leaving
/// every other line, with its comments, unchanged byte for byte.
public enum ManifestEditor {
  /// The manifest's text with a section replaced, or added at the end if missing.
  ///
  /// Comments inside the old section are removed with it; those after its last line are kept.
  /// - Parameters:
  ///   - key: the section's key, at the top of the manifest: `concurrency`.
  ///   - text: the new section as YAML, from its key on: `concurrency:`, newline, and so on.
  ///   - bytes: a valid manifest.
  ///   - place: names the bytes in problems.
  /// - Throws: what is wrong with `bytes`, or would be wrong with the result; `notEditable` if the text is
  ///   not exactly that section, or the manifest is not in block style.
  /// - Complexity: O(bytes).
  public static func replacingSection(
    _ key: String, with text: String, in bytes: [UInt8], place: String = "plugin.yaml"
  ) throws(ManifestError) -> [UInt8] {
    try replacing(key, with: text, in: bytes, place) { (bytes) throws(ManifestError) in
      _ = try ManifestReader.plugin(bytes: bytes, place: place)
    }
  }

  /// The text of a variant with other default plugins.
  /// - Throws: as ``replacingSection(_:with:in:place:)``.
  public static func variant(
    withPlugins ids: [String], in bytes: [UInt8], place: String
  ) throws(ManifestError) -> [UInt8] {
    let text = (["plugins:"] + ids.map { "  - \($0)" }).joined(separator: "\n") + "\n"
    return try replacing("plugins", with: text, in: bytes, place) { (bytes) throws(ManifestError) in
      _ = try ManifestReader.variant(bytes: bytes, place: place)
    }
  }

  private static func replacing(
    _ key: String, with text: String, in bytes: [UInt8], _ place: String,
    _ check: ([UInt8]) throws(ManifestError) -> Void
  ) throws(ManifestError) -> [UInt8] {
    try check(bytes)
    let before = try tree(bytes, place)
    let new = try tree(Array(text.utf8), "the new '\(key)'")
    guard case .map(let entries) = new.content, entries.count == 1, entries[0].key == key,
      entries[0].keyStart.column == 1
    else { throw notEditable(place, "The new text is not one section '\(key)'.") }

    let result = try splice(Array(text.utf8), for: key, in: bytes, before, place)
    try check(result)
    guard others(try tree(result, place), than: key).says(sameAs: others(before, than: key)),
      let replaced = try tree(result, place)[key], replaced.says(sameAs: entries[0].value)
    else { throw notEditable(place, "Replacing '\(key)' would change something else.") }
    return result
  }

  /// Replaces a section in a file. Atomic: after a crash the file is either unchanged or complete.
  /// - Throws: as ``replacingSection(_:with:in:place:)``, or `unreadable`, `unwritable`; the file is then
  ///   unchanged.
  public static func replaceSection(
    _ key: String, with text: String, inFileAt path: String
  ) throws(ManifestError) {
    try edit(path) { (bytes) throws(ManifestError) in
      try replacingSection(key, with: text, in: bytes, place: path)
    }
  }

  static func edit(
    _ path: String, _ change: ([UInt8]) throws(ManifestError) -> [UInt8]
  ) throws(ManifestError) {
    let result = try change(SchemaReader.bytes(of: path))
    try SchemaReader.judged { () throws(ManifestProblem) in try ManifestFile.replace(path, with: result) }
  }

  private static func splice(
    _ text: [UInt8], for key: String, in bytes: [UInt8], _ root: YamlNode, _ place: String
  ) throws(ManifestError) -> [UInt8] {
    guard case .map(let entries) = root.content, entries.allSatisfy({ $0.keyStart.column == 1 }) else {
      throw notEditable(place, "Its keys do not each begin a line.")
    }
    let newline = Array((endsLinesWithReturn(bytes) ? "\r\n" : "\n").utf8)
    let section = lines(text).map { Array($0) + newline }.joined()
    guard let entry = entries.first(where: { $0.key == key }) else {
      let gap = bytes.last == UInt8(ascii: "\n") ? [] : newline
      return bytes + gap + section
    }
    let start = byteOffset(ofScalar: entry.keyStart.offset, in: bytes)
    let end = lineEnd(of: entry.value, after: entry.keyStart.offset, in: bytes)
    return Array(bytes[..<start]) + section + Array(bytes[end...])
  }

  /// Where the line after a value begins.
  static func lineEnd(of value: YamlNode, after start: Int, in bytes: [UInt8]) -> Int {
    // A block scalar ends where the next line begins; any other value within its line.
    let last = byteOffset(ofScalar: max(value.end.offset, start), in: bytes)
    if value.end.column == 1 { return last }
    return bytes[last...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
  }

  static func tree(_ bytes: [UInt8], _ place: String) throws(ManifestError) -> YamlNode {
    try SchemaReader.judged { () throws(ManifestProblem) in
      let (root, problems) = try YamlReader.read(bytes, file: place)
      if let first = problems.errors.first { throw first }
      return root
    }
  }

  static func others(_ root: YamlNode, than key: String) -> YamlNode {
    guard case .map(let entries) = root.content else { return root }
    return YamlNode(content: .map(entries.filter { $0.key != key }), start: root.start, end: root.end)
  }

  static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
  }

  static func endsLinesWithReturn(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end > 0 else { return false }
    return bytes[end - 1] == UInt8(ascii: "\r")
  }

  /// The byte offset of a Unicode scalar in UTF-8.
  static func byteOffset(ofScalar offset: Int, in bytes: [UInt8]) -> Int {
    var seen = 0
    for (index, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
      if seen == offset { return index }
      seen += 1
    }
    return bytes.count
  }

  static func notEditable(_ place: String, _ reason: String) -> ManifestError {
    ManifestError(
      ManifestProblem(
        .notEditable, file: place, reason: reason, remedy: "Edit it by hand; nothing was changed."))
  }
}
