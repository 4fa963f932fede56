// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintLicense

/// What a plugin answered instead of a result: a status, and its message.
public struct PluginCallError: ExplainedError, Hashable {
  public let code: Code
  /// The class that the status belongs to; decides how an unknown code is handled.
  public let statusClass: StatusClass
  /// The status that the plugin returned; 0 where the host rejected its answer.
  public let status: Int32
  public let place: String
  public let reason: String
  public let remedy: String

  /// Whether nothing is wrong and the same call may be made again.
  public var isRetryable: Bool { statusClass == .retry }

  /// An error for a status that a call returned.
  /// - Parameters:
  ///   - plugin: The plugin's id.
  ///   - function: The function that was called.
  ///   - words: The message that the plugin reported; `nil` or empty where there is none.
  public init(status: Int32, plugin: String, function: String, words: String? = nil) {
    code = Code(status: status)
    statusClass = StatusClass(status: status)
    self.status = status
    place = "\(plugin): \(function)"
    let sample = SampleWords(function: function)
    if let words, !words.isEmpty {
      reason = words
    } else if code.isOfUnknownStatus {
      reason = "it returned \(status), an unknown status of the class \(statusClass.rawValue)."
    } else {
      reason = code.sentence(of: sample)
    }
    remedy = code.remedy(for: sample)
  }

  init(code: Code, status: Int32, place: String, reason: String, remedy: String) {
    self.code = code
    statusClass = StatusClass(status: status)
    self.status = status
    self.place = place
    self.reason = reason
    self.remedy = remedy
  }

  /// A refusal of this package's own, with one of the codes that plugins answer too.
  package init(refusing code: Code, place: String, reason: String, remedy: String) {
    let status =
      switch code {
      case .memory: IMP_E_MEMORY
      case .unsupported: IMP_E_UNSUPPORTED
      default: IMP_E_ARGUMENT
      }
    self.init(code: code, status: status, place: place, reason: reason, remedy: remedy)
  }

  /// The error for an answer that breaks the contract. The object must not be used again.
  static func misbehaved(plugin: String, function: String, _ what: String) -> PluginCallError {
    PluginCallError(
      code: .internalDefect, status: IMP_E_INTERNAL, place: "\(plugin): \(function)",
      reason: "the plugin misbehaves: \(what)", remedy: Code.internalDefect.remedy(for: .any))
  }

  /// The host's refusal of an argument, before the plugin is called.
  static func argument(plugin: String, function: String, _ what: String) -> PluginCallError {
    PluginCallError(
      code: .argument, status: IMP_E_ARGUMENT, place: "\(plugin): \(function)", reason: what,
      remedy: "Give a value inside the stated range.")
  }

  /// The host's refusal of an operation that the licence does not cover, before the plugin is called.
  static func notEntitled(plugin: String, function: String, _ refusal: FeatureRefusal) -> PluginCallError {
    PluginCallError(
      code: .entitlement, status: IMP_E_ENTITLEMENT, place: "\(plugin): \(function)",
      reason: refusal.sentence, remedy: refusal.remedy)
  }

  /// The refusal to reopen the plugin for a call about its devices.
  init(opening error: PluginError, plugin: String, function: String) {
    let isEntitlement = error.code == .notEntitled
    self.init(
      code: isEntitlement ? .entitlement : .workerRefused,
      status: isEntitlement ? IMP_E_ENTITLEMENT : IMP_E_INTERNAL, place: "\(plugin): \(function)",
      reason: error.reason, remedy: error.remedy)
  }

  /// The refusal to make an object of an ability that the plugin does not have.
  static func missingAbility(plugin: String, ability: String) -> PluginCallError {
    PluginCallError(
      code: .unsupported, status: IMP_E_UNSUPPORTED, place: plugin,
      reason: "it does not provide \(ability).", remedy: "Choose a plugin whose manifest provides \(ability)."
    )
  }
}
