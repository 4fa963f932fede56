// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// The beta distribution, of which exact binomial intervals are quantiles.
struct BetaDistribution {
  let alpha: Double
  let beta: Double

  /// P(X ≤ x): the regularised incomplete beta function, to about 1e-14.
  /// - SeeAlso: DLMF 8.17.22, the continued fraction, summed by Lentz's method.
  func cumulative(_ x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    let factor = exp(
      lgamma(alpha + beta) - lgamma(alpha) - lgamma(beta) + alpha * log(x) + beta * log1p(-x))
    // The fraction converges quickly only on this side of the mean.
    if x < (alpha + 1) / (alpha + beta + 2) {
      return factor * Self.fraction(alpha, beta, x) / alpha
    }
    return 1 - factor * Self.fraction(beta, alpha, 1 - x) / beta
  }

  /// The x with P(X ≤ x) = `probability`. By bisection: 200 steps reach the smallest quantiles.
  func quantile(_ probability: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { break }
      if cumulative(middle) < probability { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  private static func fraction(_ a: Double, _ b: Double, _ x: Double) -> Double {
    let tiny = 1e-300
    var c = 1.0
    var d = 1 / nonzero(1 - (a + b) * x / (a + 1), tiny)
    var result = d
    // The number of terms grows with the square root of the larger parameter.
    let limit = 200 + 10 * Int((max(a, b)).squareRoot())
    for term in 1...limit {
      let m = Double(term)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / nonzero(1 + even * d, tiny)
      c = nonzero(1 + even / c, tiny)
      result *= c * d
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / nonzero(1 + odd * d, tiny)
      c = nonzero(1 + odd / c, tiny)
      let change = c * d
      result *= change
      if abs(change - 1) < 1e-15 { break }
    }
    return result
  }

  private static func nonzero(_ value: Double, _ tiny: Double) -> Double { abs(value) < tiny ? tiny : value }
}
