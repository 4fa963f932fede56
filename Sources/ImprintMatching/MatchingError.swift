// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Why a comparison cannot be made or judged, other than for a template's or a plugin's own fault.
public struct MatchingError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A score is asked for, and the plugin's similarities have never been calibrated.
    case notCalibrated = "not-calibrated"
    /// There is no template to compare.
    case noTemplates = "no-templates"
    /// A threshold or rate that no policy can have.
    case invalidPolicy = "invalid-policy"
    /// The algorithm's name or quality is not what a template can carry.
    case brokenAlgorithm = "broken-algorithm"
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String

  public init(_ code: Code, place: String, reason: String, remedy: String) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }

  static func notCalibrated(plugin: String) -> MatchingError {
    MatchingError(
      .notCalibrated, place: plugin,
      reason: "its raw similarities have not been calibrated, so that no score or threshold applies to them.",
      remedy: "Measure it: sdkctl evaluate --pairs FILE.csv --plugin \(plugin) --calibrate MANIFEST.")
  }

  static func noTemplates(_ which: String) -> MatchingError {
    MatchingError(
      .noTemplates, place: which, reason: "there is none, and at least one is needed.",
      remedy: "Give at least one template.")
  }
}
