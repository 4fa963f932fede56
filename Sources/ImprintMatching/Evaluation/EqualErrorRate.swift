// SPDX-License-Identifier: Apache-2.0

/// The equal error rate: where FMR and FNMR are equal.
public struct EqualErrorRate: Sendable, Hashable {
  /// 0...1.
  public let rate: Double
  /// The interpolated threshold.
  public let threshold: Double

  /// Linear interpolation between the last threshold at which the FMR is higher and the first at which it is
  /// not.
  /// - Returns: `nil` if either list is empty.
  public static func of(genuine: SimilarityDistribution, impostor: SimilarityDistribution) -> EqualErrorRate?
  {
    of(
      genuine: genuine.sorted.map { (similarity: $0, weight: 1) },
      impostor: impostor.sorted.map { (similarity: $0, weight: 1) })
  }

  /// The same over weighted comparisons, both by ascending similarity.
  /// - Parameter impostorTotal: the weight of all impostor comparisons, where the lowest are left out: what
  ///   is found below the lowest that is there is not the rate.
  static func of(
    genuine: [(similarity: Float, weight: Double)], impostor: [(similarity: Float, weight: Double)],
    impostorTotal: Double? = nil
  ) -> EqualErrorRate? {
    let genuineTotal = genuine.reduce(0) { $0 + $1.weight }
    let given = impostor.reduce(0) { $0 + $1.weight }
    let impostorTotal = impostorTotal ?? given
    guard genuineTotal > 0, impostorTotal > 0 else { return nil }
    // With the lowest threshold every impostor comparison matches, and no genuine one is missed.
    var (falseMatches, misses) = (given, 0.0)
    var (g, i) = (0, 0)
    var before = (falseMatch: 1.0, miss: 0.0, threshold: Float?.none)
    while g < genuine.count || i < impostor.count {
      let next = min(
        g < genuine.count ? genuine[g].similarity : .infinity,
        i < impostor.count ? impostor[i].similarity : .infinity)
      while g < genuine.count, genuine[g].similarity <= next {
        misses += genuine[g].weight
        g += 1
      }
      while i < impostor.count, impostor[i].similarity <= next {
        falseMatches -= impostor[i].weight
        i += 1
      }
      let falseMatch = max(0, falseMatches / impostorTotal)
      let miss = misses / genuineTotal
      if falseMatch <= miss {
        let (high, low) = (before.falseMatch - before.miss, falseMatch - miss)
        let share = high / (high - low)
        let from = Double(before.threshold ?? next)
        return EqualErrorRate(
          rate: before.falseMatch + share * (falseMatch - before.falseMatch),
          threshold: from + share * (Double(next) - from))
      }
      before = (falseMatch, miss, next)
    }
    // At the highest similarity of all nothing matches: 0 ≤ 1 has returned above.
    return nil
  }
}
