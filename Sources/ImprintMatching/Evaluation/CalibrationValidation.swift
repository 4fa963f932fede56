// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// How well a calibration that is measured on some people holds for others: the people are halved again and
/// again, and each half is held to the calibration of the other.
public struct CalibrationValidation: Sendable, Hashable {
  /// What the halves came to at one score.
  public struct AtScore: Sendable, Hashable {
    public let score: Score
    /// Observed FMR over the promised one, in order of the halvings, twice each. Without a false match half
    /// of one is counted, so that a ratio has a logarithm.
    public let ratios: [Double]
    /// How many of them were without a false match.
    public let withoutErrors: Int

    /// 1 where the halves keep the promise on average. It is near 1 for any two halves, as what one of them
    /// promises too much the other promises too little: ``typicalFactor`` says how far off they are.
    public var geometricMean: Double {
      exp(ratios.reduce(0) { $0 + log($1) } / Double(max(ratios.count, 1)))
    }

    /// By what factor the promise is missed, above it or below it: the geometric mean. At least 1.
    public var typicalFactor: Double {
      exp(ratios.reduce(0) { $0 + abs(log($1)) } / Double(max(ratios.count, 1)))
    }

    /// The lowest and the highest ratio.
    public var spread: ClosedRange<Double> { (ratios.min() ?? 1)...(ratios.max() ?? 1) }
  }

  /// Those of the asked-for scores that every half's calibration carries.
  public let scores: [AtScore]
  public let halvings: Int
  public let seed: UInt64

  /// The scores that are looked at.
  public static let usualScores = [Score(2500), Score(3000), Score(3500)]

  /// - Parameters:
  ///   - impostors: every template against every template of another person, once each.
  ///   - subjects: records refer to them by 0..<subjects.
  /// - Returns: `nil` where the halves carry none of the scores.
  /// - Complexity: O(n log n) once, and O(n) for each halving.
  public init?(
    impostors: [ComparisonRecord], subjects: Int, scores: [Score] = CalibrationValidation.usualScores,
    halvings: Int = 20,
    seed: UInt64 = 1
  ) {
    let sorted = impostors.sorted { $0.similarity < $1.similarity }
    var generator = SeededGenerator(seed: seed)
    var ratios = [[Double]](repeating: [], count: scores.count)
    var withoutErrors = [Int](repeating: 0, count: scores.count)
    let people = Set(impostors.lazy.flatMap { [$0.probe, $0.reference] }).sorted()
    for _ in 0..<halvings {
      var isFirst = [Bool](repeating: false, count: subjects)
      for person in people.shuffled(using: &generator).prefix(people.count / 2) {
        isFirst[Int(person)] = true
      }
      let halves = [true, false].map { half in
        SimilarityDistribution(
          sorted.filter { isFirst[Int($0.probe)] == half && isFirst[Int($0.reference)] == half }
            .map(\.similarity))
      }
      for (measured, judged) in [(halves[0], halves[1]), (halves[1], halves[0])] {
        guard let calibration = Self.calibration(measured) else { return nil }
        for (index, score) in scores.enumerated() where calibration.supports(score) {
          let threshold = calibration.similarity(
            atOrBelow: score, within: -Float.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
          let errors = judged.countAbove(threshold)
          if errors == 0 { withoutErrors[index] += 1 }
          ratios[index].append(
            max(Double(errors), 0.5) / Double(max(judged.count, 1)) / score.falseMatchRate)
        }
      }
    }
    let carried = scores.indices.filter { ratios[$0].count == 2 * halvings }
    guard !carried.isEmpty else { return nil }
    self.scores = carried.map {
      AtScore(score: scores[$0], ratios: ratios[$0], withoutErrors: withoutErrors[$0])
    }
    self.halvings = halvings
    self.seed = seed
  }

  private static func calibration(_ distribution: SimilarityDistribution) -> Calibration? {
    Calibration(
      points: Calibrator.supported(by: distribution).compactMap { threshold, rate in
        rate.rate.map { Calibration.Point(similarity: Double(threshold), falseMatchRate: $0) }
      }, population: "a half", impostorComparisons: max(distribution.count, 1), subjects: 1, date: "")
  }
}

extension Calibration {
  /// The highest similarity whose score is not above that one: the threshold that decides as it does. Below
  /// the range where all of it is above.
  public func similarity(atOrBelow score: Score, within range: ClosedRange<Float>) -> Float {
    if self.score(similarity: Double(range.upperBound)) <= score { return range.upperBound }
    if self.score(similarity: Double(range.lowerBound)) > score { return range.lowerBound.nextDown }
    var (low, high) = (range.lowerBound, range.upperBound)
    while true {
      let middle = low / 2 + high / 2
      guard middle > low, middle < high else { return low }
      if self.score(similarity: Double(middle)) <= score { low = middle } else { high = middle }
    }
  }
}
