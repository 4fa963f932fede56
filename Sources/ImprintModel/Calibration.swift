// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// Maps the raw similarity scores of one kind of pair to calibrated scores.
///
/// It applies only to pairs like those it was measured with (``CalibratedPair``), is measured by `sdkctl
/// evaluate --calibrate`, and is stored in the matcher's manifest, never in a template.
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

  /// At least two, by ascending similarity and descending rate.
  public let points: [Point]
  /// The test population, in words.
  public let population: String
  /// Number of impostor comparisons it was measured with.
  public let impostorComparisons: Int
  /// Number of test subjects among them.
  public let subjects: Int
  /// The day it was measured, `2026-11-21`.
  public let date: String
  /// The score of the last point that was measured with ``errorsOfAPoint`` errors or more; beyond it scores
  /// are extrapolated. If no point was, all scores are: then it is the score of a rate of 1.
  public let supportedUpTo: Score

  /// The number of errors needed to take a rate as measured (rule of 30).
  ///
  /// The number of comparisons says less: each subject is in thousands of them, so the rule of 3, which
  /// assumes independence, does not apply.
  /// - SeeAlso: ISO/IEC 19795-1, test size.
  public static let errorsOfAPoint = 30

  /// - Returns: `nil` where there are fewer than two points, a rate is outside 0 exclusive ... 1, or
  ///   similarity does not ascend and rate descend.
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

  /// The score of a raw similarity: linear in log10(FMR) between points, extrapolated along the outermost two
  /// points beyond them. Monotonic.
  public func score(similarity: Double) -> Score {
    let after = points.firstIndex { $0.similarity >= similarity } ?? points.count - 1
    let upper = max(after, 1)
    let (low, high) = (points[upper - 1], points[upper])
    // From the upper point, so that the point gets exactly its own score and counts as supported.
    let missing = (high.similarity - similarity) / (high.similarity - low.similarity)
    let rate = log10(high.falseMatchRate) + missing * (log10(low.falseMatchRate) - log10(high.falseMatchRate))
    return Score(1500 - 500 * rate)
  }

  /// Whether the data support a score, or it is extrapolated.
  public func supports(_ score: Score) -> Bool { score <= supportedUpTo }
}
