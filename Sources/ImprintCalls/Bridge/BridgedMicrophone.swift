// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension BridgedTables {
  nonisolated(unsafe) static let microphone: UnsafePointer<imp_microphone_ability> = lasting(
    imp_microphone_ability(
      size: UInt32(MemoryLayout<imp_microphone_ability>.size), reserved: 0,
      list: { RemotePlugin.of($0).list(.microphoneList, $1, $2, \.size) { $0 } },
      open: { RemotePlugin.of($0).openMicrophone($1, $2, $3) },
      read: { RemoteObject.of($0).fill(.microphoneRead, $1, $2, $3) },
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
