// SPDX-License-Identifier: Apache-2.0

/// What may be a word of a dictionary, a language model and a graph.
enum WordForm {
  /// In bytes of UTF-8.
  static let longest = 95

  /// No white space and no control character. What joins letters in some scripts is not seen, and belongs to
  /// their words.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value > 0x20 }
    return !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
  }

  /// Whether a recogniser can be given it: neither the beginning nor the end of what is said.
  static func isWord(_ word: String) -> Bool {
    (1...longest).contains(word.utf8.count) && word != "<s>" && word != "</s>"
      && word.unicodeScalars.allSatisfy(isAllowed)
  }
}
