// SPDX-License-Identifier: Apache-2.0
internal import ImprintCalls

/// Why the abilities of an opened plugin cannot be used.
enum AbilityFault: Error {
  /// Its answer breaks the contract.
  case breach(ContractBreach)
  /// Its process gave no answer, for example because it ended.
  case unanswered(PluginCallError)

  func error(at place: String) -> PluginError {
    switch self {
    case .breach(let breach): PluginEntry.broken(breach, place)
    case .unanswered(let error):
      PluginError(.workerFailed, place: place, reason: error.reason, remedy: error.remedy)
    }
  }
}
