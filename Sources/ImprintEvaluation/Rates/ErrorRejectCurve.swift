// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
public import ImprintModel

/// FNMR at one threshold while genuine comparisons of the lowest quality are rejected: whether a quality
/// predicts which comparisons fail (error-reject curve; ISO/IEC 29794-1).
///
/// The quality of a comparison is the lower one of its two pictures. The threshold stays where it is.
public struct ErrorRejectCurve: Sendable, Hashable {
  /// The FNMR of what is left.
  public struct Point: Sendable, Hashable {
    /// The share of genuine comparisons that is rejected, 0...1.
    public let rejected: Double
    /// Comparisons are rejected up to this quality; `nil` where none is.
    public let quality: Double?
    public let falseNonMatch: Double
    /// 95 %, by drawing people again, who are then rejected anew; `nil` where it would have no width.
    public let interval: ClosedRange<Double>?
  }

  /// A figure of the whole curve with its 95 % interval, by drawing people again; `nil` where it would have
  /// no width.
  public struct Figure: Sendable, Hashable {
    public let value: Double
    public let interval: ClosedRange<Double>?
  }

  /// What the curve says of the quality.
  public enum Verdict: String, Sendable, Hashable {
    /// All of the interval of ``gain`` is above 0.
    case predicts
    /// The interval holds 0, or there is none, or fewer than ``leastErrors``.
    case notShown = "not-shown"
    /// All of it is below 0: better quality fails more often.
    case misleads

    var words: String {
      switch self {
      case .predicts: "predicts errors"
      case .notShown: "not shown to predict errors"
      case .misleads: "better values fail MORE often"
      }
    }
  }

  /// What the quality is called: `template`, or a component.
  public let name: String
  /// What comparisons are judged at.
  public let threshold: Float
  /// The same as score, where the matcher is calibrated.
  public let score: Score?
  /// Genuine comparisons both of whose pictures have the quality.
  public let comparisons: Int
  /// Of them, those that do not match.
  public let errors: Int
  /// Genuine comparisons without: in nothing here.
  public let unmeasured: Int
  /// Different qualities of comparisons.
  public let levels: Int
  /// At ``fractions``.
  public let points: [Point]
  /// How much of what a perfect quality would gain, which rejects errors first, this one gains: the area
  /// between the curve and no gain over the same area of the perfect one, up to ``range`` rejected. 1 is
  /// perfect, 0 is as good as chance. `nil` where everything matches, or nothing does.
  public let gain: Figure?
  /// The least share that is rejected where the FNMR is half of what it is without, in percent steps. `nil`
  /// where half of all rejected is not enough.
  public let halved: Figure?

  /// The shares that are looked at.
  public static let fractions = [0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5]
  /// Up to where areas are compared: whoever rejects more has another problem.
  public static let range = 0.2

  /// With fewer errors nothing is said of a quality (the rule of 30): they may be of one person, and an
  /// interval of people drawn again then knows of no other.
  public static let leastErrors = 30

  /// `nil` where ``gain`` is.
  public var verdict: Verdict? {
    guard let gain else { return nil }
    guard errors >= Self.leastErrors, let interval = gain.interval else { return .notShown }
    return interval.lowerBound > 0 ? .predicts : interval.upperBound < 0 ? .misleads : .notShown
  }

  /// FNMR of a perfect quality, which rejects errors first.
  public func perfect(_ rejected: Double) -> Double {
    guard comparisons > 0, rejected < 1 else { return 0 }
    return max(0, Double(errors) / Double(comparisons) - rejected) / (1 - rejected)
  }
}

/// One genuine comparison.
struct RejectableComparison {
  let subject: UInt32
  let similarity: Float
  /// `nil` where a picture has none.
  let quality: Double?
}

extension ErrorRejectCurve {
  /// - Parameter draws: how often each person counts in each round.
  /// - Returns: `nil` without comparisons that have the quality.
  /// - Complexity: O(n log n), and O(n) for each round.
  init?(
    _ name: String, _ all: [RejectableComparison], above threshold: Float, score: Score?, draws: [[UInt8]],
    _ bootstrap: SubjectBootstrap
  ) {
    let measured = all.compactMap { one in one.quality.map { (one, $0) } }.sorted { $0.1 < $1.1 }
    guard !measured.isEmpty else { return nil }
    let ranking = Ranking(measured.map { ($0.0.subject, $0.1, $0.0.similarity <= threshold) })
    let observed = ranking.walk(nil)
    let rounds = draws.compactMap { draw in
      let walk = ranking.walk(draw)
      return walk.total > 0 ? walk : nil
    }
    func interval(_ value: (Walk) -> Double?) -> ClosedRange<Double>? {
      bootstrap.middle(of: rounds.compactMap(value)).flatMap { $0.lowerBound < $0.upperBound ? $0 : nil }
    }
    self.init(
      name: name, threshold: threshold, score: score, comparisons: measured.count,
      errors: Int(observed.errors), unmeasured: all.count - measured.count, levels: ranking.groups,
      points: Self.fractions.map { fraction in
        Point(
          rejected: fraction, quality: fraction > 0 ? ranking.quality(at: fraction) : nil,
          falseNonMatch: observed.falseNonMatch(rejecting: fraction),
          interval: interval { $0.falseNonMatch(rejecting: fraction) })
      },
      gain: observed.gain.map { value in Figure(value: value, interval: interval(\.gain)) },
      halved: observed.halved.map { value in
        // A round that is never halved needs more than the half that is looked at.
        Figure(value: value, interval: interval { $0.errors > 0 ? $0.halved ?? 0.5 : nil })
      })
  }

