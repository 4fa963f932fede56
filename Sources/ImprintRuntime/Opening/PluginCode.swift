// SPDX-License-Identifier: Apache-2.0
internal import ImprintCalls

/// A plugin's code where it runs: its entry, and whose turn it is to call it.
struct PluginCode {
  let entry: PluginEntry
  let turn: LibraryTurn
  /// Keeps entry and worker, where it runs in one.
  let bridge: CallBridge?
  /// Around its worker; `nil` where it runs in this process.
  let walls: WorkerWalls?

  /// Loads it into this process.
  init(loading trusted: TrustedPlugin, facts: ElfFile) throws(PluginError) {
    let path = trusted.found.libraryPath
    let library = try JudgedLibrary(trusted.library, facts: facts, path: path).load()
    entry = try PluginEntry(of: library, place: path)
    turn = .of(library)
    bridge = nil
    walls = nil
  }

  /// Loads it into a process of its own.
  init(inWorker launch: WorkerLaunch, deaths: (any PluginDeathObserver)?) throws(PluginError) {
    let place = launch.found.libraryPath
    let carrier = try WorkerCarrier(launch, deaths: deaths)
    let (made, said) = RunningCall.make {
      Result<CallBridge, CallBridgeError> { () throws(CallBridgeError) in try CallBridge(over: carrier) }
    }
    switch made {
    case .success(let bridge):
      entry = try PluginEntry(at: bridge.entry, place: place)
      self.bridge = bridge
    case .failure(let error): throw Self.refusal(error, said, place: place)
    }
    turn = LibraryTurn()
    walls = carrier.walls
  }

  private static func refusal(_ error: CallBridgeError, _ said: RunningCall, place: String) -> PluginError {
    if let failure = said.failure {
      return PluginError(.workerFailed, place: place, reason: failure.reason, remedy: failure.remedy)
    }
    return PluginEntry.broken(ContractBreach(error.sentence), place)
  }
}
