// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension RemoteObject {
  func faceExtractorExtract(
    _ image: UnsafePointer<imp_image>, _ face: UnsafePointer<imp_face>?,
    _ landmarks: UnsafePointer<imp_point3>?, _ landmarkCount: UInt32,
    _ payload: UnsafeMutablePointer<imp_buffer>, _ extraction: UnsafeMutablePointer<imp_extraction>
  ) -> imp_status {
    extract(.faceExtractorExtract, image, face, landmarks, landmarkCount, payload, extraction)
  }

  /// A template of a face that may be absent.
  func extract(
    _ function: CallFunction, _ image: UnsafePointer<imp_image>, _ face: UnsafePointer<imp_face>?,
    _ landmarks: UnsafePointer<imp_point3>?, _ landmarkCount: UInt32,
    _ payload: UnsafeMutablePointer<imp_buffer>, _ extraction: UnsafeMutablePointer<imp_extraction>
  ) -> imp_status {
    guard isPresent(image), isPresent(payload), isPresent(extraction) else { return IMP_E_ARGUMENT }
    guard judge(image) == IMP_OK, judge(UnsafePointer(extraction)) == IMP_OK,
      face.map({ judge($0) == IMP_OK }) ?? true
    else { return IMP_E_ABI }
    let buffer = payload.pointee
    let capacity = buffer.room
    let message = ExtractMessage(
      ExtractMessage.Fields(
        extraction: extraction.pointee, capacity: UInt64(capacity),
        length: UInt64(UInt(bitPattern: buffer.length)), hasRoom: buffer.data == nil ? 0 : 1,
        hasFace: face == nil ? 0 : 1, landmarkCount: landmarkCount, hasLandmarks: landmarks == nil ? 0 : 1),
      image.pointee, face: face?.pointee,
      landmarks: UnsafeBufferPointer(start: landmarks, count: landmarks == nil ? 0 : Int(landmarkCount)))
    let room = ReplyHead.room(MemoryLayout<ExtractionResult>.size, bulk: capacity)
    return call(function, message, room: room) { (status, reply) throws(MalformedBody) in
      let result = try reply.take(ExtractionResult.self)
      try reply.fill(payload, status, length: result.length, capacity: capacity)
      if status == IMP_OK { extraction.pointee = result.extraction }
      return status
    }
  }
}
