// SPDX-License-Identifier: Apache-2.0

/// A measured calibration, with everything for the manifest.
public struct CalibrationMeasurement: Sendable, Hashable {
  /// By ascending similarity and descending rate; each measured with 30 errors or more.
  public let points: [CalibrationPoint]
  /// The test population, in words: one line.
  public let population: String
  /// The data set with its version: one line.
  public let dataSet: String
  public let impostorComparisons: Int
  public let genuineComparisons: Int
  /// The number of test subjects.
  public let subjects: Int
  /// The compared templates, of one extractor's version: the pair that it applies to.
  public let pair: CalibratedPair
  /// The day, `2026-11-21`.
  public let date: String

  public init(
    points: [CalibrationPoint], population: String, dataSet: String, impostorComparisons: Int,
    genuineComparisons: Int, subjects: Int, pair: CalibratedPair, date: String
  ) {
    self.points = points
    self.population = population
    self.dataSet = dataSet
    self.impostorComparisons = impostorComparisons
    self.genuineComparisons = genuineComparisons
    self.subjects = subjects
    self.pair = pair
    self.date = date
  }

  /// How rates and intervals were computed.
  public static let method =
    "all impostors against all; 95 % intervals: the wider of Clopper-Pearson and a bootstrap over people; "
    + "each point has at least 30 errors"

  /// The matcher's calibration; `nil` if the points are invalid.
  public var calibration: Calibration? {
    Calibration(
      points: points.map { .init(similarity: Double($0.similarity), falseMatchRate: $0.rate) },
      population: population, impostorComparisons: impostorComparisons, subjects: subjects, date: date)
  }

  /// An entry of the manifest's `calibrations`, for `ManifestEditor`.
  /// - Parameter isUnmarked: whether it also applies to templates of one sample without extractor.
  public func yaml(includingUnmarked isUnmarked: Bool = false) -> String {
    var lines = ["- format: \(Self.quoted(pair.format))", "  probe: \(Self.flow(pair.probe))"]
    if pair.reference != pair.probe { lines.append("  reference: \(Self.flow(pair.reference))") }
    if isUnmarked { lines.append("  unmarked: true") }
    lines += [
      "  method: \(Self.quoted(Self.method))", "  date: \"\(date)\"",
      "  population: \(Self.quoted(population))", "  dataSet: \(Self.quoted(dataSet))",
      "  impostorComparisons: \(impostorComparisons)", "  genuineComparisons: \(genuineComparisons)",
      "  subjects: \(subjects)", "  points:",
    ]
    for point in points {
      // As doubles, so that the exact similarity is read back.
      lines.append(
        "    - {similarity: \(Double(point.similarity)), fmr: \(point.rate), lower: \(point.lower), "
          + "upper: \(point.upper)}")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func flow(_ side: CalibratedTemplates) -> String {
    let (versions, samples) = (side.extractorVersions, side.samples)
    return "{version: \(side.version), extractor: {id: \(side.extractor), versions: "
      + "{min: \(versions.lowerBound), max: \(versions.upperBound)}}, samples: "
      + "{min: \(samples.lowerBound), max: \(samples.upperBound)}}"
  }

  private static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      // Control characters and line ends are escaped, not folded: the manifest's own rules refuse them.
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x2028...0x2029:
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        continue
      default: break
      }
      if scalar == "\"" || scalar == "\\" { output += "\\" }
      output.unicodeScalars.append(scalar)
    }
    return output + "\""
  }
}
