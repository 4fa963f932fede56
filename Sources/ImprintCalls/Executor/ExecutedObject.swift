// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Synchronization

/// A plugin that an executor has opened: closed when it is released, after everything made from it.
///
/// `@unchecked Sendable`: entry, host and opened plugin never change; the tables are the plugin's, and
/// constant.
final class ExecutedPlugin: @unchecked Sendable {
  let entry: UnsafePointer<imp_entry>
  let plugin: OpaquePointer
  private let host: ExecutedHost

  init(entry: UnsafePointer<imp_entry>, plugin: OpaquePointer, host: ExecutedHost) {
    self.entry = entry
    self.plugin = plugin
    self.host = host
  }

  deinit {
    entry.pointee.close(plugin)
  }

  /// Whether it answers an ability, with a table as the contract has it where it is one of ours.
  func has(_ id: UnsafeRawBufferPointer) throws(ExecutionFault) -> Bool {
    var text = [CChar](repeating: 0, count: id.count + 1)
    text.withUnsafeMutableBytes { $0.copyMemory(from: id) }
    guard let table = text.withUnsafeBufferPointer({ ability($0) }) else { return false }
    switch String(decoding: id, as: UTF8.self) {
    case IMP_CAMERA_ID: _ = try Self.table(imp_camera_ability.self, at: table, IMP_CAMERA_ID)
    case IMP_FACE_TRACKER_ID:
      _ = try Self.table(imp_face_tracker_ability.self, at: table, IMP_FACE_TRACKER_ID)
    case IMP_FACE_CAPTURE_ID:
      _ = try Self.table(imp_face_capture_ability.self, at: table, IMP_FACE_CAPTURE_ID)
    case IMP_CARD_READER_ID:
      _ = try Self.table(imp_card_reader_ability.self, at: table, IMP_CARD_READER_ID)
    case IMP_MATCHER_ID: _ = try Self.table(imp_matcher_ability.self, at: table, IMP_MATCHER_ID)
    case IMP_CAMERA_CONTROL_ID:
      _ = try Self.table(imp_camera_control_ability.self, at: table, IMP_CAMERA_CONTROL_ID)
    case IMP_DEVICE_WATCH_ID:
      _ = try Self.table(imp_device_watch_ability.self, at: table, IMP_DEVICE_WATCH_ID)
    case IMP_MICROPHONE_ID: _ = try Self.table(imp_microphone_ability.self, at: table, IMP_MICROPHONE_ID)
    default: break
    }
    return true
  }

  /// The table of one of our abilities.
  func table<Table>(_ type: Table.Type, _ id: String) throws(ExecutionFault) -> UnsafePointer<Table> {
    guard let table = entry.pointee.ability(plugin, id) else { throw .unsupported(id) }
    return try Self.table(type, at: table, id)
  }

  private func ability(_ id: UnsafeBufferPointer<CChar>) -> UnsafeRawPointer? {
    id.baseAddress.flatMap { entry.pointee.ability(plugin, $0) }
  }

  private static func table<Table>(
    _ type: Table.Type, at address: UnsafeRawPointer, _ id: String
  ) throws(ExecutionFault) -> UnsafePointer<Table> {
    do throws(ContractBreach) {
      return try PluginStruct.table(type, at: address, name: id)
    } catch {
      throw .breach(error.sentence)
    }
  }
}

/// One object that an executed plugin made, with its table. Destroyed when it is released: nobody is in the
/// middle of a call on it then, whatever order requests come in.
///
/// `@unchecked Sendable`: nothing of it changes.
final class Executed<Table>: @unchecked Sendable {
  typealias Destroy = @convention(c) (OpaquePointer) -> Void

  let plugin: ExecutedPlugin
  let table: UnsafePointer<Table>
  let object: OpaquePointer
  private let destroy: Destroy
  // Calls of any thread that must not overlap the end, such as a camera's cancel, which returns at once.
  private let ended = Mutex(false)

  init(
    of plugin: ExecutedPlugin, table: UnsafePointer<Table>, object: OpaquePointer, destroy: @escaping Destroy
  ) {
    self.plugin = plugin
    self.table = table
    self.object = object
    self.destroy = destroy
  }

  deinit {
    destroy(object)
  }

  /// Makes a short call that may come while the object is ended: not at all, where the end came first.
  func beforeEnd(_ body: () -> Void) {
    ended.withLock { if !$0 { body() } }
  }

  /// Waits for such a call, and lets none in any more.
  func end() {
    ended.withLock { $0 = true }
  }
}

/// Everything that an executor numbers.
enum ExecutedObject: Sendable {
  case plugin(ExecutedPlugin)
  case camera(Executed<imp_camera_ability>)
  case tracker(Executed<imp_face_tracker_ability>)
  case capture(Executed<imp_face_capture_ability>)
  case matcher(Executed<imp_matcher_ability>)
  case watch(Executed<imp_device_watch_ability>)
  case microphone(Executed<imp_microphone_ability>)
  case card(Executed<imp_card_reader_ability>)
}
