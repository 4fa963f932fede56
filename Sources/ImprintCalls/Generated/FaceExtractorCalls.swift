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
      extract: { RemoteObject.of($0).faceExtractorExtract($1, $2, $3, $4, $5, $6) },
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

  func faceExtractorDestroy(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, FaceExtractorObject.self)
  }
}
