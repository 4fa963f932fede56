// SPDX-License-Identifier: Apache-2.0
import ImprintMatching
import ImprintModel
import ImprintPages

/// What a report says beside its figures, so that nobody takes them for more than they are.
struct AccuracyStatements {
  let report: AccuracyReport

  private var run: EvaluationRun { report.run }
  /// What one of what was looked at is called, and several.
  private var sample: String { report.conditions.samples.rawValue }
  private var samples: String { sample + "s" }

  /// The facts at the head, in the order in which they are told.
  var facts: [(name: String, value: String)] {
    let conditions = report.conditions
    let accuracy = run.accuracy
    var facts: [(name: String, value: String)] = [
      ("matcher", "\(conditions.matcher), \(run.format.map { "\($0)" } ?? "no templates")"),
      ("versions", conditions.versions.map { "\($0.name) \($0.version)" }.joined(separator: ", ")),
      (samples, conditions.source), ("data set", conditions.dataSet ?? "not stated"),
      (conditions.samples.people, conditions.population ?? "not stated"),
      (
        "sample",
        "\(run.pairs.subjects) people, \(run.pairs.images.count) \(samples), "
          + "\(run.templates.count { $0 != nil }) templates"
      ), ("protocol", pairing),
    ]
    if let face = conditions.faceChoice { facts.append(("face", "the \(face) of several in a picture")) }
    facts += [
      ("comparisons", "\(accuracy.genuine.count) genuine, \(accuracy.impostor.count) impostor"),
      (
        "lost",
        "\(run.genuineLost) genuine and \(run.impostorLost) impostor pairs, as a \(sample) yielded no template"
      ), ("left out", leftOut),
      ("calibration", report.calibration.map { "\($0)" } ?? "none of these templates"),
      ("processor", conditions.processor), ("date", conditions.date),
    ]
    return facts
  }

  private var pairing: String {
    let labels =
      switch run.pairs.labelling {
      case .folders: "people by folder"
      case .columns: "people by the list's columns"
      case .genuinePairs: "people as genuine pairs join them"
      }
    return (run.pairs.isAllAgainstAll ? "every \(sample) with every other one, once" : "listed pairs") + "; "
      + labels
  }

  private var leftOut: String {
    guard !run.unread.isEmpty else { return "nothing" }
    let left = run.unread.count == 1 ? "1 \(sample) that" : "\(run.unread.count) \(samples) that"
    return "\(left) could not be read, with \(run.pairsUnread) pairs: in no rate"
  }

  /// Limits of what was done.
  var conditions: [String] {
    var all = [
      "This is a technology evaluation (ISO/IEC 19795-1) of stored \(samples), made by whoever ran it, and no "
        + "laboratory's result. \(report.conditions.samples.devices), places and people of an application "
        + "differ, and so will its rates.",
      "Rates are of comparisons (FMR, FNMR) and of searches (FPIR, FNIR). They are no rates of transactions "
        + "(FAR, FRR), in which attempts and failures to acquire are counted too. Presentation attacks are "
        + "another matter: sdkctl evaluate pad.",
    ]
    if let calibration = report.calibration?.calibration {
      all.append(
        "Scores promise what was measured on \(calibration.population), with "
          + "\(calibration.impostorComparisons) impostor comparisons of \(calibration.subjects) people, on "
          + "\(calibration.date). Held to the \(samples) that they were measured on, promises are kept by "
          + "construction: that shows nothing.")
    } else {
      all.append(
        "These templates have no calibration, so there are no scores, and no promise to hold anything to. "
          + "--calibrate measures one.")
    }
    if !run.unread.isEmpty {
      all.append(
        "\(samples.capitalised) that could not be read are left out. If they are missing for a reason that "
          + "has to do with who or what is in them, rates are biased.")
    }
    if run.pairs.labelling == .genuinePairs {
      all.append(
        "Who is who follows from the genuine pairs alone: where one person's \(samples) are joined by none, "
          + "intervals are too narrow.")
    }
    let missing = [
      ("the data set and its terms (--data-set)", report.conditions.dataSet),
      ("\(report.conditions.samples.who) (--population)", report.conditions.population),
    ].filter { $0.1 == nil }.map(\.0)
    all.append(
      "Not known to this program, and wanted in a report by the standard: "
        + (missing + [
          "how and when \(samples) were taken, and the time between those of one person",
          "how sure it is that each is of the person whom it is said to be of",
        ]).joined(separator: "; ") + ".")
    return all
  }

