// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Why an executor does not ask the plugin, or does not pass on what it answered.
struct ExecutionFault: Error {
  let status: imp_status
  let sentence: String
  /// Whether the plugin is at fault: it broke the contract.
  let isBreach: Bool

  /// The request is not one that can be executed.
  static func request(_ sentence: String) -> ExecutionFault {
    ExecutionFault(
      status: IMP_E_ARGUMENT, sentence: "the request cannot be executed: \(sentence)", isBreach: false)
  }

  /// The plugin does not have the ability.
  static func unsupported(_ ability: String) -> ExecutionFault {
    ExecutionFault(status: IMP_E_UNSUPPORTED, sentence: "it does not provide \(ability).", isBreach: false)
  }

  static func breach(_ sentence: String) -> ExecutionFault {
    ExecutionFault(status: IMP_E_INTERNAL, sentence: sentence, isBreach: true)
  }
}
