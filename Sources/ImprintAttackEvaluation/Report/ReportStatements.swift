// SPDX-License-Identifier: Apache-2.0
import ImprintPages

/// What a report says beside its figures, so that nobody takes them for more than they are.
struct ReportStatements {
  let run: AttackRun
  let criteria: AttackCriteria
  let bootstrap: SubjectBootstrap

  init(_ report: AttackReport) {
    run = report.runs[0]
    criteria = report.criteria
    bootstrap = report.bootstrap
  }

  /// Limits of what was done.
  var conditions: [String] {
    var all: [String] = []
    if let laboratory = run.laboratory {
      all.append("Tested by \(laboratory).")
    } else {
      all.append(
        "This is no laboratory's result. It uses the terms of ISO/IEC 30107-3 and 19795-1; whoever makes the "
          + "product has measured it, and nobody else has repeated it.")
    }
    if run.isSynthetic {
      all.append(
        "People and species are synthetic: a program drew them. Nothing here says how often a real "
          + "photograph, screen or mask is accepted, or a real person refused.")
    }
    if run.sharesFaceMesh {
      all.append(
        "What draws the faces and what finds landmarks in them share one face mesh. Methods that measure "
          + "landmarks have it easier than with real faces.")
    }
    all.append(
      "No decision counts as not live: as an error for a person, and as none for an attack. What is to be done "
        + "then: \(run.noDecisionPolicy)")
    return all
  }

  /// How the figures came about.
  var methods: [String] {
    [
      "APCER: attack presentations of one species that ended live, of those that were answered. The highest of "
        + "a level's species counts. They are never averaged: an attacker chooses the species.",
      "BPCER: bona fide presentations that ended fake or without a decision, of those that were answered.",
      "APNRR, BPNRR: presentations without an answer (time-out, no face, error, not examined), of all. They are "
        + "left out of APCER, which only makes it higher, and of BPCER: a person without an answer was not let "
        + "in either, and is in BPNRR alone.",
      "IAPAR: attack presentations that ended live and matched the reference of whom they show, of all whose "
        + "end is known; given where comparisons were made.",
      "Intervals are 95 %, each by itself: from the lower to the higher end of that of Clopper and Pearson, "
        + "which takes presentations for independent, and of a bootstrap over identities "
        + "(\(bootstrap.rounds) rounds, seed \(bootstrap.seed)) where several presentations share one.",
      "\(Self.capitalised(BoundVerdict.met.words)): the observed rate is not above its bound, but its interval "
        + "reaches above it. \(Self.capitalised(BoundVerdict.shown.words)): neither is above it.",
      "Each judged species, and the bona fide presentations, should be \(criteria.minimumPresentations) that "
        + "were answered, of \(criteria.minimumSubjects) identities.",
    ]
  }

  /// Without errors: what that comes to.
  static func ruleOfThree(_ rate: MeasuredRate) -> String? {
    guard let rule = rate.ruleOfThree else { return nil }
    let independent = "at most \(Figures.percent(rule.independent)) by the rule of 3"
    guard rate.subjects < rate.counts.trials else { return independent }
    return independent + "; \(Figures.percent(rule.alike)) if those of one identity always end alike"
  }

  static func words(_ shortfall: LevelSummary.Shortfall) -> String {
    let whose = shortfall.species ?? "bona fide"
    return switch shortfall.kind {
    case .presentations: "\(whose): \(shortfall.has) answered presentations of \(shortfall.needs)"
    case .subjects: "\(whose): \(shortfall.has) identities of \(shortfall.needs)"
    }
  }

  static func words(_ standing: SpeciesRates.Standing) -> String {
    switch standing {
    case .judged: "judged"
    case .measured: "no bound in this mode"
    case .outside: "not in this mode's table"
    }
  }

  private static func capitalised(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst()
  }
}
