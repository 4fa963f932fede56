// SPDX-License-Identifier: Apache-2.0

extension PluginCallError {
  /// What to do about a status: its hundreds.
  public enum StatusClass: String, Sendable, Hashable, CaseIterable {
    /// Nothing is wrong; the same call may be made again.
    case retry
    /// The call itself cannot be answered.
    case refused
    /// This sample is of no use; another may be.
    case cannotAcquire = "cannot-acquire"
    /// Good samples do not make a reference together.
    case cannotEnrol = "cannot-enrol"
    /// Two sides, or two templates, do not fit.
    case incompatible
    /// The device cannot be used; it is to be opened anew once it can.
    case device
    /// No licence covers it.
    case noEntitlement = "no-entitlement"
    /// Memory, a model or a file.
    case resource
    /// A defect in the plugin; the object is not to be used again.
    case `internal`
    /// Nothing failed, and nothing more will come.
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
    /// The worker that ran the plugin has ended during the call, or before it.
    case workerEnded = "worker-ended"
    /// The call took longer than it may, and its worker was ended.
    case workerTimeout = "worker-timeout"
    /// No worker is started for the call, or it cannot be handed over.
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
