// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The controls of one camera, called through their C table with guarded memory.
struct ControlProbe {
  let plugin: ProbePlugin
  let table: imp_camera_control_ability
  let locator: String

  init(_ plugin: ProbePlugin, _ locator: String) throws {
    self.plugin = plugin
    self.locator = locator
    table = try plugin.table(IMP_CAMERA_CONTROL_ID, as: imp_camera_control_ability.self)
  }

  var modes: LentList<imp_camera_mode> {
    LentList(call: "camera-control.modes", plugin: plugin) { infos, count in
      lending { table.modes(plugin.plugin, $0, infos, count) }
    }
  }

  var controls: LentList<imp_camera_control> {
    LentList(call: "camera-control.controls", plugin: plugin) { infos, count in
      lending { table.controls(plugin.plugin, $0, infos, count) }
    }
  }

  /// The answer of set, and the value it reports as applied.
  func set(_ control: UInt32, _ value: Int64) throws -> (answer: CallAnswer, value: Int64) {
    let place = try GuardedMemory(copyOf: value)
    let status = lending { table.set(plugin.plugin, $0, control, place.mutablePointer()) }
    return (CallAnswer(status, plugin.host), place.pointer(as: Int64.self).pointee)
  }

  /// A control as it is now.
  func control(_ number: UInt32) throws -> imp_camera_control? {
    try controls.whole().first { $0.control == number }
  }

  private func lending(_ body: (imp_text) -> imp_status) -> imp_status {
    let bytes = locator.utf8.map { CChar(bitPattern: $0) }
    return bytes.withUnsafeBufferPointer { body(imp_text(data: $0.baseAddress, length: $0.count)) }
  }
}
