// SPDX-License-Identifier: Apache-2.0

/// What may be a word of a dictionary, a language model and a graph.
enum WordForm {
  /// In bytes of UTF-8.
  static let longest = 95

  /// No white space, no control character, nothing that is not seen.
  static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isWhitespace && VisibleText.isVisible(scalar)
  }

  /// Whether a recogniser can be given it: neither the beginning nor the end of what is said.
  static func isWord(_ word: String) -> Bool {
    (1...longest).contains(word.utf8.count) && word != "<s>" && word != "</s>"
      && word.unicodeScalars.allSatisfy(isVisible)
  }
}
