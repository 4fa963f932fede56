// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  /// A template of a face, which may be absent.
  func faceExtractorExtract(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    var message = try read(ExtractMessage.self, body)
    let extractor = try object(request, FaceExtractorObject.self)
    let fields = message.fields
    let landmarks = message.landmarks.baseAddress ?? (fields.hasLandmarks == 0 ? nil : .present)
    return try fill(fields.room, fields.extraction, &reply) { buffer, extraction in
      withUnsafePointer(to: &message.image.image) { image in
        func extract(_ face: UnsafePointer<imp_face>?) -> imp_status {
          extractor.table.pointee.extract(
            extractor.object, image, face, landmarks, fields.landmarkCount, buffer, extraction)
        }
        guard var face = message.face else { return extract(nil) }
        return extract(&face)
      }
    }
  }
}
