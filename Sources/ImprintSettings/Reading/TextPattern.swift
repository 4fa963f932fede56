// SPDX-License-Identifier: Apache-2.0

/// The subset of regular expressions that the schemas use, anchored at both ends.
///
/// Our own because the standard library's `Regex` compiles each pattern at run time, and Foundation's has to
/// be loaded: both cost more than reading a manifest.
package indirect enum TextPattern: Sendable {
  /// One Unicode scalar of these.
  case set([ClosedRange<UInt32>])
  case sequence([TextPattern])
  case choice([TextPattern])
  case repeated(TextPattern, ClosedRange<Int>)

  /// Whether the whole text matches. Callers have bounded its length.
  package func matches(_ text: String) -> Bool {
    let scalars = text.unicodeScalars.map(\.value)
    return matches(scalars[...]) { $0.isEmpty }
  }

  /// Whether a prefix matches and `rest` accepts the remainder; greedy.
  private func matches(_ text: ArraySlice<UInt32>, rest: (ArraySlice<UInt32>) -> Bool) -> Bool {
    switch self {
    case .set(let ranges):
      guard let first = text.first, ranges.contains(where: { $0.contains(first) }) else { return false }
      return rest(text.dropFirst())
    case .sequence(let parts):
      return Self.matches(parts[...], text, rest: rest)
    case .choice(let branches):
      return branches.contains { $0.matches(text, rest: rest) }
    case .repeated(.set(let ranges), let counts):
      // The common case, without recursion for each character.
      var most = 0
      for scalar in text.prefix(counts.upperBound) {
        guard ranges.contains(where: { $0.contains(scalar) }) else { break }
        most += 1
      }
      guard most >= counts.lowerBound else { return false }
      return (counts.lowerBound...most).reversed().contains { rest(text.dropFirst($0)) }
    case .repeated(let part, let counts):
      return Self.matches(part, counts, text, rest: rest)
    }
  }

  private static func matches(
    _ parts: ArraySlice<TextPattern>, _ text: ArraySlice<UInt32>, rest: (ArraySlice<UInt32>) -> Bool
  ) -> Bool {
    guard let first = parts.first else { return rest(text) }
    return first.matches(text) { matches(parts.dropFirst(), $0, rest: rest) }
  }

  private static func matches(
    _ part: TextPattern, _ counts: ClosedRange<Int>, _ text: ArraySlice<UInt32>,
    rest: (ArraySlice<UInt32>) -> Bool
  ) -> Bool {
    if counts.upperBound > 0 {
      let fewer = max(0, counts.lowerBound - 1)...counts.upperBound - 1
      // An empty match would repeat for ever.
      let oneMore = part.matches(text) { $0.count < text.count && matches(part, fewer, $0, rest: rest) }
      if oneMore { return true }
    }
    return counts.lowerBound == 0 && rest(text)
  }
}
