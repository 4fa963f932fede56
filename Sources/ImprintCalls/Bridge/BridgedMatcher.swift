// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension BridgedTables {
  // The contract's describe never answers null, and its caller looks all the same: there is nothing else to
  // answer where the other side cannot be asked.
  typealias Describe = @convention(c) (OpaquePointer) -> UnsafePointer<imp_matcher_info>
  static let matcherDescribe: Describe = unsafeBitCast(describe, to: Describe.self)
  private static let describe: @convention(c) (OpaquePointer) -> UnsafePointer<imp_matcher_info>? = {
    RemotePlugin.of($0).describeMatcher()
  }
}

extension RemoteObject {
  func matcherExtract(
    _ image: UnsafePointer<imp_image>, _ face: UnsafePointer<imp_face>?,
    _ landmarks: UnsafePointer<imp_point3>?, _ landmarkCount: UInt32,
    _ payload: UnsafeMutablePointer<imp_buffer>, _ extraction: UnsafeMutablePointer<imp_extraction>
  ) -> imp_status {
    extract(.matcherExtract, image, face, landmarks, landmarkCount, payload, extraction)
  }

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
    guard count <= GalleryParts.mostTemplates else {
      host.report(IMP_E_ARGUMENT, "a gallery of \(count) templates does not fit its data.")
      return IMP_E_ARGUMENT
    }
    let message = CompareManyMessage(
      CompareManyMessage.Fields(
        gallery: gallery, probe: probe, probeVersion: probeVersion, hasRoom: similarities == nil ? 0 : 1),
      offsets: UnsafeBufferPointer(
        start: gallery.offsets, count: gallery.offsets == nil ? 0 : Int(count) + 1))
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
}
