// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  func faceExtractorExtract(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let extractor = try object(request, FaceExtractorObject.self)
    return try extract(by: extractor.table.pointee.extract, extractor.object, body, &reply)
  }

  /// A function that makes a template of a face, which may be absent.
  typealias ExtractOfFace =
    @convention(c) (
      OpaquePointer, UnsafePointer<imp_image>, UnsafePointer<imp_face>?, UnsafePointer<imp_point3>?, UInt32,
      UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<imp_extraction>
    ) -> imp_status

  func extract(
    by extract: ExtractOfFace, _ extractor: OpaquePointer, _ body: UnsafeRawBufferPointer,
    _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    var message = try read(ExtractMessage.self, body)
    var extraction = message.fields.extraction
    let place = try reply.reserve(ExtractionResult(length: 0, extraction: extraction))
    let part = try reply.part(Int(message.fields.capacity))
    var buffer = part.buffer(isThere: message.fields.hasRoom != 0, length: message.fields.length)
    let landmarks = message.landmarks.baseAddress ?? (message.fields.hasLandmarks == 0 ? nil : .present)
    let count = message.fields.landmarkCount
    let status: imp_status
    if var face = message.face {
      status = extract(extractor, &message.image.image, &face, landmarks, count, &buffer, &extraction)
    } else {
      status = extract(extractor, &message.image.image, nil, landmarks, count, &buffer, &extraction)
    }
    let length = UInt64(UInt(bitPattern: buffer.length))
    reply.set(ExtractionResult(length: length, extraction: extraction), at: place)
    if status == IMP_OK { reply.keep(try part.filled(buffer), of: part) }
    return status
  }
}
