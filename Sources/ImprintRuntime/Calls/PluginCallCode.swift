// SPDX-License-Identifier: Apache-2.0

extension PluginCallError {
  /// The class of a status, its hundreds: decides how it is handled.
  public enum StatusClass: String, Sendable, Hashable, CaseIterable {
    /// Nothing is wrong; the same call may be made again.
    case retry
    /// The call itself cannot be answered.
    case refused
    /// This sample is unusable; another may be usable.
    case cannotAcquire = "cannot-acquire"
    /// The samples are usable, but do not make a reference together.
    case cannotEnrol = "cannot-enrol"
    /// Host and plugin, two templates, or a speech graph and its bundle, are incompatible.
    case incompatible
    /// The device cannot be used; open it again once it can.
    case device
    /// No licence covers it.
    case noEntitlement = "no-entitlement"
    /// Memory, a model or a file.
    case resource
    /// A defect in the plugin; the object must not be used again.
    case `internal`
    /// Nothing failed, and there is nothing more to come.
    case outcome
  }

  /// The statuses of the contract by name. The `other-` codes stand for a status that a newer plugin knows
  /// and this build does not: it is handled by its class.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    case timeout
    case busy
    case shortBuffer = "short-buffer"
    case otherRetry = "other-retry"
    case argument
    case state
    case unsupported
    case otherRefused = "other-refused"
    case sample
    case noSubject = "no-subject"
    case quality
    case manySubjects = "many-subjects"
    case otherCannotAcquire = "other-cannot-acquire"
    case templatesDisagree = "templates-disagree"
    case otherCannotEnrol = "other-cannot-enrol"
    case templateFormat = "template-format"
    case templateVersion = "template-version"
    case templateDamaged = "template-damaged"
    case abi
    case ability
    case graphForeign = "graph-foreign"
    case graphVersion = "graph-version"
    case graphDamaged = "graph-damaged"
    case graphSymbol = "graph-symbol"
    case graphTooLarge = "graph-too-large"
    case otherIncompatible = "other-incompatible"
    case deviceGone = "device-gone"
    case deviceMissing = "device-missing"
    case deviceDenied = "device-denied"
    case deviceFailed = "device-failed"
    case service
    case cardMissing = "card-missing"
    case cardMute = "card-mute"
    case cardReset = "card-reset"
    case otherDevice = "other-device"
    case entitlement
    case otherEntitlement = "other-entitlement"
    case memory
    case model
    case file
    case otherResource = "other-resource"
    case internalDefect = "internal"
    case end
    case cancelled
    case otherOutcome = "other-outcome"
    /// The plugin's worker ended before or during the call.
    case workerEnded = "worker-ended"
    /// The call exceeded its deadline, and its worker was terminated.
    case workerTimeout = "worker-timeout"
    /// No worker can be started for the call, or the call cannot be passed to it.
    case workerRefused = "worker-refused"

    /// Whether the status has no name in this build.
    var isOfUnknownStatus: Bool { rawValue.hasPrefix("other-") }

    static func other(of statusClass: StatusClass) -> Code {
      switch statusClass {
      case .retry: .otherRetry
      case .refused: .otherRefused
      case .cannotAcquire: .otherCannotAcquire
      case .cannotEnrol: .otherCannotEnrol
      case .incompatible: .otherIncompatible
      case .device: .otherDevice
      case .noEntitlement: .otherEntitlement
      case .resource: .otherResource
      case .internal: .internalDefect
      case .outcome: .otherOutcome
      }
    }
  }
}
