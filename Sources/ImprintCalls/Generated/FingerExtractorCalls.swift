// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/finger-extractor.yaml and
// imprint/draft/finger-extractor.h; change that, not this.
// swift-format-ignore-file
package import CImprint

/// An `imp_finger_extractor`.
enum FingerExtractorObject: AbilityObject {
  static let noun = "finger extractor"
  static let ending = CallFunction.fingerExtractorDestroy
  static let loss = RemoteLoss.makeAgain

  static func end(_ table: UnsafePointer<imp_finger_extractor_ability>, _ object: OpaquePointer) {
    table.pointee.destroy(object)
  }
}

extension imp_finger_extractor_ability: AbilityTable {
  package static var id: String { IMP_FINGER_EXTRACTOR_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_finger_extractor_ability(
      size: UInt32(MemoryLayout<imp_finger_extractor_ability>.size), reserved: 0,
      formats: { it, formats, count in
        RemotePlugin.of(it).list(.fingerExtractorFormats, formats, count) { $0 }
      },
      create: { it, options, extractor in
        if let status = misfit(options) ?? absence(extractor) { return status }
        let request = FingerExtractorCreateRequest(options: options.pointee)
        return RemotePlugin.of(it).make(
          .fingerExtractorCreate, request, extractor, FingerExtractorObject.self)
      },
      extract: { it, image, finger, payload, extraction in
        if let status = misfit(image) ?? misfit(finger) { return status }
        return RemoteObject.of(it).produce(.fingerExtractorExtract, payload, extraction) {
          FingerExtractorExtractRequest(room: $0, image: image.pointee, finger: finger.pointee)
        }
      },
      destroy: { RemoteObject.end($0) })))
}

/// The request of `finger-extractor.create`.
struct FingerExtractorCreateRequest {
  var options: imp_finger_extractor_options
}

extension FingerExtractorCreateRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    var optionsHeader = options
    optionsHeader.format = options.format.header
    sink.put(optionsHeader, .plain)
    sink.bulk(options.format.raw, .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_finger_extractor_options.self)
    try expectOwnSize(options)
    options.format = try imp_text(options.format, from: &reader)
  }
}

/// The request of `finger-extractor.extract`.
struct FingerExtractorExtractRequest {
  var room: FillMessage<imp_extraction>
  var image: imp_image
  var finger: imp_finger
}

extension FingerExtractorExtractRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    room.encode(to: &sink)
    var imageHeader = image
    imageHeader.pixels = image.pixels.header
    sink.put(imageHeader, .plain)
    sink.put(finger, .plain)
    sink.bulk(image.pixels.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    room = try FillMessage<imp_extraction>(from: &reader)
    image = try reader.take(imp_image.self)
    try expectOwnSize(image)
    finger = try reader.take(imp_finger.self)
    try expectOwnSize(finger)
    image.pixels = try imp_bytes(image.pixels, from: &reader)
  }
}

extension CallExecutor {
  func fingerExtractorFormats(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(ListMessage.self, body)
    let it = try provider(request, imp_finger_extractor_ability.self)
    return try list(message, &reply) { it.table.pointee.formats(it.object, $0, $1) }
  }

  func fingerExtractorCreate(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(FingerExtractorCreateRequest.self, body)
    var options = message.options
    let it = try provider(request, imp_finger_extractor_ability.self)
    return try make(it, FingerExtractorObject.self, &reply) {
      it.table.pointee.create(it.object, &options, $0)
    }
  }

  func fingerExtractorExtract(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(FingerExtractorExtractRequest.self, body)
    var image = message.image
    var finger = message.finger
    let it = try object(request, FingerExtractorObject.self)
    return try fill(message.room.fields, &reply) {
      it.table.pointee.extract(it.object, &image, &finger, $0, $1)
    }
  }

  func fingerExtractorDestroy(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, FingerExtractorObject.self)
  }
}
