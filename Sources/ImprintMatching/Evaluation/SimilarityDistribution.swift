// SPDX-License-Identifier: Apache-2.0

/// The empirical distribution of similarity scores.
///
/// A match is a similarity strictly above the threshold, as everywhere in Imprint.
public struct SimilarityDistribution: Sendable {
  /// In ascending order.
  public let sorted: [Float]

  /// Sorts once, O(n log n). Must not contain NaN.
  public init(_ similarities: [Float]) {
    precondition(!similarities.contains { $0.isNaN })
    sorted = similarities.sorted()
  }

  public var count: Int { sorted.count }

  /// How many are strictly above the threshold. O(log n).
  public func countAbove(_ threshold: Float) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] > threshold { high = middle } else { low = middle + 1 }
    }
    return sorted.count - low
  }

  /// The lowest similarity that, as threshold, has at most so many above it; `nil` if there is none.
  public func threshold(withAtMost above: Int) -> Float? {
    let index = sorted.count - 1 - max(above, 0)
    if sorted.isEmpty { return nil }
    return sorted[max(index, 0)]
  }
}
