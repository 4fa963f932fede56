// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from imprint/status.h; change that, not this.
// swift-format-ignore-file
internal import CImprint

/// What a status is called in the headers.
enum StatusName {
  /// `IMP_E_ABI (504)`; for one that the contract does not have, `504`.
  static func of(_ status: imp_status) -> String { names[status].map { "\($0) (\(status))" } ?? "\(status)" }

  private static let names: [imp_status: String] = [
    IMP_OK: "IMP_OK",
    IMP_RETRY_TIMEOUT: "IMP_RETRY_TIMEOUT",
    IMP_RETRY_BUSY: "IMP_RETRY_BUSY",
    IMP_RETRY_SHORT_BUFFER: "IMP_RETRY_SHORT_BUFFER",
    IMP_E_ARGUMENT: "IMP_E_ARGUMENT",
    IMP_E_STATE: "IMP_E_STATE",
    IMP_E_UNSUPPORTED: "IMP_E_UNSUPPORTED",
    IMP_E_SAMPLE: "IMP_E_SAMPLE",
    IMP_E_NO_SUBJECT: "IMP_E_NO_SUBJECT",
    IMP_E_QUALITY: "IMP_E_QUALITY",
    IMP_E_MANY_SUBJECTS: "IMP_E_MANY_SUBJECTS",
    IMP_E_TEMPLATES_DISAGREE: "IMP_E_TEMPLATES_DISAGREE",
    IMP_E_TEMPLATE_FORMAT: "IMP_E_TEMPLATE_FORMAT",
    IMP_E_TEMPLATE_VERSION: "IMP_E_TEMPLATE_VERSION",
    IMP_E_TEMPLATE_DAMAGED: "IMP_E_TEMPLATE_DAMAGED",
    IMP_E_ABI: "IMP_E_ABI",
    IMP_E_ABILITY: "IMP_E_ABILITY",
    IMP_E_DEVICE_GONE: "IMP_E_DEVICE_GONE",
    IMP_E_DEVICE_MISSING: "IMP_E_DEVICE_MISSING",
    IMP_E_DEVICE_DENIED: "IMP_E_DEVICE_DENIED",
    IMP_E_DEVICE_FAILED: "IMP_E_DEVICE_FAILED",
    IMP_E_SERVICE: "IMP_E_SERVICE",
    IMP_E_CARD_MISSING: "IMP_E_CARD_MISSING",
    IMP_E_CARD_MUTE: "IMP_E_CARD_MUTE",
    IMP_E_CARD_RESET: "IMP_E_CARD_RESET",
    IMP_E_ENTITLEMENT: "IMP_E_ENTITLEMENT",
    IMP_E_MEMORY: "IMP_E_MEMORY",
    IMP_E_MODEL: "IMP_E_MODEL",
    IMP_E_FILE: "IMP_E_FILE",
    IMP_E_INTERNAL: "IMP_E_INTERNAL",
    IMP_OUTCOME_END: "IMP_OUTCOME_END",
    IMP_OUTCOME_CANCELLED: "IMP_OUTCOME_CANCELLED",
  ]
}
