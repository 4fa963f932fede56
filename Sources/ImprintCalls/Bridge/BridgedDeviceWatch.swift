// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension BridgedTables {
  nonisolated(unsafe) static let deviceWatch: UnsafePointer<imp_device_watch_ability> = lasting(
    imp_device_watch_ability(
      size: UInt32(MemoryLayout<imp_device_watch_ability>.size), reserved: 0,
      open: { RemotePlugin.of($0).openWatch($1) },
      next: { RemoteObject.of($0).nextEvent($1, $2) },
      cancel: { RemoteObject.of($0).command(.watchCancel) },
      close: { RemoteObject.end($0) }))
}

extension RemotePlugin {
  fileprivate func openWatch(_ watch: UnsafeMutablePointer<OpaquePointer?>) -> imp_status {
    // Not made again: what came and went meanwhile, a new watch would not tell.
    guard isPresent(watch),
      let object = object(
        .watchOpen, EmptyMessage(), ending: .watchClose,
        loss: .gone(IMP_E_STATE, words: "the plugin's process has ended, and the watch with it."))
    else { return IMP_E_ARGUMENT }
    return object.make(watch)
  }
}

extension RemoteObject {
  fileprivate func nextEvent(
    _ timeout: UInt64, _ event: UnsafeMutablePointer<imp_device_event>
  ) -> imp_status {
    let status = judge(UnsafePointer(event), \.size)
    guard status == IMP_OK else { return status }
    let room = ReplyHead.room(MemoryLayout<imp_device_event>.size)
    return call(.watchNext, NextEventMessage(timeout: timeout), room: room, patience: timeout) {
      (status, reply) throws(MalformedBody) in
      let result = try reply.take(imp_device_event.self)
      try reply.finish()
      if status == IMP_OK { event.pointee = result }
      return status
    }
  }
}
