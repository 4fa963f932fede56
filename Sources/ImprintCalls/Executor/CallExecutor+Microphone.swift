// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  func listMicrophones(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(ListMessage.self, body)
    let plugin = try objects.plugin(request.object)
    let table = try plugin.table(imp_microphone_ability.self, IMP_MICROPHONE_ID)
    return try list(message, &reply, \.size) { table.pointee.list(plugin.plugin, $0, $1) }
  }

  func openMicrophone(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(OpenMicrophoneMessage.self, body)
    var (options, format) = (message.options, message.format)
    let plugin = try objects.plugin(request.object)
    let table = try plugin.table(imp_microphone_ability.self, IMP_MICROPHONE_ID)
    // Before a device is opened: room for what it is told with.
    _ = try reply.part(MemoryLayout<UInt64>.size + MemoryLayout<imp_audio_format>.size)
    let status = try make(
      of: plugin, table, &reply, destroy: table.pointee.close, as: ExecutedObject.microphone
    ) {
      table.pointee.open(plugin.plugin, &options, &format, &$0)
    }
    if status == IMP_OK { try reply.put(format) }
    return status
  }

  func readSound(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let fields = try read(FillMessage<imp_audio_chunk>.self, body).fields
    let microphone = try objects.microphone(request.object)
    return try fill(fields, &reply) {
      microphone.table.pointee.read(microphone.object, fields.timeout, $0, $1)
    }
  }

  func cancelMicrophone(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    let microphone = try objects.microphone(request.object)
    microphone.beforeEnd { microphone.table.pointee.cancel(microphone.object) }
    return IMP_OK
  }

  func closeMicrophone(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    try objects.microphone(request.object).end()
    objects.remove(request.object)
    return IMP_OK
  }
}
