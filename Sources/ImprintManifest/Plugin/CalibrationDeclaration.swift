// SPDX-License-Identifier: Apache-2.0

/// A matcher's measured error rates for one kind of pair: an entry of the manifest's `calibrations`.
public struct CalibrationDeclaration: Sendable, Hashable {
  /// A threshold, the false match rate measured with it, and the rate's 95 % interval.
  public struct Point: Sendable, Hashable {
    public let similarity: Double
    /// 0 exclusive ... 1.
    public let falseMatchRate: Double
    /// Contains ``falseMatchRate``.
    public let interval: ClosedRange<Double>
  }

  /// The pairs of templates that it applies to, of a format that the plugin compares.
  public let pair: CalibratedPair
  /// How rates and intervals were computed.
  public let method: String
  /// The data set, with its version.
  public let dataSet: String
  /// The number of genuine comparisons.
  public let genuineComparisons: Int
  /// With their intervals; in the order of ``calibration``'s points.
  public let points: [Point]
  /// Maps similarities to scores; also has population, comparisons, subjects and date.
  public let calibration: Calibration
}
