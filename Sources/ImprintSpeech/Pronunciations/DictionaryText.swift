// SPDX-License-Identifier: Apache-2.0

/// A dictionary's text, and where its words are in it.
struct DictionaryText: Sendable {
  /// A line: where its word and its phones are.
  struct Entry {
    let word: Range<UInt32>
    let phones: Range<UInt32>
    /// The next pronunciation of the same word; -1: none.
    var next: Int32 = -1
    /// Whether it is the first of its word.
    var isFirst = false
  }

  let bytes: [UInt8]
  private(set) var entries: [Entry] = []
  private(set) var wordCount = 0
  /// Open addressing, by the hash of the word: the place of its first entry, from 1; 0: empty. The hash has a
  /// seed of the process's own, so that no dictionary can be made that is slow.
  private var table = [Int32](repeating: 0, count: 1 << 10)

  /// - Parameter bytes: With words in lower case.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Adds a line.
  /// - Returns: How many pronunciations its word has now; `nil` where it has this one already.
  mutating func add(word: Range<Int>, phones: Range<Int>) -> Int? {
    if 2 * wordCount >= table.count { grow() }
    let slot = slot(of: bytes[word])
    var entry = Entry(
      word: UInt32(word.lowerBound)..<UInt32(word.upperBound),
      phones: UInt32(phones.lowerBound)..<UInt32(phones.upperBound))
    guard table[slot] != 0 else {
      entry.isFirst = true
      entries.append(entry)
      table[slot] = Int32(entries.count)
      wordCount += 1
      return 1
    }
    let new = Self.parts(bytes[phones])
    var last = Int(table[slot]) - 1
    var count = 2
    while true {
      if Self.parts(phoneBytes(of: last)) == new { return nil }
      guard entries[last].next >= 0 else { break }
      last = Int(entries[last].next)
      count += 1
    }
    entries.append(entry)
    entries[last].next = Int32(entries.count - 1)
    return count
  }

  /// The places of a word's entries, in the order of the text.
  func entries(of word: String) -> [Int] {
    var places: [Int] = []
    var next = first(of: word) ?? -1
    while next >= 0 {
      places.append(next)
      next = Int(entries[next].next)
    }
    return places
  }

  /// The place of a word's first entry.
  func first(of word: String) -> Int? {
    let place = Int(table[slot(of: Array(word.utf8)[...])]) - 1
    return place < 0 ? nil : place
  }

  func word(of place: Int) -> String { String(decoding: wordBytes(of: place), as: UTF8.self) }

  func phones(of place: Int) -> [String] {
    Self.parts(phoneBytes(of: place)).map { String(decoding: $0, as: UTF8.self) }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func parts(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    bytes.split(whereSeparator: isSpace)
  }

  private func wordBytes(of place: Int) -> ArraySlice<UInt8> {
    bytes[Int(entries[place].word.lowerBound)..<Int(entries[place].word.upperBound)]
  }

  private func phoneBytes(of place: Int) -> ArraySlice<UInt8> {
    bytes[Int(entries[place].phones.lowerBound)..<Int(entries[place].phones.upperBound)]
  }

  /// Where a word is in the table, or would be.
  private func slot(of word: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    word.withUnsafeBytes { hasher.combine(bytes: $0) }
    var slot = hasher.finalize() & (table.count - 1)
    while table[slot] != 0, wordBytes(of: Int(table[slot]) - 1) != word {
      slot = (slot + 1) & (table.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    table = [Int32](repeating: 0, count: 2 * table.count)
    for place in entries.indices where entries[place].isFirst {
      table[slot(of: wordBytes(of: place))] = Int32(place + 1)
    }
  }
}
