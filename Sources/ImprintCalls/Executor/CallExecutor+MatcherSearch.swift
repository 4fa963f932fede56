// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  func searchPrepare(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(SearchPrepareRequest.self, body)
    var gallery = message.gallery
    let search = try object(request, SearchObject.self)
    let place = try reply.reserve(UInt64(0))
    let told = try reply.part(Int(gallery.count) * MemoryLayout<Int32>.size)
    let statuses = told.bytes.bindMemory(to: Int32.self)
    // What the plugin leaves out must not pass for an entry.
    statuses.initialize(repeating: IMP_E_INTERNAL)
    let part = try reply.part(message.entries.capacity, behind: told)
    var buffer = part.buffer(like: message.entries)
    let status = search.table.pointee.prepare(
      search.object, &gallery, &buffer, message.statuses == nil ? nil : statuses.baseAddress)
    reply.set(UInt64(UInt(bitPattern: buffer.length)), at: place)
    guard status == IMP_OK else { return status }
    let filled = try part.filled(buffer)
    reply.keep(told.bytes.count, of: told)
    reply.keep(filled, of: part)
    return status
  }
}
