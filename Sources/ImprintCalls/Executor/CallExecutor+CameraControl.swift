// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  func listModes(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(DeviceListMessage.self, body)
    let plugin = try objects.plugin(request.object)
    let table = try plugin.table(imp_camera_control_ability.self, IMP_CAMERA_CONTROL_ID)
    return try list(message.list, &reply, \.size) {
      table.pointee.modes(plugin.plugin, message.locator, $0, $1)
    }
  }

  func listControls(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(DeviceListMessage.self, body)
    let plugin = try objects.plugin(request.object)
    let table = try plugin.table(imp_camera_control_ability.self, IMP_CAMERA_CONTROL_ID)
    return try list(message.list, &reply, \.size) {
      table.pointee.controls(plugin.plugin, message.locator, $0, $1)
    }
  }

  func setControl(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(SetControlMessage.self, body)
    let plugin = try objects.plugin(request.object)
    let table = try plugin.table(imp_camera_control_ability.self, IMP_CAMERA_CONTROL_ID)
    let place = try reply.reserve(message.fields.value)
    var value = message.fields.value
    let status = table.pointee.set(plugin.plugin, message.locator, message.fields.control, &value)
    reply.set(value, at: place)
    return status
  }
}
