// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/face-extractor.yaml and
// imprint/draft/face-extractor.h; change that, not this.
// swift-format-ignore-file
package import CImprint

/// An `imp_face_extractor`.
enum FaceExtractorObject: AbilityObject {
  static let noun = "face extractor"
  static let ending = CallFunction.faceExtractorDestroy
  static let loss = RemoteLoss.makeAgain

  static func end(_ table: UnsafePointer<imp_face_extractor_ability>, _ object: OpaquePointer) {
    table.pointee.destroy(object)
  }
}

extension imp_face_extractor_ability: AbilityTable {
  package static var id: String { IMP_FACE_EXTRACTOR_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_face_extractor_ability(
      size: UInt32(MemoryLayout<imp_face_extractor_ability>.size), reserved: 0,
      formats: { it, formats, count in
        RemotePlugin.of(it).list(.faceExtractorFormats, formats, count) { $0 }
      },
      create: { it, options, extractor in
        if let status = misfit(options) ?? absence(extractor) { return status }
        let request = FaceExtractorCreateRequest(options: options.pointee)
        return RemotePlugin.of(it).make(.faceExtractorCreate, request, extractor, FaceExtractorObject.self)
      },
      extract: { it, image, face, landmarks, landmarkCount, payload, extraction in
        if let status = misfit(image)
          ?? misfit(orNull: face)
          ?? misfit(extraction)
          ?? absence(payload)
        { return status }
        let request = FaceExtractorExtractRequest(
          extraction: extraction.pointee, payload: payload.pointee, face: face?.pointee,
          landmarkCount: landmarkCount, landmarks: landmarks, image: image.pointee)
        if let status = RemoteObject.of(it).excess(.faceExtractorExtract, request.landmarkCount, most: CallLimit.landmarks, "landmark_count")
        { return status }
        return RemoteObject.of(it).fill(.faceExtractorExtract, payload, extraction, request)
      },
      destroy: { RemoteObject.end($0) })))
}

/// The request of `face-extractor.create`.
struct FaceExtractorCreateRequest {
  var options: imp_face_extractor_options
}

extension FaceExtractorCreateRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    var optionsHeader = options
    optionsHeader.format = options.format.header
    sink.put(optionsHeader, .plain)
    sink.bulk(options.format.raw, .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_face_extractor_options.self)
    try expectOwnSize(options)
    options.format = try imp_text(options.format, from: &reader)
  }
}

/// The request of `face-extractor.extract`.
struct FaceExtractorExtractRequest {
  var extraction: imp_extraction
  var payload: imp_buffer
  var face: imp_face?
  var landmarkCount: UInt32
  var landmarks: UnsafePointer<imp_point3>?
  var image: imp_image

  private struct PayloadCapacityHead: BitwiseCopyable {
    var payloadCapacity: UInt64
    var payloadLength: UInt64
    var hasPayload: UInt32
    var hasFace: UInt32
    var landmarkCount: UInt32
    var hasLandmarks: UInt32
  }
}

extension FaceExtractorExtractRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(extraction, .plain)
    sink.put(PayloadCapacityHead(
      payloadCapacity: UInt64(payload.room), payloadLength: UInt64(UInt(bitPattern: payload.length)),
      hasPayload: payload.data == nil ? 0 : 1, hasFace: face == nil ? 0 : 1, landmarkCount: landmarkCount,
      hasLandmarks: landmarks == nil ? 0 : 1), .plain)
    if let face {
      sink.put(face, .faces)
    }
    var imageHeader = image
    imageHeader.pixels = image.pixels.header
    sink.put(imageHeader, .plain)
    sink.array(landmarks, landmarkCount, .numbers)
    sink.bulk(image.pixels.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    extraction = try reader.take(imp_extraction.self)
    try expectOwnSize(extraction)
    let payloadCapacityHead = try reader.take(PayloadCapacityHead.self)
    face = payloadCapacityHead.hasFace == 0 ? nil : try reader.take(imp_face.self)
    if let face { try expectOwnSize(face) }
    image = try reader.take(imp_image.self)
    try expectOwnSize(image)
    payload = try imp_buffer(
      capacity: payloadCapacityHead.payloadCapacity, length: payloadCapacityHead.payloadLength,
      isThere: payloadCapacityHead.hasPayload)
    landmarkCount = payloadCapacityHead.landmarkCount
    landmarks = payloadCapacityHead.hasLandmarks == 0 ? nil : .present
    try expectAtMost(CallLimit.landmarks, landmarkCount, "landmark_count")
    landmarks = try reader.array(landmarks, landmarkCount)
    image.pixels = try imp_bytes(image.pixels, from: &reader)
  }
}

extension CallExecutor {
  func faceExtractorFormats(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(ListMessage.self, body)
    let it = try provider(request, imp_face_extractor_ability.self)
    return try list(message, &reply) { it.table.pointee.formats(it.object, $0, $1) }
  }

  func faceExtractorCreate(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(FaceExtractorCreateRequest.self, body)
    var options = message.options
    let it = try provider(request, imp_face_extractor_ability.self)
    return try make(it, FaceExtractorObject.self, &reply) { it.table.pointee.create(it.object, &options, $0) }
  }

  func faceExtractorExtract(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(FaceExtractorExtractRequest.self, body)
    var image = message.image
    let it = try object(request, FaceExtractorObject.self)
    return try fill(message.payload, message.extraction, &reply) { payload, extraction in
      withLent(message.face) { face in
        it.table.pointee.extract(
          it.object, &image, face, message.landmarks, message.landmarkCount, payload, extraction)
      }
    }
  }

  func faceExtractorDestroy(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, FaceExtractorObject.self)
  }
}
