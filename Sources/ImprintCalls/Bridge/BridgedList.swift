// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension RemotePlugin {
  /// Has a list of the plugin's filled.
  /// - Parameter message: the request, of the list that is asked for.
  func list<Entry>(
    _ function: CallFunction, _ entries: UnsafeMutablePointer<Entry>?, _ count: UnsafeMutablePointer<Int>,
    _ size: (Entry) -> UInt32, message: (ListMessage) -> some CallMessage
  ) -> imp_status {
    guard isPresent(count) else { return IMP_E_ARGUMENT }
    // A size_t beyond all lists comes as a negative number.
    let capacity = count.pointee < 0 ? CallLimit.entries : min(count.pointee, CallLimit.entries)
    if let entries {
      let status = judge(UnsafeBufferPointer(start: entries, count: capacity), size)
      guard status == IMP_OK else { return status }
    }
    let stride = MemoryLayout<Entry>.stride
    let request = message(ListMessage(capacity: UInt32(capacity), isThere: entries != nil))
    return call(function, request, room: ReplyHead.room(8, bulk: capacity * stride)) {
      (status, reply) throws(MalformedBody) in
      let found = try reply.take(UInt64.self)
      if status == IMP_OK {
        guard found <= capacity else {
          throw MalformedBody("it lists \(found) entries, and had room for \(capacity).")
        }
        let bytes = try reply.bulk(found * UInt64(stride))
        try reply.finish()
        if let entries { UnsafeMutableRawPointer(entries).copy(bytes) }
      } else {
        try reply.finish()
      }
      count.pointee = Int(truncatingIfNeeded: found)
      return status
    }
  }
}
