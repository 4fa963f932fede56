// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Synchronization

/// The objects of an executor, by their numbers, which count from 1 and are never used again.
final class ExecutedObjects: Sendable {
  private struct State {
    var objects: [UInt64: ExecutedObject] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  func add(_ object: ExecutedObject) -> UInt64 {
    state.withLock { state in
      state.last += 1
      state.objects[state.last] = object
      return state.last
    }
  }

  func plugin(_ id: UInt64) throws(ExecutionFault) -> ExecutedPlugin {
    if case .plugin(let object) = find(id) { return object }
    throw Self.unknown(id, "opened plugin")
  }

  func camera(_ id: UInt64) throws(ExecutionFault) -> Executed<imp_camera_ability> {
    if case .camera(let object) = find(id) { return object }
    throw Self.unknown(id, "camera")
  }

  func tracker(_ id: UInt64) throws(ExecutionFault) -> Executed<imp_face_tracker_ability> {
    if case .tracker(let object) = find(id) { return object }
    throw Self.unknown(id, "face tracker")
  }

  func capture(_ id: UInt64) throws(ExecutionFault) -> Executed<imp_face_capture_ability> {
    if case .capture(let object) = find(id) { return object }
    throw Self.unknown(id, "capture")
  }

  func matcher(_ id: UInt64) throws(ExecutionFault) -> Executed<imp_matcher_ability> {
    if case .matcher(let object) = find(id) { return object }
    throw Self.unknown(id, "matcher")
  }

  func watch(_ id: UInt64) throws(ExecutionFault) -> Executed<imp_device_watch_ability> {
    if case .watch(let object) = find(id) { return object }
    throw Self.unknown(id, "watch of devices")
  }

  func microphone(_ id: UInt64) throws(ExecutionFault) -> Executed<imp_microphone_ability> {
    if case .microphone(let object) = find(id) { return object }
    throw Self.unknown(id, "microphone")
  }

  func card(_ id: UInt64) throws(ExecutionFault) -> Executed<imp_card_reader_ability> {
    if case .card(let object) = find(id) { return object }
    throw Self.unknown(id, "connection to a card")
  }

  /// Takes an object out: it ends when no call holds it any more.
  func remove(_ id: UInt64) {
    // Released outside the lock: plugin code runs then.
    _ = state.withLock { $0.objects.removeValue(forKey: id) }
  }

  private func find(_ id: UInt64) -> ExecutedObject? { state.withLock { $0.objects[id] } }

  private static func unknown(_ id: UInt64, _ kind: String) -> ExecutionFault {
    .request("there is no \(kind) with the number \(id).")
  }
}
