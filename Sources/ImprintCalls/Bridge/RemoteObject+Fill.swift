// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension RemoteObject {
  /// Calls what fills a buffer and a struct beside it.
  func fill<Info: BitwiseCopyable>(
    _ function: CallFunction, _ timeout: UInt64, _ bytes: UnsafeMutablePointer<imp_buffer>,
    _ info: UnsafeMutablePointer<Info>
  ) -> imp_status {
    let status = judge(UnsafePointer(info), ownSize)
    guard status == IMP_OK else { return status }
    guard isPresent(bytes) else { return IMP_E_ARGUMENT }
    let buffer = bytes.pointee
    let capacity = buffer.room
    let message = FillMessage<Info>(
      FillMessage.Fields(
        timeout: timeout, capacity: UInt64(capacity), length: UInt64(UInt(bitPattern: buffer.length)),
        isThere: buffer.data == nil ? 0 : 1, info: info.pointee))
    let room = ReplyHead.room(MemoryLayout<FillResult<Info>>.size, bulk: capacity)
    return call(function, message, room: room, patience: timeout) {
      (status, reply) throws(MalformedBody) in
      let result = try reply.take(FillResult<Info>.self)
      try reply.fill(bytes, status, length: result.length, capacity: capacity)
      if status == IMP_OK { info.pointee = result.info }
      return status
    }
  }
}
