// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// Maps raw similarities of one kind of pair to calibrated scores.
///
/// It holds for pairs such as it was measured with (``CalibratedPair``) and for no others, was measured by
/// `sdkctl evaluate --calibrate`, and lies in the comparing plugin's manifest, never in a template.
public struct Calibration: Sendable, Hashable {
  /// A raw similarity and the false match rate that was measured with it as threshold.
  public struct Point: Sendable, Hashable {
    public let similarity: Double
    public let falseMatchRate: Double

    public init(similarity: Double, falseMatchRate: Double) {
      self.similarity = similarity
      self.falseMatchRate = falseMatchRate
    }
  }

  /// At least two, by rising similarity and falling rate.
  public let points: [Point]
  /// Whom it was measured on, in words.
  public let population: String
  /// Impostor comparisons it was measured with.
  public let impostorComparisons: Int
  /// Different people among them.
  public let subjects: Int
  /// The day it was measured, `2026-11-21`.
  public let date: String
  /// The score of the last point that was measured with ``errorsOfAPoint`` errors or more; beyond it the map
  /// is an extrapolation. Where no point was, every score is: then it is that of a rate of 1.
  public let supportedUpTo: Score

  /// Errors behind a rate that is taken as measured (rule of 30).
  ///
  /// How many comparisons there were says less: each person is in thousands of them, so that the rule of 3,
  /// which wants independent ones, does not hold.
  /// - SeeAlso: ISO/IEC 19795-1, test size.
  public static let errorsOfAPoint = 30

  /// - Returns: `nil` where there are fewer than two points, a rate is outside 0 exclusive ... 1, or they
  ///   do not rise in similarity and fall in rate.
  public init?(
    points: [Point], population: String, impostorComparisons: Int, subjects: Int, date: String
  ) {
    guard points.count >= 2, impostorComparisons > 0, subjects > 0,
      points.allSatisfy({ $0.similarity.isFinite && $0.falseMatchRate > 0 && $0.falseMatchRate <= 1 }),
      zip(points, points.dropFirst()).allSatisfy({
        $0.similarity < $1.similarity && $0.falseMatchRate > $1.falseMatchRate
      })
    else { return nil }
    self.points = points
    self.population = population
    self.impostorComparisons = impostorComparisons
    self.subjects = subjects
    self.date = date
    let measured = points.last {
      ($0.falseMatchRate * Double(impostorComparisons)).rounded() >= Double(Self.errorsOfAPoint)
    }
    supportedUpTo = Score(falseMatchRate: measured?.falseMatchRate ?? 1)
  }

  /// The score of a raw similarity: linear in log10(FMR) between points, and on along the last two
  /// points' line outside them. Never falls as the similarity rises.
  public func score(similarity: Double) -> Score {
    let after = points.firstIndex { $0.similarity >= similarity } ?? points.count - 1
    let upper = max(after, 1)
    let (low, high) = (points[upper - 1], points[upper])
    // From the upper point, so that it has exactly its own score and counts as supported.
    let missing = (high.similarity - similarity) / (high.similarity - low.similarity)
    let rate = log10(high.falseMatchRate) + missing * (log10(low.falseMatchRate) - log10(high.falseMatchRate))
    return Score(1500 - 500 * rate)
  }

  /// Whether the data carry a score, or it is extrapolated.
  public func supports(_ score: Score) -> Bool { score <= supportedUpTo }
}
