// SPDX-License-Identifier: Apache-2.0
internal import ImprintCalls
internal import Logging

/// A plugin's code where it runs: its entry, and the turn that serializes calls to it.
struct PluginCode {
  let entry: PluginEntry
  let turn: LibraryTurn
  /// Owns entry and worker, where it runs in one.
  let bridge: CallBridge?
  /// Those of its worker; `nil` where it runs in this process.
  let walls: WorkerWalls?

  /// Replaces the carrier of its calls by another, which may wrap it.
  typealias Tap = (any CallCarrier) throws(PluginError) -> any CallCarrier

  /// Loads it into this process.
  /// - Parameters:
  ///   - logger: carries the plugin's id.
  ///   - tap: `nil` where nobody taps it: it is then called directly.
  init(loading trusted: TrustedPlugin, facts: ElfFile, logger: Logger, tap: Tap?) throws(PluginError) {
    let path = trusted.found.libraryPath
    let library = try JudgedLibrary(trusted.library, facts: facts, path: path).load()
    turn = .of(library)
    walls = nil
    if let tap {
      let executor = CallExecutor(
        entry: try PluginEntry.pointer(of: library, place: path),
        host: LocalServices(of: trusted.found, logger: logger))
      let bridge = try Self.bridge(over: try tap(LocalCarrier(executor)), place: path)
      entry = try PluginEntry(at: bridge.entry, place: path)
      self.bridge = bridge
    } else {
      entry = try PluginEntry(of: library, place: path)
      bridge = nil
    }
  }

  /// Loads it into a process of its own.
  init(inWorker launch: WorkerLaunch, deaths: (any PluginDeathObserver)?, tap: Tap?) throws(PluginError) {
    let place = launch.found.libraryPath
    let carrier = try WorkerCarrier(launch, deaths: deaths)
    var tapped: any CallCarrier = carrier
    if let tap { tapped = try tap(carrier) }
    let bridge = try Self.bridge(over: tapped, place: place)
    entry = try PluginEntry(at: bridge.entry, place: place)
    self.bridge = bridge
    turn = LibraryTurn()
    walls = carrier.walls
  }

  private static func bridge(over carrier: any CallCarrier, place: String) throws(PluginError) -> CallBridge {
    let (made, said) = RunningCall.make {
      Result<CallBridge, CallBridgeError> { () throws(CallBridgeError) in try CallBridge(over: carrier) }
    }
    switch made {
    case .success(let bridge): return bridge
    case .failure(let error): throw refusal(error, said, place: place)
    }
  }

  private static func refusal(_ error: CallBridgeError, _ said: RunningCall, place: String) -> PluginError {
    if let failure = said.failure {
      return PluginError(.workerFailed, place: place, reason: failure.reason, remedy: failure.remedy)
    }
    return PluginEntry.broken(ContractBreach(error.sentence), place)
  }
}
