// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// `face-tracker.track`. Answered by ``LentFaces/Counts``, and with success that many faces and landmarks as
/// bulk.
struct TrackMessage: CallMessage {
  struct Room: BitwiseCopyable {
    var timestamp: UInt64
    var faceCapacity: UInt32
    var landmarkCapacity: UInt32
    /// What the counts were before.
    var faceCount: UInt32
    var landmarkCount: UInt32
    /// 1: there is an array.
    var hasFaces: UInt32
    var hasLandmarks: UInt32
  }

  var image: LentImage
  var room: Room

  init(_ image: imp_image, _ room: Room) {
    self.image = LentImage(image)
    self.room = room
  }

  func encode(to sink: inout some BodySink) {
    sink.put(room, .plain)
    image.encodeHeader(to: &sink)
    image.encodePixels(to: &sink)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    room = try reader.take(Room.self)
    guard room.faceCapacity <= CallLimit.faces, room.landmarkCapacity <= CallLimit.landmarks else {
      throw MalformedBody("a list for \(room.faceCapacity) faces and \(room.landmarkCapacity) landmarks.")
    }
    let header = try LentImage.header(from: &reader)
    image = try LentImage(header, pixelsFrom: &reader)
  }
}
