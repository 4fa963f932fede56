// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// `face-capture.step`. Answered with success by a count, and that many events as bulk.
struct StepMessage: CallMessage {
  struct Fields: BitwiseCopyable {
    var now: UInt64
    var input: UInt32
    var capacity: UInt32
    var hasImage: UInt32
    var faces: LentFaces.Counts
    var reserved: UInt32 = 0
  }

  var now: UInt64
  var input: UInt32
  var capacity: UInt32
  var image: imp_image?
  var faces: LentFaces

  /// No step makes more; a list with more room is lent as one with this much.
  static let mostEvents = UInt32(IMP_CAPTURE_EVENTS_MAXIMUM)

  func encode(to sink: inout some BodySink) {
    sink.put(
      Fields(now: now, input: input, capacity: capacity, hasImage: image == nil ? 0 : 1, faces: faces.counts),
      .plain)
    if let image { LentImage(image).encodeHeader(to: &sink) }
    faces.encode(to: &sink)
    if let image { LentImage(image).encodePixels(to: &sink) }
  }
}

extension StepMessage {
  init(from reader: inout BodyReader) throws(MalformedBody) {
    let fields = try reader.take(Fields.self)
    (now, input, capacity) = (fields.now, fields.input, fields.capacity)
    guard capacity <= Self.mostEvents else {
      throw MalformedBody("room for \(capacity) events; \(Self.mostEvents) are allowed.")
    }
    let header = fields.hasImage == 0 ? nil : try LentImage.header(from: &reader)
    faces = try LentFaces(fields.faces, from: &reader)
    image = nil
    if let header { image = try LentImage(header, pixelsFrom: &reader).image }
  }
}
