// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Synchronization

/// The objects of an executor, by their numbers, which count from 1 and are never used again.
final class ExecutedObjects: Sendable {
  private struct State {
    var objects: [UInt64: any AnyObject & Sendable] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  func add(_ object: any AnyObject & Sendable) -> UInt64 {
    state.withLock { state in
      state.last += 1
      state.objects[state.last] = object
      return state.last
    }
  }

  func plugin(_ id: UInt64) throws(ExecutionFault) -> ExecutedPlugin {
    if let object = find(id) as? ExecutedPlugin { return object }
    throw Self.unknown(id, PluginObject.noun)
  }

  func object<Kind: AbilityObject>(
    _ id: UInt64, _ kind: Kind.Type
  ) throws(ExecutionFault) -> Executed<Kind> {
    if let object = find(id) as? Executed<Kind> { return object }
    throw Self.unknown(id, Kind.noun)
  }

  /// Takes an object out: it ends when no call holds it any more.
  func remove(_ id: UInt64) {
    // Released outside the lock: plugin code runs then.
    _ = state.withLock { $0.objects.removeValue(forKey: id) }
  }

  private func find(_ id: UInt64) -> (any AnyObject & Sendable)? { state.withLock { $0.objects[id] } }

  private static func unknown(_ id: UInt64, _ noun: String) -> ExecutionFault {
    .request("there is no \(noun) with the number \(id).")
  }
}
