// SPDX-License-Identifier: Apache-2.0
internal import ImprintCalls

/// Why the abilities of a plugin that was opened cannot be used.
enum AbilityFault: Error {
  /// It answered what the contract does not allow.
  case breach(ContractBreach)
  /// Its process gave no answer, as that ended, say.
  case unanswered(PluginCallError)

  func error(at place: String) -> PluginError {
    switch self {
    case .breach(let breach): PluginEntry.broken(breach, place)
    case .unanswered(let error):
      PluginError(.workerFailed, place: place, reason: error.reason, remedy: error.remedy)
    }
  }
}
