// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension BridgedTables {
  nonisolated(unsafe) static let microphone: UnsafePointer<imp_microphone_ability> = lasting(
    imp_microphone_ability(
      size: UInt32(MemoryLayout<imp_microphone_ability>.size), reserved: 0,
      list: { RemotePlugin.of($0).list(.microphoneList, $1, $2, \.size) { $0 } },
      open: { RemotePlugin.of($0).openMicrophone($1, $2, $3) },
      read: { RemoteObject.of($0).readSound($1, $2, $3) },
      cancel: { RemoteObject.of($0).command(.microphoneCancel) },
      close: { RemoteObject.end($0) }))
}

extension RemotePlugin {
  fileprivate func openMicrophone(
    _ options: UnsafePointer<imp_microphone_options>, _ format: UnsafeMutablePointer<imp_audio_format>,
    _ microphone: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status {
    for status in [judge(options, \.size), judge(UnsafePointer(format), \.size)] where status != IMP_OK {
      return status
    }
    guard isPresent(microphone),
      let object = object(
        .microphoneOpen, OpenMicrophoneMessage(options.pointee, format: format.pointee),
        ending: .microphoneClose,
        loss: .gone(IMP_E_DEVICE_GONE, words: "the plugin's process has ended, and the microphone with it."))
    else { return IMP_E_ARGUMENT }
    var given = format.pointee
    let status = object.make(microphone, room: MemoryLayout<imp_audio_format>.size) {
      reply throws(MalformedBody) in
      given = try reply.take(imp_audio_format.self)
    }
    if status == IMP_OK { format.pointee = given }
    return status
  }
}

extension RemoteObject {
  fileprivate func readSound(
    _ timeout: UInt64, _ samples: UnsafeMutablePointer<imp_buffer>,
    _ chunk: UnsafeMutablePointer<imp_audio_chunk>
  ) -> imp_status {
    let status = judge(UnsafePointer(chunk), \.size)
    guard status == IMP_OK else { return status }
    guard isPresent(samples) else { return IMP_E_ARGUMENT }
    let buffer = samples.pointee
    let capacity = buffer.room
    let message = ReadSoundMessage(
      ReadSoundMessage.Fields(
        timeout: timeout, capacity: UInt64(capacity), length: UInt64(UInt(bitPattern: buffer.length)),
        isThere: buffer.data == nil ? 0 : 1, chunk: chunk.pointee))
    let room = ReplyHead.room(MemoryLayout<ChunkResult>.size, bulk: capacity)
    return call(.microphoneRead, message, room: room, patience: timeout) {
      (status, reply) throws(MalformedBody) in
      let result = try reply.take(ChunkResult.self)
      try reply.fill(samples, status, length: result.length, capacity: capacity)
      if status == IMP_OK { chunk.pointee = result.chunk }
      return status
    }
  }
}
