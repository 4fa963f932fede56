// SPDX-License-Identifier: Apache-2.0
public import ImprintSettings

extension ManifestEditor {
  /// The manifest's text with an item of a list replaced, or added after the last; a missing list is added at
  /// the end.
  ///
  /// Comments inside the old item are removed with it; those around it are kept.
  /// - Parameters:
  ///   - index: which item, from 0; `nil` for a new one.
  ///   - key: the list's key, at the top of the manifest: `calibrations`.
  ///   - text: the new item as YAML, from its dash on: `- format: …`, newline, and so on.
  ///   - bytes: a valid manifest.
  ///   - place: names the bytes in problems.
  /// - Throws: what is wrong with `bytes`, or would be wrong with the result; `notEditable` if the text is
  ///   not exactly one item, or the list is not in block style.
  /// - Complexity: O(bytes).
  public static func replacingItem(
    _ index: Int?, of key: String, with text: String, in bytes: [UInt8], place: String = "plugin.yaml"
  ) throws(ManifestError) -> [UInt8] {
    _ = try ManifestReader.plugin(bytes: bytes, place: place)
    let before = try tree(bytes, place)
    let new = try tree(Array(text.utf8), "the new item of '\(key)'")
    guard new.start.column == 1, case .list(let added) = new.content, added.count == 1 else {
      throw notEditable(place, "The new text is not one item of '\(key)'.")
    }
    guard let list = before[key] else {
      guard index == nil else { throw notEditable(place, "It has no '\(key)'.") }
      let section = lines(Array(text.utf8)).map { "  " + String(decoding: $0, as: UTF8.self) + "\n" }
      return try replacingSection(key, with: "\(key):\n" + section.joined(), in: bytes, place: place)
    }
    var items = list.items
    guard !items.isEmpty, index.map(items.indices.contains) ?? true else {
      throw notEditable(place, "'\(key)' is not a list with that item.")
    }
    let result = try splice(Array(text.utf8), index, of: list, key, in: bytes, place)
    if let index { items[index] = added[0] } else { items.append(added[0]) }
    _ = try ManifestReader.plugin(bytes: result, place: place)
    let after = try tree(result, place)
    let expected = YamlNode(content: .list(items), start: list.start, end: list.end)
    guard others(after, than: key).says(sameAs: others(before, than: key)),
      let replaced = after[key], replaced.says(sameAs: expected)
    else { throw notEditable(place, "Replacing an item of '\(key)' would change something else.") }
    return result
  }

  /// Replaces an item in a file. Atomic: after a crash the file is either unchanged or complete.
  /// - Throws: as ``replacingItem(_:of:with:in:place:)``, or `unreadable`, `unwritable`; the file is then
  ///   unchanged.
  public static func replaceItem(
    _ index: Int?, of key: String, with text: String, inFileAt path: String
  ) throws(ManifestError) {
    try edit(path) { (bytes) throws(ManifestError) in
      try replacingItem(index, of: key, with: text, in: bytes, place: path)
    }
  }

  private static func splice(
    _ text: [UInt8], _ index: Int?, of list: YamlNode, _ key: String, in bytes: [UInt8], _ place: String
  ) throws(ManifestError) -> [UInt8] {
    let item = list.items[index ?? list.items.count - 1]
    let first = byteOffset(ofScalar: item.start.offset, in: bytes)
    let start = bytes[..<first].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let lead = bytes[start..<first]
    let indent = Array(lead.prefix { $0 == UInt8(ascii: " ") })
    guard lead.dropFirst(indent.count).first == UInt8(ascii: "-"),
      lead.dropFirst(indent.count + 1).allSatisfy({ $0 == UInt8(ascii: " ") })
    else { throw notEditable(place, "The items of '\(key)' do not each begin a line, with a dash.") }
    let newline = Array((endsLinesWithReturn(bytes) ? "\r\n" : "\n").utf8)
    let new = lines(text).map { indent + Array($0) + newline }.joined()
    let end = lineEnd(of: item, after: item.start.offset, in: bytes)
    if index != nil { return Array(bytes[..<start]) + new + Array(bytes[end...]) }
    let gap = bytes[..<end].last == UInt8(ascii: "\n") ? [] : newline
    return Array(bytes[..<end]) + gap + new + Array(bytes[end...])
  }
}
