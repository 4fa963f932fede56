// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  func openWatch(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    let plugin = try objects.plugin(request.object)
    let table = try plugin.table(imp_device_watch_ability.self, IMP_DEVICE_WATCH_ID)
    return try make(of: plugin, table, &reply, destroy: table.pointee.close, as: ExecutedObject.watch) {
      table.pointee.open(plugin.plugin, &$0)
    }
  }

  func nextEvent(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(NextEventMessage.self, body)
    let watch = try objects.watch(request.object)
    var event = imp_device_event()
    event.size = UInt32(MemoryLayout<imp_device_event>.size)
    let place = try reply.reserve(event)
    let status = watch.table.pointee.next(watch.object, message.timeout, &event)
    reply.set(event, at: place)
    return status
  }

  func cancelWatch(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    let watch = try objects.watch(request.object)
    watch.beforeEnd { watch.table.pointee.cancel(watch.object) }
    return IMP_OK
  }

  func closeWatch(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    try objects.watch(request.object).end()
    objects.remove(request.object)
    return IMP_OK
  }
}
