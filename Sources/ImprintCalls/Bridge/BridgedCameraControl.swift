// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension BridgedTables {
  nonisolated(unsafe) static let cameraControl: UnsafePointer<imp_camera_control_ability> = lasting(
    imp_camera_control_ability(
      size: UInt32(MemoryLayout<imp_camera_control_ability>.size), reserved: 0,
      modes: { plugin, locator, modes, count in
        RemotePlugin.of(plugin).list(.cameraControlModes, modes, count, \.size) {
          DeviceListMessage($0, of: locator)
        }
      },
      controls: { plugin, locator, controls, count in
        RemotePlugin.of(plugin).list(.cameraControlControls, controls, count, \.size) {
          DeviceListMessage($0, of: locator)
        }
      },
      set: { RemotePlugin.of($0).setControl($1, $2, $3) }))
}

extension RemotePlugin {
  fileprivate func setControl(
    _ locator: imp_text, _ control: UInt32, _ value: UnsafeMutablePointer<Int64>
  ) -> imp_status {
    guard isPresent(value) else { return IMP_E_ARGUMENT }
    let message = SetControlMessage(
      SetControlMessage.Fields(value: value.pointee, control: control), of: locator)
    return call(.cameraControlSet, message, room: ReplyHead.room(8)) {
      (status, reply) throws(MalformedBody) in
      let granted = try reply.take(Int64.self)
      try reply.finish()
      if status == IMP_OK { value.pointee = granted }
      return status
    }
  }
}
