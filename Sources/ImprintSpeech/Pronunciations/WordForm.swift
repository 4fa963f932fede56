// SPDX-License-Identifier: Apache-2.0
@_spi(_Unicode) internal import Swift

/// What may be a word of a dictionary, a language model and a graph.
enum WordForm {
  /// In bytes of UTF-8.
  static let longest = 95

  /// No white space and no control character. What joins letters in some scripts is not seen, and belongs to
  /// their words.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value > 0x20 }
    // A byte order mark within a text is left of files that were put together.
    return !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
      && scalar != "\u{FEFF}"
  }

  /// Whether a recogniser can be given it: neither the beginning nor the end of what is said.
  static func isWord(_ word: String) -> Bool {
    (1...longest).contains(word.utf8.count) && word != "<s>" && word != "</s>"
      && word.unicodeScalars.allSatisfy(isAllowed) && isComposed(word)
  }

  /// In Unicode's form C: to Swift two strings are equal however their accents are encoded, and here what is
  /// equal has equal bytes.
  static func composed(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var composed = ""
    composed.unicodeScalars.append(contentsOf: text._nfc)
    return composed
  }

  /// Whether it is in form C.
  static func isComposed(_ text: String) -> Bool { composed(text).utf8.elementsEqual(text.utf8) }

  /// As words are looked up: in lower case, and composed.
  static func folded(_ text: String) -> String { composed(text.lowercased()) }

  /// Where text begins that may have a byte order mark before it, as some editors write it.
  static func start(of bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}
