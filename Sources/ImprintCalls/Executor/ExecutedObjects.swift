// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Synchronization

/// The handle table of an executor: numbers count from 1, and are never reused.
final class ExecutedObjects: Sendable {
  /// An object, and whose type it is: compared at each call, and cheaper than a cast.
  private struct Numbered {
    let kind: ObjectIdentifier
    let object: any AnyObject & Sendable
  }

  private struct State {
    var objects: [UInt64: Numbered] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  func add<Object: AnyObject & Sendable>(_ object: Object) -> UInt64 {
    let numbered = Numbered(kind: ObjectIdentifier(Object.self), object: object)
    return state.withLock { state in
      state.last += 1
      state.objects[state.last] = numbered
      return state.last
    }
  }

  func plugin(_ id: UInt64) throws(ExecutionFault) -> ExecutedPlugin {
    if let object = find(id, ExecutedPlugin.self) { return object }
    throw Self.unknown(id, PluginObject.noun)
  }

  func object<Kind: AbilityObject>(
    _ id: UInt64, _ kind: Kind.Type
  ) throws(ExecutionFault) -> Executed<Kind> {
    if let object = find(id, Executed<Kind>.self) { return object }
    throw Self.unknown(id, Kind.noun)
  }

  /// Takes an object out: it ends when no call holds it any more.
  func remove(_ id: UInt64) {
    // Released outside the lock: plugin code runs then.
    _ = state.withLock { $0.objects.removeValue(forKey: id) }
  }

  private func find<Object: AnyObject & Sendable>(_ id: UInt64, _ type: Object.Type) -> Object? {
    guard let found = state.withLock({ $0.objects[id] }), found.kind == ObjectIdentifier(type) else {
      return nil
    }
    return unsafeDowncast(found.object, to: type)
  }

  private static func unknown(_ id: UInt64, _ noun: String) -> ExecutionFault {
    .request("there is no \(noun) with the number \(id).")
  }
}