  /// How the figures came about.
  var methods: [String] {
    var all = [
      "A match is a similarity strictly above the threshold. FMR: impostor comparisons that match. FNMR: genuine "
        + "comparisons that do not. With lost pairs: pairs in which a \(sample) gave no template count as "
        + "non-matches, which is what users experience.",
      "FTE: people of whom no \(sample) to enrol with gave a template. FTA: \(samples) that were read and "
        + "gave none.",
      "Intervals are 95 %, each by itself: from the lower to the higher end of that of Clopper and Pearson, which "
        + "takes trials for independent, and of a bootstrap over people (\(report.bootstrap.rounds) rounds, "
        + "seed \(report.bootstrap.seed)), as comparisons that share people are not. Without an error there is the "
        + "rule of 3: at most 3 / N for N independent trials, of which there are no more than people, or pairs "
        + "of people that share nobody.",
    ]
    if !report.scores.isEmpty {
      all.append(
        "A score promises FMR = 10^((1500 - score) / 500). As promised: the promise lies within the interval. "
          + "MORE than promised: all of the interval is above it; raise the threshold, or calibrate on \(samples) "
          + "such as these. Fewer than promised: all of it is below; people are refused who need not be. Too few "
          + "to tell: fewer than 3 / promise comparisons. Extrapolated: beyond what the calibration measured."
      )
    }
    if let searches = report.searches {
      all.append(
        "Searches: the first \(searches.references == 1 ? "template" : "\(searches.references) templates") of "
          + "everybody with more are the gallery, and all other \(samples) search it. FNIR: a search of somebody "
          + "enrolled that does not return them above the threshold among "
          + "\(SearchSummary.candidates) candidates. FPIR: a search of somebody not enrolled that returns anybody; "
          + "for that the searcher's own references count as absent. The gallery is held fixed in the intervals."
      )
    }
    if !report.errorRejects.isEmpty {
      all.append(
        "Error against rejection: genuine comparisons are rejected by rising quality, which is the lower one of their "
          + "two \(samples); the threshold stays. Of comparisons of equal quality a part is rejected as chance would have "
          + "it. Gain: what FNMR falls on the way to \(Figures.bound(ErrorRejectCurve.range)) rejected, over what it "
          + "falls if errors are rejected first: 1 is perfect, 0 is chance, and below 0 good quality fails more often. "
          + "Intervals are of people drawn again alone. Of twenty components that predict nothing, one is expected to "
          + "seem to.")
    }
    if report.validation != nil {
      all.append(
        "Cross-validation: people are halved at random, a calibration is measured on one half, and the other half is "
          + "held to it. A ratio is the observed FMR over the promised one.")
    }
    if !report.groups.isEmpty {
      all.append(
        "Groups: comparisons among people of one group alone, at the thresholds of all. Groups whose intervals "
          + "overlap have not been shown to differ; between small ones nothing can be.")
    }
    return all
  }

  /// Without errors: what that comes to.
  static func ruleOfThree(_ rate: ComparisonRate) -> String? {
    rate.ruleOfThree.map {
      "at most \(Figures.share($0.independent)) by the rule of 3; \(Figures.share($0.people)) if only trials "
        + "that share nobody are independent"
    }
  }
}

extension String {
  /// As a sentence begins.
  fileprivate var capitalised: String { prefix(1).uppercased() + dropFirst() }
}

extension Figures {
  /// A share in percent, or with a power of ten where percent would have many zeros: `1.2e-5`.
  static func share(_ value: Double) -> String {
    guard value > 0, value < 0.001 else { return percent(value) }
    var (digits, power) = (value, 0)
    // As rounded: 9.96 would be 10.0.
    while digits < 0.995 {
      digits *= 10
      power += 1
    }
    return "\(fixed(digits, 1))e-\(power)"
  }

  static func shares(_ range: ClosedRange<Double>) -> String {
    "\(share(range.lowerBound)) to \(share(range.upperBound))"
  }
}

extension ComparisonRate {
  /// `0.12 % (34 of 5678)`.
  var counted: String {
    guard let rate else { return "no trials" }
    return "\(Figures.share(rate)) (\(counts.errors) of \(counts.trials))"
  }

  /// `0.12 % (34 of 5678; 0.08 % to 0.2 %)`.
  var words: String {
    guard let rate else { return "no trials" }
    return "\(Figures.share(rate)) (\(counts.errors) of \(counts.trials); \(Figures.shares(interval)))"
  }
}
