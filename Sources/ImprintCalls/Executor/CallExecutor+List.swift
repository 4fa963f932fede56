// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  /// Has a plugin fill an array of a list's structs.
  func list<Entry>(
    _ message: ListMessage, _ reply: inout ReplyWriter, _ size: WritableKeyPath<Entry, UInt32>,
    fill: (UnsafeMutablePointer<Entry>?, UnsafeMutablePointer<Int>) -> imp_status
  ) throws(ExecutionFault) -> imp_status {
    let fields = message.fields
    let capacity = Int(fields.capacity)
    let place = try reply.reserve(UInt64(0))
    let part = try reply.part(capacity * MemoryLayout<Entry>.stride)
    let entries = part.bytes.bindMemory(to: Entry.self)
    for index in entries.indices { entries[index][keyPath: size] = UInt32(MemoryLayout<Entry>.size) }
    var count = capacity
    let status = fill(fields.isThere == 0 ? nil : entries.baseAddress, &count)
    reply.set(UInt64(UInt(bitPattern: count)), at: place)
    guard status == IMP_OK else { return status }
    guard (0...capacity).contains(count) else {
      throw .breach("it says it filled \(count) entries, and had room for \(capacity).")
    }
    reply.keep(count * MemoryLayout<Entry>.stride, of: part)
    return status
  }
}
