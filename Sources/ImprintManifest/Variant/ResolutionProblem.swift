// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// One reason why a variant cannot be resolved (F5).
public struct ResolutionProblem: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// No plugin of the set provides a needed ability.
    case unmetNeed = "unmet-need"
    /// Two plugins of the set provide a needed ability, and neither was chosen.
    case doublyMet = "doubly-met"
    /// No installed variant has the name.
    case unknownVariant = "unknown-variant"
    /// A chosen id that no installed plugin has.
    case unknownPlugin = "unknown-plugin"
    /// A chosen plugin provides nothing that is needed.
    case notNeeded = "not-needed"
    /// Plugins depend on each other cyclically, so that none can be opened first.
    case circle
    /// A plugin that the set needs is installed but disabled.
    case disabled
    /// A plugin of the set is installed but cannot be used here, and may provide what is needed.
    case unusable
    /// The set's matcher does not compare the templates of its extractor.
    case formatsApart = "formats-apart"
    /// Templates of one modality are produced and compared in several formats, and the variant does not
    /// select the one of new templates.
    case formatNotChosen = "format-not-chosen"
    /// No installation was found, and no publisher is trusted.
    case noTrust = "no-trust"
    /// No installation was found, and there is no licence.
    case noLicense = "no-license"
  }

  public let code: Code
  /// `variant face`, or the id of the plugin with the need.
  public let place: String
  public let reason: String
  public let remedy: String
  /// The need concerned, if any.
  public let need: AbilityNeed?
  /// `unmetNeed`: installed plugins that could meet it. `doublyMet`: those that do. `unknownPlugin`: the
  /// nearest id. `circle`: its plugins. Sorted ids.
  public let candidates: [String]

  package init(
    code: Code, place: String, reason: String, remedy: String, need: AbilityNeed? = nil,
    candidates: [String] = []
  ) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
    self.need = need
    self.candidates = candidates
  }
}

/// Why a variant could not be resolved: all problems, in a deterministic order.
public typealias ResolutionError = Gathered<ResolutionProblem>
