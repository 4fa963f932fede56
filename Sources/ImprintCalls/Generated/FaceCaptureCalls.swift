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

  static func end(_ table: UnsafePointer<imp_face_capture_ability>, _ object: OpaquePointer) {
    table.pointee.destroy(object)
  }
}

extension imp_face_capture_ability: AbilityTable {
  package static var id: String { IMP_FACE_CAPTURE_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_face_capture_ability(
      size: UInt32(MemoryLayout<imp_face_capture_ability>.size), reserved: 0,
      create: { it, options, capture in
        if let status = misfit(options) ?? absence(capture) { return status }
        let request = CaptureCreateRequest(options: options.pointee)
        return RemotePlugin.of(it).make(.captureCreate, request, capture, FaceCaptureObject.self)
      },
      step: { RemoteObject.of($0).captureStep($1, $2, $3, $4, $5) },
      destroy: { RemoteObject.end($0) })))
}

/// The request of `face-capture.create`.
struct CaptureCreateRequest {
  var options: imp_face_capture_options
}

extension CaptureCreateRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(options, .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_face_capture_options.self)
    try expectOwnSize(options)
  }
}

extension CallExecutor {
  func captureCreate(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(CaptureCreateRequest.self, body)
    var options = message.options
    let it = try provider(request, imp_face_capture_ability.self)
    return try make(it, FaceCaptureObject.self, &reply) { it.table.pointee.create(it.object, &options, $0) }
  }

  func captureDestroy(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, FaceCaptureObject.self)
  }
}
