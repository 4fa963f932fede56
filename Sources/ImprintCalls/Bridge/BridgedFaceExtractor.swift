// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension RemoteObject {
  /// A template of a face that may be absent.
  func faceExtractorExtract(
    _ image: UnsafePointer<imp_image>, _ face: UnsafePointer<imp_face>?,
    _ landmarks: UnsafePointer<imp_point3>?, _ landmarkCount: UInt32,
    _ payload: UnsafeMutablePointer<imp_buffer>, _ extraction: UnsafeMutablePointer<imp_extraction>
  ) -> imp_status {
    guard isPresent(image), isPresent(payload), isPresent(extraction) else { return IMP_E_ARGUMENT }
    guard judge(image) == IMP_OK, judge(UnsafePointer(extraction)) == IMP_OK,
      face.map({ judge($0) == IMP_OK }) ?? true
    else { return IMP_E_ABI }
    let message = ExtractMessage(
      ExtractMessage.Fields(
        extraction: extraction.pointee, room: BufferRoom(payload.pointee), hasFace: face == nil ? 0 : 1,
        landmarkCount: landmarkCount, hasLandmarks: landmarks == nil ? 0 : 1),
      image.pointee, face: face?.pointee,
      landmarks: UnsafeBufferPointer(start: landmarks, count: landmarks == nil ? 0 : Int(landmarkCount)))
    return fill(.faceExtractorExtract, payload, extraction, message)
  }
}
