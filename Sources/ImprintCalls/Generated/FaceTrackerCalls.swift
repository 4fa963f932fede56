// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/face-tracker.yaml and
// imprint/draft/face-tracker.h; change that, not this.
// swift-format-ignore-file
package import CImprint

/// An `imp_face_tracker`.
enum FaceTrackerObject: AbilityObject {
  static let noun = "face tracker"
  static let ending = CallFunction.trackerDestroy
  static let loss = RemoteLoss.makeAgain

  static func end(_ table: UnsafePointer<imp_face_tracker_ability>, _ object: OpaquePointer) {
    table.pointee.destroy(object)
  }
}

extension imp_face_tracker_ability: AbilityTable {
  package static var id: String { IMP_FACE_TRACKER_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_face_tracker_ability(
      size: UInt32(MemoryLayout<imp_face_tracker_ability>.size), reserved: 0,
      create: { it, options, tracker in
        if let status = misfit(options) ?? absence(tracker) { return status }
        let request = TrackerCreateRequest(options: options.pointee)
        return RemotePlugin.of(it).make(.trackerCreate, request, tracker, FaceTrackerObject.self)
      },
      track: { it, image, timestampNs, faces in
        if let status = misfit(image) ?? misfit(faces) { return status }
        var request = TrackerTrackRequest(
          timestampNs: timestampNs, faces: faces.pointee, image: image.pointee)
        cut(&request.faces.face_capacity, to: CallLimit.faces)
        cut(&request.faces.landmark_capacity, to: CallLimit.landmarks)
        if let status = misfit(request.faces.faces, request.faces.face_capacity) { return status }
        return RemoteObject.of(it).collect(
          .trackerTrack, request, isToldIfShort: true,
          CollectedArray(request.faces.faces, request.faces.face_capacity, "faces"),
          CollectedArray(request.faces.landmarks, request.faces.landmark_capacity, "landmarks")) { first, second in
          faces.pointee.face_count = first
          faces.pointee.landmark_count = second
        }
      },
      reset: { RemoteObject.of($0).command(.trackerReset) },
      destroy: { RemoteObject.end($0) })))
}

/// The request of `face-tracker.create`.
struct TrackerCreateRequest {
  var options: imp_face_tracker_options
}

extension TrackerCreateRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(options, .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_face_tracker_options.self)
    try expectOwnSize(options)
  }
}

/// The request of `face-tracker.track`.
struct TrackerTrackRequest {
  var timestampNs: UInt64
  var faces: imp_face_list
  var image: imp_image

  private struct TimestampNsHead: BitwiseCopyable {
    var timestampNs: UInt64
    var facesFaceCapacity: UInt32
    var facesLandmarkCapacity: UInt32
    var facesFaceCount: UInt32
    var facesLandmarkCount: UInt32
    var hasFacesFaces: UInt32
    var hasFacesLandmarks: UInt32
  }
}

extension TrackerTrackRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(TimestampNsHead(
      timestampNs: timestampNs, facesFaceCapacity: faces.face_capacity,
      facesLandmarkCapacity: faces.landmark_capacity, facesFaceCount: faces.face_count,
      facesLandmarkCount: faces.landmark_count, hasFacesFaces: faces.faces == nil ? 0 : 1,
      hasFacesLandmarks: faces.landmarks == nil ? 0 : 1), .plain)
    var imageHeader = image
    imageHeader.pixels = image.pixels.header
    sink.put(imageHeader, .plain)
    sink.bulk(image.pixels.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    let timestampNsHead = try reader.take(TimestampNsHead.self)
    image = try reader.take(imp_image.self)
    try expectOwnSize(image)
    timestampNs = timestampNsHead.timestampNs
    faces = imp_face_list(
      size: UInt32(MemoryLayout<imp_face_list>.size), face_capacity: timestampNsHead.facesFaceCapacity,
      face_count: timestampNsHead.facesFaceCount, landmark_capacity: timestampNsHead.facesLandmarkCapacity,
      landmark_count: timestampNsHead.facesLandmarkCount, reserved: 0,
      faces: timestampNsHead.hasFacesFaces == 0 ? nil : .present,
      landmarks: timestampNsHead.hasFacesLandmarks == 0 ? nil : .present)
    try expectAtMost(CallLimit.faces, faces.face_capacity, "faces.face_capacity")
    try expectAtMost(CallLimit.landmarks, faces.landmark_capacity, "faces.landmark_capacity")
    image.pixels = try imp_bytes(image.pixels, from: &reader)
  }
}

extension CallExecutor {
  func trackerCreate(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(TrackerCreateRequest.self, body)
    var options = message.options
    let it = try provider(request, imp_face_tracker_ability.self)
    return try make(it, FaceTrackerObject.self, &reply) { it.table.pointee.create(it.object, &options, $0) }
  }

  func trackerTrack(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(TrackerTrackRequest.self, body)
    var image = message.image
    var faces = message.faces
    let it = try object(request, FaceTrackerObject.self)
    let counts = try reply.reserve(UInt64(0))
    let facesFaces = try reply.array(of: imp_face.self, faces.face_capacity, "faces", isSized: true)
    if faces.faces != nil { faces.faces = facesFaces.start() }
    let facesLandmarks = try reply.array(
      of: imp_point3.self, faces.landmark_capacity, "landmarks", isSized: false, behind: facesFaces.part)
    if faces.landmarks != nil { faces.landmarks = facesLandmarks.start() }
    let status = it.table.pointee.track(it.object, &image, message.timestampNs, &faces)
    return try collected(
      status, (facesFaces, faces.face_count), (facesLandmarks, faces.landmark_count), at: counts, &reply)
  }

  func trackerReset(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    let it = try object(request, FaceTrackerObject.self)
    it.table.pointee.reset(it.object)
    return IMP_OK
  }

  func trackerDestroy(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, FaceTrackerObject.self)
  }
}
