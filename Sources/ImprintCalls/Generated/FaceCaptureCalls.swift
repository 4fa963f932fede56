// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/face-capture.yaml and
// imprint/draft/face-capture.h; change that, not this.
// swift-format-ignore-file
package import CImprint

/// An `imp_face_capture`.
enum FaceCaptureObject: AbilityObject {
  static let noun = "capture"
  static let ending = CallFunction.captureDestroy
  static let loss = RemoteLoss.gone(IMP_E_STATE, words: "the plugin's process has ended, and the capture with it.")

  static func end(_ table: UnsafePointer<imp_face_capture_ability_v2>, _ object: OpaquePointer) {
    table.pointee.destroy(object)
  }
}

extension imp_face_capture_ability_v2: AbilityTable {
  package static var id: String { IMP_FACE_CAPTURE_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_face_capture_ability_v2(
      size: UInt32(MemoryLayout<imp_face_capture_ability_v2>.size), reserved: 0,
      create: { it, options, capture in
        if let status = misfit(options) ?? absence(capture) { return status }
        let request = CaptureCreateRequest(options: options.pointee)
        return RemotePlugin.of(it).make(.captureCreate, request, capture, FaceCaptureObject.self)
      },
      step: { it, input, image, faces, events in
        if let status = misfit(input)
          ?? misfit(orNull: image)
          ?? misfit(faces)
          ?? misfit(events)
        { return status }
        var request = CaptureStepRequest(
          input: input.pointee, events: events.pointee, image: image?.pointee, faces: faces.pointee)
        cut(&request.events.capacity, to: IMP_CAPTURE_EVENTS_MAXIMUM)
        if let status = absence(request.faces.faces, request.faces.face_count)
          ?? absence(request.faces.landmarks, request.faces.landmark_count)
          ?? absence(request.events.events)
          ?? misfit(request.faces.faces, request.faces.face_count)
          ?? misfit(request.events.events, request.events.capacity)
        { return status }
        return RemoteObject.of(it).collect(
          .captureStep, request, isToldIfShort: false,
          CollectedArray(request.events.events, request.events.capacity, "events")) { count, _ in
          events.pointee.count = count
        }
      },
      destroy: { RemoteObject.end($0) })))
}

/// The request of `face-capture.create`.
struct CaptureCreateRequest {
  var options: imp_face_capture_options_v2
}

extension CaptureCreateRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(options, .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_face_capture_options_v2.self)
    try expectOwnSize(options)
  }
}

/// The request of `face-capture.step`.
struct CaptureStepRequest {
  var input: imp_capture_input
  var events: imp_capture_events_v2
  var image: imp_image?
  var faces: imp_face_list

  private struct EventsCapacityHead: BitwiseCopyable {
    var eventsCapacity: UInt32
    var hasImage: UInt32
    var facesFaceCount: UInt32
    var facesLandmarkCount: UInt32
  }
}

extension CaptureStepRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(input, .plain)
    sink.put(EventsCapacityHead(
      eventsCapacity: events.capacity, hasImage: image == nil ? 0 : 1, facesFaceCount: faces.face_count,
      facesLandmarkCount: faces.landmark_count), .plain)
    if let image {
      var imageHeader = image
      imageHeader.pixels = image.pixels.header
      sink.put(imageHeader, .plain)
    }
    sink.array(faces.faces, faces.face_count, .faces)
    sink.array(faces.landmarks, faces.landmark_count, .numbers)
    if let image {
      sink.bulk(image.pixels.raw, .bytes)
    }
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    input = try reader.take(imp_capture_input.self)
    try expectOwnSize(input)
    let eventsCapacityHead = try reader.take(EventsCapacityHead.self)
    image = eventsCapacityHead.hasImage == 0 ? nil : try reader.take(imp_image.self)
    if let image { try expectOwnSize(image) }
    events = imp_capture_events_v2(
      size: UInt32(MemoryLayout<imp_capture_events_v2>.size), capacity: eventsCapacityHead.eventsCapacity,
      count: 0, reserved: 0, events: .present)
    faces = imp_face_list(
      size: UInt32(MemoryLayout<imp_face_list>.size), face_capacity: eventsCapacityHead.facesFaceCount,
      face_count: eventsCapacityHead.facesFaceCount, landmark_capacity: eventsCapacityHead.facesLandmarkCount,
      landmark_count: eventsCapacityHead.facesLandmarkCount, reserved: 0,
      faces: eventsCapacityHead.facesFaceCount == 0 ? nil : .present,
      landmarks: eventsCapacityHead.facesLandmarkCount == 0 ? nil : .present)
    try expectAtMost(IMP_CAPTURE_EVENTS_MAXIMUM, events.capacity, "events.capacity")
    faces.faces = UnsafeMutablePointer(mutating: try reader.array(faces.faces, faces.face_count))
    try expectOwnSizes(faces.faces, faces.face_count)
    faces.landmarks = UnsafeMutablePointer(mutating: try reader.array(faces.landmarks, faces.landmark_count))
    if let header = image {
      image?.pixels = try imp_bytes(header.pixels, from: &reader)
    }
  }
}

extension CallExecutor {
  func captureCreate(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(CaptureCreateRequest.self, body)
    var options = message.options
    let it = try provider(request, imp_face_capture_ability_v2.self)
    return try make(it, FaceCaptureObject.self, &reply) { it.table.pointee.create(it.object, &options, $0) }
  }

  func captureStep(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(CaptureStepRequest.self, body)
    var input = message.input
    var faces = message.faces
    var events = message.events
    let it = try object(request, FaceCaptureObject.self)
    let counts = try reply.reserve(UInt64(0))
    let eventsEvents = try reply.array(
      of: imp_capture_event_v2.self, events.capacity, "events", isSized: true)
    events.events = eventsEvents.start()
    let status = withLent(message.image) { image in
      it.table.pointee.step(it.object, &input, image, &faces, &events)
    }
    return try collected(status, (eventsEvents, events.count), at: counts, &reply)
  }

  func captureDestroy(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, FaceCaptureObject.self)
  }
}
