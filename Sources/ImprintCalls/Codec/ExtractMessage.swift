// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// An image, and a face in it that may be absent. Answered by ``FillResult``, and with success the template
/// as bulk.
struct ExtractMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    var extraction: imp_extraction
    var room: BufferRoom
    var hasFace: UInt32
    var landmarkCount: UInt32
    /// 1: there is an array of landmarks.
    var hasLandmarks: UInt32
  }

  var fields: Fields
  var image: LentImage
  var face: imp_face?
  var landmarks: UnsafeBufferPointer<imp_point3>

  init(_ fields: Fields, _ image: imp_image, face: imp_face?, landmarks: UnsafeBufferPointer<imp_point3>) {
    self.fields = fields
    self.image = LentImage(image)
    self.face = face
    self.landmarks = landmarks
  }

  func encode(to sink: inout some BodySink) {
    sink.put(fields, .plain)
    if let face { sink.put(face, .faces) }
    image.encodeHeader(to: &sink)
    sink.bulk(UnsafeRawBufferPointer(landmarks), .numbers)
    image.encodePixels(to: &sink)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    fields = try reader.take(Fields.self)
    try fields.room.judge("a template")
    guard fields.landmarkCount <= CallLimit.landmarks else {
      throw MalformedBody("a template of \(fields.landmarkCount) landmarks.")
    }
    try expectOwnSize(fields.extraction)
    face = fields.hasFace == 0 ? nil : try reader.take(imp_face.self)
    if let face { try expectOwnSize(face) }
    let header = try LentImage.header(from: &reader)
    landmarks = try reader.elements(
      imp_point3.self, count: fields.hasLandmarks == 0 ? 0 : fields.landmarkCount)
    image = try LentImage(header, pixelsFrom: &reader)
  }
}
