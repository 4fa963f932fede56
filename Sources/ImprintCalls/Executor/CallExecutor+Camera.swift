// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  func listCameras(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(ListMessage.self, body)
    let plugin = try objects.plugin(request.object)
    let table = try plugin.table(imp_camera_ability.self, IMP_CAMERA_ID)
    return try list(message, &reply, \.size) { table.pointee.list(plugin.plugin, $0, $1) }
  }

  func openCamera(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    var options = try read(OpenCameraMessage.self, body).options
    let plugin = try objects.plugin(request.object)
    let table = try plugin.table(imp_camera_ability.self, IMP_CAMERA_ID)
    return try make(of: plugin, table, &reply, destroy: table.pointee.close, as: ExecutedObject.camera) {
      table.pointee.open(plugin.plugin, &options, &$0)
    }
  }

  func nextFrame(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let fields = try read(FillMessage<imp_frame>.self, body).fields
    let camera = try objects.camera(request.object)
    return try fill(fields, &reply) { camera.table.pointee.next_frame(camera.object, fields.timeout, $0, $1) }
  }

  func cancelCamera(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    let camera = try objects.camera(request.object)
    camera.beforeEnd { camera.table.pointee.cancel(camera.object) }
    return IMP_OK
  }

  func closeCamera(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    try objects.camera(request.object).end()
    objects.remove(request.object)
    return IMP_OK
  }
}

extension ReplyWriter.Part {
  /// The part as a plugin is lent it.
  func buffer(isThere: Bool, length: UInt64) -> imp_buffer {
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    return imp_buffer(
      data: isThere ? start ?? .present : nil, capacity: bytes.count, length: Int(truncatingIfNeeded: length))
  }

  /// How much a plugin has filled, once it is not more than there is.
  func filled(_ buffer: imp_buffer) throws(ExecutionFault) -> Int {
    guard (0...bytes.count).contains(buffer.length) else {
      throw .breach(
        "it says it filled \(UInt(bitPattern: buffer.length)) bytes, and had room for \(bytes.count).")
    }
    return buffer.length
  }
}
