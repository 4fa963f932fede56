// SPDX-License-Identifier: Apache-2.0

/// How alike two templates of a phrase are: by who speaks, and by what was said. The numbers are of the
/// development data alone (docs/proposals/0011-voice.md).
enum PhraseScore {
  /// About 0.6 for one person who says the same, 0.3 for two, and the lowest eighth for other words.
  static let similarities: ClosedRange<Float> = -1...1
  /// Beyond that distance other words were said, and however alike the voices are, it is no match.
  static let otherWords: Float = 1.55
  /// How far above the lowest other words come; no similarity of the same words is so low.
  private static let otherWordsUpTo: Float = 0.25
  /// What a unit of distance counts beside the cosine.
  private static let weight: Float = 0.2

  /// - Parameters:
  ///   - cosine: of the voices, 0...1.
  ///   - distance: of the words, 0 and above; infinite or no number for those that cannot be compared.
  static func similarity(cosine: Float, distance: Float) -> Float {
    // Of what is no number, too.
    guard distance >= 0, (0...1).contains(cosine) else { return similarities.lowerBound }
    // In an order still, by voice and words.
    guard distance <= otherWords else {
      return similarities.lowerBound + otherWordsUpTo * cosine * otherWords / distance
    }
    return min(similarities.upperBound, max(similarities.lowerBound, cosine - weight * distance))
  }
}
