// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  func searchCreate(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    var fields = try read(SearchCreateMessage.self, body).fields
    let it = try provider(request, imp_matcher_search_ability.self)
    let memory = try lent(fields.block.memory, with: request)
    fields.block.memory.data = memory?.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    return try make(it, SearchObject.self, &reply, lending: memory) {
      it.table.pointee.create(it.object, &fields.options, &fields.block, $0)
    }
  }

  /// The memory that a request announces; `nil` where it announces none.
  private func lent(
    _ header: imp_bytes, with request: CallRequest
  ) throws(ExecutionFault) -> CallMemory? {
    guard header.data != nil else { return nil }
    guard let memory = request.memory else {
      throw ExecutionFault(
        status: IMP_E_MEMORY, sentence: "the \(header.length) bytes that it is lent could not be mapped.",
        isBreach: false)
    }
    guard memory.count == header.length else {
      throw .request("\(header.length) bytes are to be lent, and \(memory.count) came with the call.")
    }
    return memory
  }

  func searchPrepare(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    var fields = try read(PrepareMessage.self, body).fields
    let search = try object(request, SearchObject.self)
    let place = try reply.reserve(UInt64(0))
    let told = try reply.part(Int(fields.gallery.count) * MemoryLayout<Int32>.size)
    let statuses = told.bytes.bindMemory(to: Int32.self)
    // What the plugin leaves out must not pass for an entry.
    statuses.initialize(repeating: IMP_E_INTERNAL)
    let part = try reply.part(Int(fields.room.capacity), behind: told)
    var buffer = part.buffer(isThere: fields.room.isThere != 0, length: fields.room.length)
    let status = search.table.pointee.prepare(
      search.object, &fields.gallery, &buffer, fields.hasStatuses == 0 ? nil : statuses.baseAddress)
    reply.set(UInt64(UInt(bitPattern: buffer.length)), at: place)
    guard status == IMP_OK else { return status }
    let filled = try part.filled(buffer)
    reply.keep(told.bytes.count, of: told)
    reply.keep(filled, of: part)
    return status
  }

  func searchSearch(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    var fields = try read(SearchMessage.self, body).fields
    let search = try object(request, SearchObject.self)
    let place = try reply.reserve(UInt64(0))
    let part = try reply.part(Int(fields.capacity) * MemoryLayout<imp_search_hit>.stride)
    guard let hits = part.bytes.bindMemory(to: imp_search_hit.self).baseAddress else {
      throw .request("there is no room for hits.")
    }
    var result = imp_search_result(
      size: UInt32(MemoryLayout<imp_search_result>.size), capacity: fields.capacity, count: 0, reserved: 0,
      hits: hits)
    let status = search.table.pointee.search(search.object, fields.probe, &fields.query, &result)
    reply.set(UInt64(result.count), at: place)
    guard status == IMP_OK else { return status }
    guard result.count <= fields.capacity else {
      throw .breach("it says it found \(result.count), and had room for \(fields.capacity).")
    }
    reply.keep(Int(result.count) * MemoryLayout<imp_search_hit>.stride, of: part)
    return status
  }
}
