// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension RemoteObject {
  func matcherCompareMany(
    _ probe: imp_bytes, _ probeVersion: UInt32, _ gallery: UnsafePointer<imp_gallery>,
    _ similarities: UnsafeMutablePointer<Float>?
  ) -> imp_status {
    let status = judge(gallery)
    guard status == IMP_OK else { return status }
    let whole = gallery.pointee
    guard let parts = GalleryParts(whole) else {
      return compareMany(probe, probeVersion, whole, similarities, count: whole.count)
    }
    // In several calls: outputs are written when the last one has succeeded, as if it were one.
    var answers = [Float](repeating: .infinity, count: Int(whole.count))
    let answer = answers.withUnsafeMutableBufferPointer { room in
      parts.each { part, first in
        compareMany(probe, probeVersion, part, room.baseAddress.map { $0 + first }, count: part.count)
      }
    }
    if answer == IMP_OK, let similarities { similarities.update(from: answers, count: answers.count) }
    return answer
  }

  private func compareMany(
    _ probe: imp_bytes, _ probeVersion: UInt32, _ gallery: imp_gallery,
    _ similarities: UnsafeMutablePointer<Float>?, count: UInt64
  ) -> imp_status {
    if let status = overflow(of: gallery) { return status }
    let message = CompareManyMessage(
      CompareManyFields(
        gallery: gallery, probe: probe, probeVersion: probeVersion, hasRoom: similarities == nil ? 0 : 1))
    let bytes = Int(count) * MemoryLayout<Float>.size
    return call(.matcherCompareMany, message, room: ReplyHead.room(0, bulk: bytes)) {
      (status, reply) throws(MalformedBody) in
      guard status == IMP_OK else { return status }
      let answers = try reply.bulk(UInt64(bytes))
      try reply.finish()
      if let similarities { UnsafeMutableRawPointer(similarities).copy(answers) }
      return status
    }
  }

  func matcherFuse(
    _ gallery: UnsafePointer<imp_gallery>, _ payload: UnsafeMutablePointer<imp_buffer>,
    _ fusion: UnsafeMutablePointer<imp_fusion>
  ) -> imp_status {
    if let status = absence(payload) ?? misfit(fusion) { return status }
    let status = judge(gallery)
    guard status == IMP_OK else { return status }
    if let status = overflow(of: gallery.pointee) { return status }
    let message = FuseMessage(
      FuseFields(gallery: gallery.pointee, fusion: fusion.pointee, room: BufferRoom(payload.pointee)))
    return fill(.matcherFuse, payload, fusion, message)
  }

  /// The answer to a gallery of more templates than any data hold.
  private func overflow(of gallery: imp_gallery) -> imp_status? {
    guard gallery.count > GalleryParts.mostTemplates else { return nil }
    host.report(IMP_E_ARGUMENT, "a gallery of \(gallery.count) templates does not fit its data.")
    return IMP_E_ARGUMENT
  }
}
