// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit
import Synchronization

/// The dictionary's text: a line for each pronunciation, `word P H O N E S`, further ones of a word
/// `word(2)`, `word(3)`; in the order of the bytes of what comes before the phones, so that other words may
/// stand between those of one.
struct WordDictionary {
  private let text: UnsafeRawBufferPointer
  private let places: [Substring: UInt8]

  /// - Parameter text: stays where it is for as long as this.
  init(text: UnsafeRawBufferPointer, phones: [String]) {
    self.text = text
    places = Dictionary(uniqueKeysWithValues: phones.enumerated().map { (Substring($1), UInt8($0)) })
  }

  /// At most 16, none twice, in the order of the file.
  func pronunciations(of word: String) throws(PluginFailure) -> [[UInt8]] {
    let asked = Array(word.utf8)
    // What a further pronunciation looks like is no word.
    guard !asked.contains(UInt8(ascii: "(")) else { return [] }
    var found: [[UInt8]] = []
    var (name, number) = (asked, 1)
    while number <= 16, let line = line(of: name) {
      let spoken = try phones(of: line)
      if !found.contains(spoken) { found.append(spoken) }
      number += 1
      name = asked + Array("(\(number))".utf8)
    }
    return found
  }

  /// The line that begins with this name. Debian's file has a line that stands one too early, `one(2)`; so
  /// those beside where it should be are looked at too.
  private func line(of name: [UInt8]) -> Slice<UnsafeRawBufferPointer>? {
    var (low, high) = (0, text.count)
    while low < high {
      var middle = low + (high - low) / 2
      while middle > low, text[middle - 1] != UInt8(ascii: "\n") { middle -= 1 }
      let line = line(at: middle)
      if Self.name(of: line).lexicographicallyPrecedes(name) {
        low = middle + line.count + 1
      } else {
        high = middle
      }
    }
    for _ in 0..<2 where low > 0 {
      low -= 1
      while low > 0, text[low - 1] != UInt8(ascii: "\n") { low -= 1 }
    }
    for _ in 0..<4 where low < text.count {
      let line = line(at: low)
      if Self.name(of: line).elementsEqual(name) { return line }
      low += line.count + 1
    }
    return nil
  }

  private func line(at start: Int) -> Slice<UnsafeRawBufferPointer> {
    text[start...].prefix { $0 != UInt8(ascii: "\n") }
  }

  private static func name(of line: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    line.prefix { $0 != UInt8(ascii: " ") }
  }

  private func phones(of line: Slice<UnsafeRawBufferPointer>) throws(PluginFailure) -> [UInt8] {
    var spoken: [UInt8] = []
    for phone in String(decoding: line, as: UTF8.self).split(separator: " ").dropFirst() {
      guard let place = places[phone] else {
        throw PluginFailure(.model, "The dictionary has a phone '\(phone)', which the model does not know.")
      }
      spoken.append(place)
    }
    guard (1...64).contains(spoken.count) else {
      throw PluginFailure(.model, "The dictionary pronounces a word by \(spoken.count) phones.")
    }
    return spoken
  }
}

/// The dictionary, once somebody has asked for a word.
final class KeptDictionary: Sendable {
  private let host: Host
  private let kept = Mutex<WordDictionary?>(nil)

  init(host: Host) { self.host = host }

  func opened() throws(PluginFailure) -> WordDictionary {
    try kept.withLock { kept throws(PluginFailure) in
      if let kept { return kept }
      let opened = WordDictionary(text: try host.model(named: "en-us.dict"), phones: English.phones)
      kept = opened
      return opened
    }
  }
}
