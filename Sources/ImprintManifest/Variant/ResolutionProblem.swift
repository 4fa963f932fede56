// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// One thing that keeps a plugin set from being right (F5).
public struct ResolutionProblem: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// No plugin of the set provides a needed ability.
    case unmetNeed = "unmet-need"
    /// Two plugins of the set provide a needed ability, and none has been chosen over the other.
    case doublyMet = "doubly-met"
    /// No installed variant has the name.
    case unknownVariant = "unknown-variant"
    /// A chosen id that no installed plugin has.
    case unknownPlugin = "unknown-plugin"
    /// A chosen plugin that provides nothing that is needed.
    case notNeeded = "not-needed"
    /// Plugins that need each other, so that none can be opened first.
    case circle
    /// A plugin that the set needs is installed, and disabled.
    case disabled
    /// A plugin of the set is installed, and cannot be used here; somebody needs what it may provide.
    case unusable
    /// Templates that one plugin of the set makes, the other does not compare.
    case formatsApart = "formats-apart"
    /// Templates of one modality are made and compared in several formats, and the variant does not say which
    /// new ones are written in.
    case formatNotChosen = "format-not-chosen"
    /// No installation was found, and nobody's plugins may be used either.
    case noTrust = "no-trust"
    /// No installation was found, and there is no licence either.
    case noLicense = "no-license"
  }

  public let code: Code
  /// `variant face`, or the id of the plugin that needs something.
  public let place: String
  public let reason: String
  public let remedy: String
  /// The need it is about, if it is about one.
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

/// Why no plugin set could be made: everything that keeps it from being right, in a reproducible order.
public typealias ResolutionError = Gathered<ResolutionProblem>
