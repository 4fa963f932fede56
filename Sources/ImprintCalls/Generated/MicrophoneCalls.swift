// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/microphone.yaml and
// imprint/draft/microphone.h; change that, not this.
// swift-format-ignore-file
package import CImprint

/// An `imp_microphone`.
enum MicrophoneObject: AbilityObject {
  static let noun = "microphone"
  static let ending = CallFunction.microphoneClose
  static let loss = RemoteLoss.gone(IMP_E_DEVICE_GONE, words: "the plugin's process has ended, and the microphone with it.")

  static func end(_ table: UnsafePointer<imp_microphone_ability>, _ object: OpaquePointer) {
    table.pointee.close(object)
  }
}

extension imp_microphone_ability: AbilityTable {
  package static var id: String { IMP_MICROPHONE_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_microphone_ability(
      size: UInt32(MemoryLayout<imp_microphone_ability>.size), reserved: 0,
      list: { it, infos, count in
        RemotePlugin.of(it).list(.microphoneList, infos, count) { $0 }
      },
      open: { it, options, format, microphone in
        if let status = misfit(options) ?? misfit(format) ?? absence(microphone) { return status }
        let request = MicrophoneOpenRequest(options: options.pointee, format: format.pointee)
        return RemotePlugin.of(it).make(
          .microphoneOpen, request, microphone, MicrophoneObject.self, answering: format)
      },
      read: { it, timeoutNs, samples, chunk in
        RemoteObject.of(it).fill(.microphoneRead, timeoutNs, samples, chunk)
      },
      cancel: { RemoteObject.of($0).command(.microphoneCancel) },
      close: { RemoteObject.end($0) })))
}

/// The request of `microphone.open`.
struct MicrophoneOpenRequest {
  var options: imp_microphone_options
  var format: imp_audio_format
}

extension MicrophoneOpenRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    var optionsHeader = options
    optionsHeader.locator = options.locator.header
    sink.put(optionsHeader, .plain)
    sink.put(format, .plain)
    sink.bulk(options.locator.raw, .text)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_microphone_options.self)
    try expectOwnSize(options)
    format = try reader.take(imp_audio_format.self)
    try expectOwnSize(format)
    options.locator = try imp_text(options.locator, from: &reader)
  }
}

extension CallExecutor {
  func microphoneList(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(ListMessage.self, body)
    let it = try provider(request, imp_microphone_ability.self)
    return try list(message, &reply) { it.table.pointee.list(it.object, $0, $1) }
  }

  func microphoneOpen(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(MicrophoneOpenRequest.self, body)
    var options = message.options
    let it = try provider(request, imp_microphone_ability.self)
    return try make(it, MicrophoneObject.self, &reply, answering: message.format) {
      it.table.pointee.open(it.object, &options, $1, $0)
    }
  }

  func microphoneRead(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let fields = try read(FillMessage<imp_audio_chunk>.self, body).fields
    let it = try object(request, MicrophoneObject.self)
    return try fill(fields, &reply) { it.table.pointee.read(it.object, fields.timeout, $0, $1) }
  }

  func microphoneCancel(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try cancel(request, body, MicrophoneObject.self) { $0.table.pointee.cancel($0.object) }
  }

  func microphoneClose(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, MicrophoneObject.self)
  }
}
