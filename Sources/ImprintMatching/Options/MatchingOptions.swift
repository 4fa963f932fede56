// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime

/// What verifications and searches have in common.
public protocol MatchingOptions: Sendable, Hashable {
  /// What is compared: templates of anything else are passed over.
  var modality: Modality { get }
  /// The name of the format that is compared, such as `imprint.face-f6`. `nil`: that of the candidate's
  /// templates where they are of one, else the one that new templates are written in.
  var format: String? { get }
  /// What counts as a match: a score strictly above the policy's threshold.
  var policy: MatchPolicy { get }
  /// Whether a threshold beyond what the calibration measured is refused. Else the result says it.
  var requireCalibrated: Bool { get }
  /// Templates of a lower quality are passed over: 0...100. One whose quality was not measured is compared.
  var minimumQuality: Int { get }
  /// Whether templates of different places on the body are compared.
  var sites: SiteRule { get }
  /// What the comparison is of, which the algorithm may not be meant for. `nil`: nothing is said of it.
  var use: ComparisonUse? { get }
  /// What happens where the algorithm is not meant for ``use``.
  var otherUses: UseRule { get }
}

extension MatchingOptions {
  /// The policy's threshold as a whole score, which a match exceeds. `nil` for one that no `Int` holds.
  public var threshold: Int? { policy.threshold.whole }

  /// Refuses options outside of their range, those of another matcher, and a use by the rule.
  /// - Returns: the warning of a use that the matcher's algorithm is not meant for.
  func check(for matcher: TemplateMatcher) throws(MatchingError) -> MatchingError? {
    guard modality == matcher.format.modality else {
      throw .badOption(
        "modality",
        "it is \(modality.name), and \(matcher.pluginID) compares a \(matcher.format.modality.name).",
        remedy: "Use the matcher of that modality.")
    }
    guard format == nil || format == matcher.format.algorithm else {
      throw .badOption(
        "format", "\(matcher.pluginID) compares \(matcher.format.algorithm) here.",
        remedy: "Use the matcher of that format.")
    }
    guard (0...100).contains(minimumQuality) else {
      throw .badOption("minimumQuality", "it is \(minimumQuality).", remedy: "Give 0 to 100.")
    }
    _ = try policy.checkedThreshold
    return try matcher.check(use, by: otherUses)
  }

  var conditions: MatchConditions {
    MatchConditions(modality: modality, minimumQuality: minimumQuality, sites: sites)
  }
}

/// What a verification is asked for (F89).
public struct AuthenticationOptions: MatchingOptions {
  public var modality: Modality
  public var format: String?
  /// Default: ``MatchPolicy/standard``, a score above 3500.
  public var policy: MatchPolicy
  /// Default: `false`.
  public var requireCalibrated: Bool
  /// Default: 0.
  public var minimumQuality: Int
  /// Default: ``SiteRule/same``.
  public var sites: SiteRule
  /// Default: `nil`.
  public var use: ComparisonUse?
  /// Default: ``UseRule/warn``.
  public var otherUses: UseRule

  public init(
    modality: Modality, format: String? = nil, policy: MatchPolicy = .standard,
    requireCalibrated: Bool = false, minimumQuality: Int = 0, sites: SiteRule = .same,
    use: ComparisonUse? = nil, otherUses: UseRule = .warn
  ) {
    self.modality = modality
    self.format = format
    self.policy = policy
    self.requireCalibrated = requireCalibrated
    self.minimumQuality = minimumQuality
    self.sites = sites
    self.use = use
    self.otherUses = otherUses
  }

  /// With a whole score as threshold, such as 3500: a match is a score strictly above it.
  public init(modality: Modality, threshold: Int) {
    self.init(modality: modality, policy: .threshold(Score(Double(threshold))))
  }
}

/// What a search is asked for (F90).
///
/// The candidate list has no cut-off: it has the best people whether they match or not, and says of each
/// whether it does.
public struct IdentificationOptions: MatchingOptions {
  public var modality: Modality
  public var format: String?
  /// Default: ``MatchPolicy/standardSearch``: one search in 1,000 for a person who is not enrolled returns a
  /// match, whatever the size of the gallery.
  public var policy: MatchPolicy
  /// How many people are returned at most: from 1, default 10.
  public var maximumCandidates: Int
  /// Default: `false`.
  public var requireCalibrated: Bool
  /// Default: 0.
  public var minimumQuality: Int
  /// Default: ``SiteRule/same``.
  public var sites: SiteRule
  /// Default: `nil`.
  public var use: ComparisonUse?
  /// Default: ``UseRule/warn``.
  public var otherUses: UseRule

  public init(
    modality: Modality, format: String? = nil, policy: MatchPolicy = .standardSearch,
    maximumCandidates: Int = 10, requireCalibrated: Bool = false, minimumQuality: Int = 0,
    sites: SiteRule = .same, use: ComparisonUse? = nil, otherUses: UseRule = .warn
  ) {
    self.modality = modality
    self.format = format
    self.policy = policy
    self.maximumCandidates = maximumCandidates
    self.requireCalibrated = requireCalibrated
    self.minimumQuality = minimumQuality
    self.sites = sites
    self.use = use
    self.otherUses = otherUses
  }

  /// - Returns: as ``check(for:)``.
  func checkSearch(for matcher: TemplateMatcher) throws(MatchingError) -> MatchingError? {
    let warning = try check(for: matcher)
    guard maximumCandidates >= 1 else {
      throw .badOption("maximumCandidates", "it is \(maximumCandidates).", remedy: "Give 1 or more.")
    }
    return warning
  }
}

/// The person who is there.
public struct BiometricCandidate: Sendable, Hashable {
  /// Templates of that one person, and of nobody else: the best score decides.
  public var templates: [Template]

  public init(templates: [Template]) { self.templates = templates }
}

/// A person who is enrolled.
public struct BiometricReference<ID: Hashable & Sendable>: Sendable, Hashable {
  /// What the application calls the person, such as the id in its store.
  public var user: ID
  /// Templates of that one person (F99).
  public var templates: [Template]

  public init(user: ID, templates: [Template]) {
    self.user = user
    self.templates = templates
  }
}
