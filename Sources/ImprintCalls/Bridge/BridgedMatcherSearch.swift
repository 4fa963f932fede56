// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension RemotePlugin {
  func searchCreate(
    _ options: UnsafePointer<imp_search_options>, _ block: UnsafePointer<imp_search_block>,
    _ search: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status {
    if let status = misfit(options) ?? misfit(block) ?? absence(search) { return status }
    let message = SearchCreateMessage(options.pointee, block.pointee)
    let memory = CallMemory(block.pointee.memory.raw)
    guard let object = object(.searchCreate, message, SearchObject.self, lending: memory) else {
      return IMP_E_ARGUMENT
    }
    return object.make(search)
  }
}

extension RemoteObject {
  /// How much longer a call may take for each template that is prepared, and each entry that is searched, in
  /// nanoseconds: what they are is in no message, or is short there.
  private static let patienceOfTemplate: UInt64 = 50_000_000
  private static let patienceOfEntry: UInt64 = 20_000

  func searchPrepare(
    _ gallery: UnsafePointer<imp_gallery>, _ entries: UnsafeMutablePointer<imp_buffer>,
    _ statuses: UnsafeMutablePointer<Int32>?
  ) -> imp_status {
    if let status = absence(entries) ?? misfit(gallery) { return status }
    let (lent, buffer) = (gallery.pointee, entries.pointee)
    guard lent.count <= IMP_SEARCH_PREPARED_MAXIMUM else {
      host.report(
        IMP_E_ARGUMENT, "\(lent.count) templates; \(IMP_SEARCH_PREPARED_MAXIMUM) are prepared at once.")
      return IMP_E_ARGUMENT
    }
    let capacity = buffer.room
    let message = PrepareMessage(
      PrepareFields(gallery: lent, room: BufferRoom(buffer), hasStatuses: statuses == nil ? 0 : 1))
    let statusBytes = lent.count * UInt64(MemoryLayout<Int32>.size)
    let room = ReplyHead.room(8, bulk: Int(statusBytes), capacity)
    let patience = lent.count * Self.patienceOfTemplate
    return call(.searchPrepare, message, room: room, patience: patience) {
      (status, reply) throws(MalformedBody) in
      let length = try reply.take(UInt64.self)
      let told = status == IMP_OK ? try reply.bulk(statusBytes) : .none
      try reply.fill(entries, status, length: length, capacity: capacity)
      if let statuses { UnsafeMutableRawPointer(statuses).copy(told) }
      return status
    }
  }

  func searchSearch(
    _ probe: imp_bytes, _ query: UnsafePointer<imp_search_query>,
    _ result: UnsafeMutablePointer<imp_search_result>
  ) -> imp_status {
    if let status = misfit(query) ?? misfit(UnsafePointer(result)) { return status }
    let hits = result.pointee.hits
    guard isPresent(hits) else { return IMP_E_ARGUMENT }
    let capacity = result.pointee.capacity
    // As a plugin does; a message with more is malformed.
    guard capacity <= SearchMessage.mostHits else {
      host.report(
        IMP_E_ARGUMENT, "Room for \(capacity) hits; 1 to \(SearchMessage.mostHits) are allowed.")
      return IMP_E_ARGUMENT
    }
    let message = SearchMessage(SearchMessage.Fields(probe: probe, query: query.pointee, capacity: capacity))
    let stride = MemoryLayout<imp_search_hit>.stride
    let patience = UInt64(query.pointee.used) * Self.patienceOfEntry
    let room = ReplyHead.room(8, bulk: Int(capacity) * stride)
    return call(.searchSearch, message, room: room, patience: patience) {
      (status, reply) throws(MalformedBody) in
      // A short list of hits is no failure: it is the best of them.
      guard status == IMP_OK else { return status }
      let count = try reply.take(UInt64.self)
      guard count <= capacity else {
        throw MalformedBody("\(count) hits, for which there is room for \(capacity).")
      }
      let bytes = try reply.bulk(count * UInt64(stride))
      try reply.finish()
      UnsafeMutableRawPointer(hits).copy(bytes)
      result.pointee.count = UInt32(count)
      return status
    }
  }
}
