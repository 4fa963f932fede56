// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/camera.yaml and imprint/draft/camera.h;
// change that, not this.
// swift-format-ignore-file
package import CImprint

/// An `imp_camera`.
enum CameraObject: AbilityObject {
  static let noun = "camera"
  static let ending = CallFunction.cameraClose
  static let loss = RemoteLoss.gone(IMP_E_DEVICE_GONE, words: "the plugin's process has ended, and the camera with it.")

  static func end(_ table: UnsafePointer<imp_camera_ability>, _ object: OpaquePointer) {
    table.pointee.close(object)
  }
}

extension imp_camera_ability: AbilityTable {
  package static var id: String { IMP_CAMERA_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_camera_ability(
      size: UInt32(MemoryLayout<imp_camera_ability>.size), reserved: 0,
      list: { it, infos, count in
        RemotePlugin.of(it).list(.cameraList, infos, count) { $0 }
      },
      open: { it, options, camera in
        if let status = misfit(options) ?? absence(camera) { return status }
        let request = CameraOpenRequest(options: options.pointee)
        return RemotePlugin.of(it).make(.cameraOpen, request, camera, CameraObject.self)
      },
      next_frame: { it, timeoutNs, pixels, frame in
        RemoteObject.of(it).fill(.cameraNextFrame, timeoutNs, pixels, frame)
      },
      cancel: { RemoteObject.of($0).command(.cameraCancel) },
      close: { RemoteObject.end($0) })))
}

/// The request of `camera.open`.
struct CameraOpenRequest {
  var options: imp_camera_options
}

extension CameraOpenRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    var optionsHeader = options
    optionsHeader.locator = options.locator.header
    sink.put(optionsHeader, .plain)
    sink.bulk(options.locator.raw, .text)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_camera_options.self)
    try expectOwnSize(options)
    options.locator = try imp_text(options.locator, from: &reader)
  }
}

extension CallExecutor {
  func cameraList(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(ListMessage.self, body)
    let it = try provider(request, imp_camera_ability.self)
    return try list(message, &reply) { it.table.pointee.list(it.object, $0, $1) }
  }

  func cameraOpen(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(CameraOpenRequest.self, body)
    var options = message.options
    let it = try provider(request, imp_camera_ability.self)
    return try make(it, CameraObject.self, &reply) { it.table.pointee.open(it.object, &options, $0) }
  }

  func cameraNextFrame(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let fields = try read(FillMessage<imp_frame>.self, body).fields
    let it = try object(request, CameraObject.self)
    return try fill(fields, &reply) { it.table.pointee.next_frame(it.object, fields.timeout, $0, $1) }
  }

  func cameraCancel(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try cancel(request, body, CameraObject.self) { $0.table.pointee.cancel($0.object) }
  }

  func cameraClose(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, CameraObject.self)
  }
}
