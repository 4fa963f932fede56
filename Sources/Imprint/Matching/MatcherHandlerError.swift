// SPDX-License-Identifier: Apache-2.0
internal import ImprintMatching
public import ImprintModel
internal import ImprintRuntime

/// Why a matcher's handler cannot detect, compare or search. That nobody matches is a result, and no error.
public struct MatcherHandlerError: ExplainedError {
  public let code: MatcherHandlerErrorCode
  public let place: String
  public let reason: String
  public let remedy: String
  /// What it came of, with a code of its own; `nil` where the handler itself says it.
  public let cause: (any ExplainedError)?

  init(
    _ code: MatcherHandlerErrorCode, place: String, reason: String, remedy: String,
    cause: (any ExplainedError)? = nil
  ) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
    self.cause = cause
  }

  private init(_ code: MatcherHandlerErrorCode, of error: some ExplainedError) {
    self.init(code, place: error.place, reason: error.reason, remedy: error.remedy, cause: error)
  }

  /// Any error, under a code of ours.
  init(_ error: any Error) {
    switch error {
    case let error as MatcherHandlerError: self = error
    case is CancellationError: self = .cancelled
    case let error as MatchingError: self.init(MatcherHandlerErrorCode(error.code), of: error)
    case let error as TemplateError:
      self.init(MatcherHandlerErrorCode(error.code), of: error)
    case let error as FaceChoiceError:
      self.init(error.code == .noFace ? .noSubject : .manySubjects, of: error)
    case let error as FaceQualityError: self.init(.lowQuality, of: error)
    case let error as PluginCallError: self.init(MatcherHandlerErrorCode(error), of: error)
    case let error as PluginError: self.init(MatcherHandlerErrorCode(error.code), of: error)
    case let error as any ExplainedError: self.init(.unknown, of: error)
    default:
      self.init(
        .unknown, place: "matcher handler", reason: "\(error)",
        remedy: "Report this to whoever made what failed.")
    }
  }

  static let cancelled = MatcherHandlerError(
    .cancelled, place: "matcher handler", reason: "it was cancelled.",
    remedy: "There is no result; start it again.")
  static let destroyed = MatcherHandlerError(
    .destroyed, place: "matcher handler", reason: "it was destroyed.", remedy: "Make a new one.")

  static func badOption(_ name: String, _ reason: String, remedy: String) -> MatcherHandlerError {
    MatcherHandlerError(.badOptions, place: name, reason: reason, remedy: remedy)
  }
}

/// The words are stable.
public enum MatcherHandlerErrorCode: String, Sendable, Hashable, CaseIterable {
  /// An option or a policy is outside of its range, or does not fit the modality.
  case badOptions = "bad-options"
  /// The handler was destroyed.
  case destroyed
  /// No licence covers it.
  case license
  /// No plugin of the set makes or compares such templates, or it cannot be used.
  case notAvailable = "not-available"
  /// Plugin and host, or two templates, are of versions that do not fit.
  case incompatible
  /// A plugin cannot be started: a model or another file of it cannot be read.
  case initialization
  /// There is not enough memory.
  case memory
  /// A plugin failed or misbehaved.
  case plugin
  /// It was cancelled.
  case cancelled
  /// Nobody is in the picture.
  case noSubject = "no-subject"
  /// Several people, or several fingers, are in the picture, and one was wanted.
  case manySubjects = "many-subjects"
  /// No template can be made of the picture.
  case sample
  /// The quality is below what was asked for.
  case lowQuality = "low-quality"
  /// There is no template to compare.
  case noTemplates = "no-templates"
  /// No template of the candidate can be compared: it is of another algorithm, version or modality, or
  /// damaged.
  case template
  /// The reference has templates, and none of them can be compared.
  case nothingComparable = "nothing-comparable"
  /// What was compared has no score, for lack of a calibration.
  case notCalibrated = "not-calibrated"
  /// The threshold is beyond what the calibration measured, and that was not allowed.
  case extrapolatedThreshold = "extrapolated-threshold"
  /// The algorithm is not meant for the use that was stated, and that was not allowed.
  case otherUse = "other-use"
  /// None of these.
  case unknown
}

extension MatcherHandlerErrorCode {
  init(_ code: MatchingErrorCode) {
    self =
      switch code {
      case .notCalibrated: .notCalibrated
      case .noTemplates: .noTemplates
      case .nothingComparable: .nothingComparable
      case .invalidPolicy, .badOptions: .badOptions
      case .extrapolatedThreshold: .extrapolatedThreshold
      case .otherUse: .otherUse
      case .brokenAlgorithm: .plugin
      }
  }

  init(_ code: TemplateErrorCode) {
    self =
      switch code {
      case .notATemplate, .newerEnvelope, .truncated, .damaged, .otherAlgorithm, .otherVersion,
        .otherModality, .otherSite:
        .template
      case .notCalibrated: .notCalibrated
      case .lowQuality: .lowQuality
      }
  }

  /// What an extractor or a matcher answers.
  init(_ error: PluginCallError) {
    self =
      switch error.code {
      case .noSubject: .noSubject
      case .manySubjects: .manySubjects
      case .quality: .lowQuality
      case .templateFormat, .templateVersion, .templateDamaged: .template
      case .argument: .badOptions
      case .unsupported: .notAvailable
      case .memory: .memory
      case .cancelled: .cancelled
      default:
        switch error.statusClass {
        case .noEntitlement: .license
        case .cannotAcquire: .sample
        case .incompatible: .incompatible
        case .resource: .initialization
        case .retry, .refused, .cannotEnrol, .device, .internal, .outcome: .plugin
        }
      }
  }

  init(_ code: PluginError.Code) {
    self =
      switch code {
      case .notEntitled: .license
      case .abiDisjoint, .hostAbilityMissing, .libcTooOld, .wrongArchitecture: .incompatible
      case .openFailed, .parameterRefused: .initialization
      // What is missing, damaged, forbidden or not trusted: it is not there to be used.
      default: .notAvailable
      }
  }
}
