// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/camera-control.yaml and
// imprint/draft/camera-control.h; change that, not this.
// swift-format-ignore-file
package import CImprint

extension imp_camera_control_ability: AbilityTable {
  package static var id: String { IMP_CAMERA_CONTROL_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_camera_control_ability(
      size: UInt32(MemoryLayout<imp_camera_control_ability>.size), reserved: 0,
      modes: { it, locator, modes, count in
        RemotePlugin.of(it).list(.cameraControlModes, modes, count) {
          CameraControlModesRequest(list: $0, locator: locator)
        }
      },
      controls: { it, locator, controls, count in
        RemotePlugin.of(it).list(.cameraControlControls, controls, count) {
          CameraControlControlsRequest(list: $0, locator: locator)
        }
      },
      set: { it, locator, control, value in
        if let status = absence(value) { return status }
        let request = CameraControlSetRequest(value: value.pointee, control: control, locator: locator)
        return RemotePlugin.of(it).perform(.cameraControlSet, request, answering: value)
      })))
}

/// The request of `camera-control.modes`.
struct CameraControlModesRequest {
  var list: ListMessage
  var locator: imp_text
}

extension CameraControlModesRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    list.encode(to: &sink)
    sink.put(locator.header, .plain)
    sink.bulk(locator.raw, .text)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    list = try ListMessage(from: &reader)
    locator = try reader.take(imp_text.self)
    locator = try imp_text(locator, from: &reader)
  }
}

/// The request of `camera-control.controls`.
struct CameraControlControlsRequest {
  var list: ListMessage
  var locator: imp_text
}

extension CameraControlControlsRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    list.encode(to: &sink)
    sink.put(locator.header, .plain)
    sink.bulk(locator.raw, .text)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    list = try ListMessage(from: &reader)
    locator = try reader.take(imp_text.self)
    locator = try imp_text(locator, from: &reader)
  }
}

/// The request of `camera-control.set`.
struct CameraControlSetRequest {
  var value: Int64
  var control: UInt32
  var locator: imp_text

  private struct ValueHead: BitwiseCopyable {
    var value: Int64
    var control: UInt32
    var controlPadding: UInt32
    var locator: imp_text
  }
}

extension CameraControlSetRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(ValueHead(value: value, control: control, controlPadding: 0, locator: locator.header), .plain)
    sink.bulk(locator.raw, .text)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    let valueHead = try reader.take(ValueHead.self)
    try expectZero(valueHead.controlPadding)
    value = valueHead.value
    control = valueHead.control
    locator = valueHead.locator
    locator = try imp_text(locator, from: &reader)
  }
}

extension CallExecutor {
  func cameraControlModes(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(CameraControlModesRequest.self, body)
    let it = try provider(request, imp_camera_control_ability.self)
    return try list(message.list, &reply) { it.table.pointee.modes(it.object, message.locator, $0, $1) }
  }

  func cameraControlControls(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(CameraControlControlsRequest.self, body)
    let it = try provider(request, imp_camera_control_ability.self)
    return try list(message.list, &reply) { it.table.pointee.controls(it.object, message.locator, $0, $1) }
  }

  func cameraControlSet(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(CameraControlSetRequest.self, body)
    let it = try provider(request, imp_camera_control_ability.self)
    return try answering(message.value, &reply) {
      it.table.pointee.set(it.object, message.locator, message.control, $0)
    }
  }
}
