// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension RemoteObject {
  /// How much longer a call may take for each template, in nanoseconds.
  private static let patienceOfTemplate: UInt64 = 50_000_000

  func searchPrepare(
    _ gallery: UnsafePointer<imp_gallery>, _ entries: UnsafeMutablePointer<imp_buffer>,
    _ statuses: UnsafeMutablePointer<Int32>?
  ) -> imp_status {
    if let status = absence(entries) ?? misfit(gallery) { return status }
    let request = SearchPrepareRequest(
      gallery: gallery.pointee, entries: entries.pointee, statuses: statuses)
    let (count, capacity) = (request.gallery.count, request.entries.room)
    if let status = excess(.searchPrepare, count, most: IMP_SEARCH_PREPARED_MAXIMUM, "gallery.count") {
      return status
    }
    let statusBytes = count * UInt64(MemoryLayout<Int32>.size)
    let room = ReplyHead.room(8, bulk: Int(statusBytes), capacity)
    let patience = count * Self.patienceOfTemplate
    return call(.searchPrepare, request, room: room, patience: patience) {
      (status, reply) throws(MalformedBody) in
      let length = try reply.take(UInt64.self)
      let told = status == IMP_OK ? try reply.bulk(statusBytes) : .none
      try reply.fill(entries, status, length: length, capacity: capacity)
      if let statuses { UnsafeMutableRawPointer(statuses).copy(told) }
      return status
    }
  }
}
