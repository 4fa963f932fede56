// SPDX-License-Identifier: Apache-2.0

extension NgramModel {
  /// The model as an ARPA file: UTF-8, with each weight as exact as it is here.
  /// - Complexity: O(n-grams).
  public var arpa: [UInt8] {
    var text: [UInt8] = []
    func add(_ line: String) {
      text.append(contentsOf: line.utf8)
      text.append(0x0A)
    }
    add("\\data\\")
    for (place, level) in levels.enumerated() { add("ngram \(place + 1)=\(level.count)") }
    for (place, level) in levels.enumerated() {
      add("")
      add("\\\(place + 1)-grams:")
      for ngram in 0..<level.count {
        let said = level.words[ngram * (place + 1)..<(ngram + 1) * (place + 1)].map(word).joined(
          separator: " ")
        let backoff = level.backoffs.isEmpty ? "" : "\t\(level.backoffs[ngram])"
        add("\(level.probabilities[ngram])\t\(said)\(backoff)")
      }
    }
    add("")
    add("\\end\\")
    return text
  }

  private func word(_ number: UInt32) -> String {
    switch number {
    case Self.beginning: "<s>"
    case Self.end: "</s>"
    default: words[Int(number - Self.firstWord)]
    }
  }
}