  /// Comparisons by rising quality, those of equal quality together.
  private struct Ranking {
    private let subjects: [UInt32]
    private let isError: [Bool]
    private let group: [Int]
    private let qualities: [Double]

    var groups: Int { qualities.count }

    init(_ sorted: [(subject: UInt32, quality: Double, isError: Bool)]) {
      var (group, qualities): ([Int], [Double]) = ([], [])
      for one in sorted {
        if qualities.last != one.quality { qualities.append(one.quality) }
        group.append(qualities.count - 1)
      }
      subjects = sorted.map(\.subject)
      isError = sorted.map(\.isError)
      (self.group, self.qualities) = (group, qualities)
    }

    func quality(at fraction: Double) -> Double {
      let place = Int((fraction * Double(group.count)).rounded(.up)) - 1
      return qualities[group[min(max(place, 0), group.count - 1)]]
    }

    /// - Parameter draw: how often each person counts; `nil`: once.
    func walk(_ draw: [UInt8]?) -> Walk {
      var trials = [Double](repeating: 0, count: groups)
      var errors = trials
      for place in group.indices {
        let weight = draw.map { Double($0[Int(subjects[place])]) } ?? 1
        trials[group[place]] += weight
        if isError[place] { errors[group[place]] += weight }
      }
      return Walk(trials: trials, errorsOfGroup: errors)
    }
  }

  /// One way along the curve.
  private struct Walk {
    /// By group, before it: trials and errors of lower quality; the last is all.
    private var trialsBefore: [Double] = [0]
    private var errorsBefore: [Double] = [0]

    init(trials: [Double], errorsOfGroup: [Double]) {
      for (count, errors) in zip(trials, errorsOfGroup) where count > 0 {
        trialsBefore.append((trialsBefore.last ?? 0) + count)
        errorsBefore.append((errorsBefore.last ?? 0) + errors)
      }
    }

    var total: Double { trialsBefore.last ?? 0 }
    var errors: Double { errorsBefore.last ?? 0 }

    /// Of comparisons of equal quality a part is rejected as chance would have it: its share of their errors.
    func falseNonMatch(rejecting fraction: Double) -> Double {
      let target = fraction * total
      var (low, high) = (0, trialsBefore.count - 1)
      while low + 1 < high {
        let middle = (low + high) / 2
        if trialsBefore[middle] <= target { low = middle } else { high = middle }
      }
      guard high > low, total > target else { return 0 }
      let share = (target - trialsBefore[low]) / (trialsBefore[high] - trialsBefore[low])
      let rejected = errorsBefore[low] + share * (errorsBefore[high] - errorsBefore[low])
      return max(0, errors - rejected) / (total - target)
    }

    var gain: Double? {
      guard errors > 0, errors < total else { return nil }
      let base = errors / total
      var (won, perfect) = (0.0, 0.0)
      // The trapezoid rule; all curves begin at the same height.
      for step in 1...Self.steps {
        let fraction = ErrorRejectCurve.range * Double(step) / Double(Self.steps)
        let weight = step == Self.steps ? 0.5 : 1
        won += weight * (base - falseNonMatch(rejecting: fraction))
        perfect += weight * (base - max(0, base - fraction) / (1 - fraction))
      }
      return won / perfect
    }

    var halved: Double? {
      guard errors > 0 else { return nil }
      let half = errors / total / 2
      return (1...50).lazy.map { Double($0) / 100 }.first { falseNonMatch(rejecting: $0) <= half }
    }

    private static let steps = 20
  }
}

extension RateCounter {
  /// Curves of the template's quality at each threshold, then of others at the last one.
  func errorRejects(of run: EvaluationRun, at points: [OperatingPoint]) -> [ErrorRejectCurve] {
    let genuine = run.accuracy.genuine
    guard run.genuinePictures.count == genuine.count else { return [] }
    return ([run.templateQualities] + run.measuredQualities).flatMap { quality in
      let all = zip(genuine, run.genuinePictures).map { record, pictures in
        let both = [quality.values[pictures.probe], quality.values[pictures.reference]].compactMap { $0 }
        return RejectableComparison(
          subject: record.probe, similarity: record.similarity, quality: both.count == 2 ? both.min() : nil)
      }
      let isTemplate = quality.name == run.templateQualities.name
      return (isTemplate ? points[...] : points.suffix(1)).compactMap { point in
        ErrorRejectCurve(
          quality.name, all, above: point.threshold, score: point.promise?.score, draws: draws, bootstrap)
      }
    }
  }
}
