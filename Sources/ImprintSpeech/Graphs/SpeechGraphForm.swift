// SPDX-License-Identifier: Apache-2.0

/// The form of graphs, the bytes that the ability of recognisers takes. Numbers are little-endian:
///
///     8 bytes    "impgra\r\n"
///     2 bytes    version, 1
///     2 bytes    1: a model; 2: trigger phrases
///     4 bytes    length of all, in bytes
///     4 bytes    words
///     4 bytes    pronunciations of all words together
///     4 bytes    trigger phrases; 0 of a model
///     2 bytes    phones
///     1 byte     order of the model; 0 of trigger phrases
///     1 byte     0
///     2 × 1 byte lengths of language and bundle
///     2 bytes    0
///     text       language and bundle
///     each       phone: its length as u8 and so many bytes, in increasing order
///     each       word, in increasing order: its length as u8 and so many bytes, its pronunciations as u8,
///                and of each how many phones as u8 and their numbers as u8, from 0
///     a model    of each order from 1: its n-grams as u32, and for each, in increasing order, its words as
///                u32, its probability as f32 and but for the highest order its back-off weight as f32
///     triggers   each: its threshold as f32, its words as u8, and each word as u32
///     4 bytes    CRC-32C of all before
///
/// A word is 0 (`<s>`), 1 (`</s>`) or 2 + its place among the words. Text is UTF-8 in Unicode's form C,
/// weights and thresholds are logarithms to the base of 10, and none is minus zero. What is not exactly so is
/// refused.
enum SpeechGraphForm {
  static let magic = Array("impgra\r\n".utf8)
  static let version: UInt16 = 1
  static let headBytes = 36
  static let model: UInt16 = 1
  static let phrases: UInt16 = 2
  static let mostSymbols = 255
}

extension SpeechGraph {
  /// As it is kept, and given to a recogniser. What is equal has equal bytes.
  /// - Complexity: O(bytes).
  public var bytes: [UInt8] {
    let places = Dictionary(
      phones.enumerated().map { ($1, UInt8($0)) }, uniquingKeysWith: { first, _ in first })
    var body: [UInt8] = Array(language.utf8) + Array(bundle.utf8)
    for symbol in phones { body.append(text: symbol) }
    for word in words {
      body.append(text: word.text)
      body.append(UInt8(word.pronunciations.count))
      for pronunciation in word.pronunciations {
        body.append(UInt8(pronunciation.phones.count))
        body.append(contentsOf: pronunciation.phones.map { places[$0] ?? 0 })
      }
    }
    var bytes = SpeechGraphForm.magic
    bytes.append(littleEndian: SpeechGraphForm.version)
    switch content {
    case .model(let model):
      bytes.append(littleEndian: SpeechGraphForm.model)
      for level in model.levels { body.append(level) }
    case .triggers(let triggers):
      bytes.append(littleEndian: SpeechGraphForm.phrases)
      for trigger in triggers { body.append(trigger, of: self) }
    }
    bytes.append(littleEndian: UInt32(SpeechGraphForm.headBytes + body.count + 4))
    bytes.append(littleEndian: UInt32(words.count))
    bytes.append(littleEndian: UInt32(words.reduce(0) { $0 + $1.pronunciations.count }))
    bytes.append(littleEndian: UInt32(triggers.count))
    bytes.append(littleEndian: UInt16(phones.count))
    bytes.append(contentsOf: [
      UInt8(model?.order ?? 0), 0, UInt8(language.utf8.count), UInt8(bundle.utf8.count),
    ])
    bytes.append(littleEndian: 0 as UInt16)
    bytes += body
    var checksum = CRC32C()
    checksum.add(bytes)
    bytes.append(littleEndian: checksum.value)
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(text: String) {
    append(UInt8(text.utf8.count))
    append(contentsOf: text.utf8)
  }

  fileprivate mutating func append(_ level: NgramModel.Level) {
    let order = level.words.count / Swift.max(level.count, 1)
    append(littleEndian: UInt32(level.count))
    for place in 0..<level.count {
      for word in level.words[place * order..<(place + 1) * order] { append(littleEndian: word) }
      append(littleEndian: level.probabilities[place].bitPattern)
      if !level.backoffs.isEmpty { append(littleEndian: level.backoffs[place].bitPattern) }
    }
  }

  fileprivate mutating func append(_ trigger: SpeechGraph.Trigger, of graph: SpeechGraph) {
    append(littleEndian: trigger.threshold.bitPattern)
    append(UInt8(trigger.words.count))
    for word in trigger.words {
      // Each is there: the builder and the reader see to it.
      append(littleEndian: NgramModel.firstWord + UInt32(graph.place(of: word) ?? 0))
    }
  }
}
