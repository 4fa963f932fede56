// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

@testable import imprint_demo

/// What the page says of a threshold is what was measured.
struct ThresholdAccuracyTests {
  private func calibration(_ change: (String) -> String = { $0 }) throws -> CalibrationDeclaration {
    let file = BuiltProducts.package.appending(path: "manifests/plugins/face-f6.yaml")
    let text = change(try String(contentsOf: file, encoding: .utf8))
    return try #require(
      try ManifestReader.plugin(bytes: Array(text.utf8), place: "face-f6.yaml").manifest.calibrations
        .first { $0.pair.probe.version == 2 && $0.pair.reference == $0.pair.probe })
  }

  @Test func theDefaultThresholdHasTheRatesOfItsOwnPoint() throws {
    let measured = try calibration()
    let accuracy = ThresholdAccuracy(.defaultThreshold, of: measured)
    let point = try #require(measured.points.first { abs($0.falseMatchRate - 1e-4) < 1e-6 })
    #expect(accuracy.falseMatchRate?.rate == point.falseMatchRate)
    #expect(accuracy.falseMatchRate?.interval == point.interval)
    #expect(accuracy.falseNonMatchRate?.percent == 13.8)
  }

  @Test func aThresholdBetweenTwoPointsHasRatesBetweenTheirs() throws {
    let measured = try calibration()
    let (low, high) = (measured.points[3], measured.points[2])
    let found = try #require(ThresholdAccuracy(Score(3250), of: measured).falseMatchRate)
    #expect(low.falseMatchRate < found.rate && found.rate < high.falseMatchRate)
    #expect(abs(found.rate / Score(3250).falseMatchRate - 1) < 0.01)
    #expect(low.interval.lowerBound < found.interval.lowerBound && found.interval.lowerBound < found.rate)
    #expect(found.rate < found.interval.upperBound && found.interval.upperBound < high.interval.upperBound)
    // Refusals are known at the published thresholds alone.
    #expect(ThresholdAccuracy(Score(3250), of: measured).falseNonMatchRate == nil)
  }

  @Test(arguments: [0.0, 1999, 4200, 9000, .nan, .infinity])
  func beyondWhatWasMeasuredNothingIsSaid(score: Double) throws {
    let accuracy = ThresholdAccuracy(Score(score), of: try calibration())
    #expect(accuracy.falseMatchRate == nil && accuracy.falseNonMatchRate == nil)
  }

  @Test func refusalsOfAnotherMeasurementAreNotShown() throws {
    for change in [("2026-11-28", "2026-12-01"), ("Labeled Faces in the Wild", "Others")] {
      let other = try calibration { $0.replacingOccurrences(of: change.0, with: change.1) }
      #expect(ThresholdAccuracy(.defaultThreshold, of: other).falseNonMatchRate == nil)
      #expect(ThresholdAccuracy(.defaultThreshold, of: other).falseMatchRate != nil)
    }
  }

  @Test func thePageOfAccuracySaysTheSameRefusals() throws {
    let file = BuiltProducts.package.appending(path: "docs/reference/accuracy.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    for row in PublishedRefusals.rows {
      let line = try #require(
        page.split(separator: "\n").first {
          $0.contains(/^\| \**(\d+)/) && $0.contains("\(Int(row.threshold))")
        })
      let said = try #require(line.split(separator: "|").last?.replacingOccurrences(of: "*", with: ""))
      let expected = String(
        format: "%.1f %% (%.1f to %.1f %%)", row.percent, row.interval.lowerBound, row.interval.upperBound)
      #expect(said.trimmingCharacters(in: .whitespaces) == expected)
    }
  }
}
