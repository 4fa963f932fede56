// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from imprint/status.h; change that, not this.
// swift-format-ignore-file
internal import CImprint

extension PluginCallError.StatusClass {
  /// A status of no known class counts as a defect.
  init(status: Int32) {
    self =
      switch status {
      case 100..<200: .retry
      case 200..<300: .refused
      case 300..<400: .cannotAcquire
      case 400..<500: .cannotEnrol
      case 500..<600: .incompatible
      case 600..<700: .device
      case 700..<800: .noEntitlement
      case 800..<900: .resource
      case 1000..<1100: .outcome
      default: .internal
      }
  }
}

extension PluginCallError.Code {
  init(status: Int32) {
    self =
      switch status {
      case IMP_RETRY_TIMEOUT: .timeout
      case IMP_RETRY_BUSY: .busy
      case IMP_RETRY_SHORT_BUFFER: .shortBuffer
      case IMP_E_ARGUMENT: .argument
      case IMP_E_STATE: .state
      case IMP_E_UNSUPPORTED: .unsupported
      case IMP_E_SAMPLE: .sample
      case IMP_E_NO_SUBJECT: .noSubject
      case IMP_E_QUALITY: .quality
      case IMP_E_MANY_SUBJECTS: .manySubjects
      case IMP_E_TEMPLATES_DISAGREE: .templatesDisagree
      case IMP_E_TEMPLATE_FORMAT: .templateFormat
      case IMP_E_TEMPLATE_VERSION: .templateVersion
      case IMP_E_TEMPLATE_DAMAGED: .templateDamaged
      case IMP_E_ABI: .abi
      case IMP_E_ABILITY: .ability
      case IMP_E_GRAPH_FOREIGN: .graphForeign
      case IMP_E_GRAPH_VERSION: .graphVersion
      case IMP_E_GRAPH_DAMAGED: .graphDamaged
      case IMP_E_GRAPH_SYMBOL: .graphSymbol
      case IMP_E_GRAPH_TOO_LARGE: .graphTooLarge
      case IMP_E_DEVICE_GONE: .deviceGone
      case IMP_E_DEVICE_MISSING: .deviceMissing
      case IMP_E_DEVICE_DENIED: .deviceDenied
      case IMP_E_DEVICE_FAILED: .deviceFailed
      case IMP_E_SERVICE: .service
      case IMP_E_CARD_MISSING: .cardMissing
      case IMP_E_CARD_MUTE: .cardMute
      case IMP_E_CARD_RESET: .cardReset
      case IMP_E_ENTITLEMENT: .entitlement
      case IMP_E_MEMORY: .memory
      case IMP_E_MODEL: .model
      case IMP_E_FILE: .file
      case IMP_OUTCOME_END: .end
      case IMP_OUTCOME_CANCELLED: .cancelled
      default: .other(of: PluginCallError.StatusClass(status: status))
      }
  }
}
