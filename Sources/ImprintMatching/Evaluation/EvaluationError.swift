// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why accuracy cannot be measured on the given data.
public typealias EvaluationError = Explained<EvaluationErrorCode>

public enum EvaluationErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The list of pairs is malformed.
  case brokenPairs = "broken-pairs"
  /// The list and the subject labels disagree on whether two pictures are of the same person.
  case subjectsDisagree = "subjects-disagree"
  /// There are pictures of fewer than two people.
  case tooFewPeople = "too-few-people"
  /// A folder that should hold one for each person cannot be listed.
  case brokenFolder = "broken-folder"
  /// The table of people's groups is malformed.
  case brokenGroups = "broken-groups"
  /// No template could be extracted from any picture of the list.
  case noTemplates = "no-templates"
  /// Too few comparisons for the requested result.
  case tooFewComparisons = "too-few-comparisons"
  /// The memory limit is exceeded.
  case tooManyComparisons = "too-many-comparisons"
  /// The manifest to calibrate is another plugin's.
  case otherPlugin = "other-plugin"
  /// The templates are not all of one extractor's version, or do not state it.
  case mixedTemplates = "mixed-templates"
  /// The manifest has a calibration that applies to these templates and others.
  case overlappingCalibration = "overlapping-calibration"
  /// The manifest has the maximum number of calibrations.
  case tooManyCalibrations = "too-many-calibrations"
  /// A list of saved templates is malformed, or of other pictures.
  case brokenTemplates = "broken-templates"
  /// The surrounding task was cancelled.
  case cancelled
}

extension EvaluationError {
  /// - Parameter reasons: one for each picture, in words of codes.
  static func noTemplates(_ reasons: [String], first: String) -> EvaluationError {
    let counts = Dictionary(reasons.map { ($0, 1) }, uniquingKeysWith: +).sorted {
      ($1.value, $0.key) < ($0.value, $1.key)
    }
    return EvaluationError(
      .noTemplates, place: first,
      reason: "this picture gave no template, and none of the \(reasons.count) did: "
        + "\(counts.map { "\($0.value) \($0.key)" }.joined(separator: ", ")).",
      remedy:
        "Say where the list's paths begin with --images-root, and look at one picture with sdkctl compare.")
  }

  static func tooFewPeople(_ count: Int, _ place: String) -> EvaluationError {
    EvaluationError(
      .tooFewPeople, place: place,
      reason: "it has pictures of \(count == 1 ? "one person" : "nobody"), and two people are needed.",
      remedy: "Give a folder with one folder for each person, and that person's pictures in it.")
  }

  /// Refuses more pictures than can all be compared with each other.
  static func checkComparisons(of pictures: Int, place: String) throws(EvaluationError) {
    guard pictures * (pictures - 1) / 2 <= Evaluator.maximumComparisons else {
      throw EvaluationError(
        .tooManyComparisons, place: place,
        reason: "\(pictures) pictures make more than \(Evaluator.maximumComparisons) comparisons.",
        remedy: "Use fewer pictures.")
    }
  }

  static func mixedTemplates(_ origins: [String]) -> EvaluationError {
    EvaluationError(
      .mixedTemplates, place: "evaluation",
      reason: "a calibration is of templates that one extractor's version made, and these are "
        + "\(origins.prefix(4).joined(separator: "; ")).",
      remedy: "Make all templates with one extractor that says its id and version.")
  }

  static let cancelled = EvaluationError(
    .cancelled, place: "evaluation", reason: "it was cancelled.", remedy: "Nothing was written; start again.")

  static func checkCancellation() throws(EvaluationError) {
    if Task.isCancelled { throw .cancelled }
  }
}
