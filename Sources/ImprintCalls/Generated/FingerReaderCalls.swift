// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/finger-reader.yaml and
// imprint/draft/finger-reader.h; change that, not this.
// swift-format-ignore-file
package import CImprint

/// An `imp_finger_reader`.
enum FingerReaderObject: AbilityObject {
  static let noun = "fingerprint reader"
  static let ending = CallFunction.fingerReaderClose
  static let loss = RemoteLoss.gone(IMP_E_DEVICE_GONE, words: "the plugin's process has ended, and the reader with it.")

  static func end(_ table: UnsafePointer<imp_finger_reader_ability>, _ object: OpaquePointer) {
    table.pointee.close(object)
  }
}

extension imp_finger_reader_ability: AbilityTable {
  package static var id: String { IMP_FINGER_READER_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_finger_reader_ability(
      size: UInt32(MemoryLayout<imp_finger_reader_ability>.size), reserved: 0,
      list: { it, infos, count in
        RemotePlugin.of(it).list(.fingerReaderList, infos, count) { $0 }
      },
      open: { it, options, reader in
        if let status = misfit(options) ?? absence(reader) { return status }
        let request = FingerReaderOpenRequest(options: options.pointee)
        return RemotePlugin.of(it).make(.fingerReaderOpen, request, reader, FingerReaderObject.self)
      },
      next_event: { it, timeoutNs, pixels, event in
        RemoteObject.of(it).fill(.fingerReaderNextEvent, timeoutNs, pixels, event)
      },
      cancel: { RemoteObject.of($0).command(.fingerReaderCancel) },
      close: { RemoteObject.end($0) })))
}

/// The request of `finger-reader.open`.
struct FingerReaderOpenRequest {
  var options: imp_finger_reader_options
}

extension FingerReaderOpenRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    var optionsHeader = options
    optionsHeader.locator = options.locator.header
    sink.put(optionsHeader, .plain)
    sink.bulk(options.locator.raw, .text)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_finger_reader_options.self)
    try expectOwnSize(options)
    options.locator = try imp_text(options.locator, from: &reader)
  }
}

extension CallExecutor {
  func fingerReaderList(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(ListMessage.self, body)
    let it = try provider(request, imp_finger_reader_ability.self)
    return try list(message, &reply) { it.table.pointee.list(it.object, $0, $1) }
  }

  func fingerReaderOpen(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(FingerReaderOpenRequest.self, body)
    var options = message.options
    let it = try provider(request, imp_finger_reader_ability.self)
    return try make(it, FingerReaderObject.self, &reply) { it.table.pointee.open(it.object, &options, $0) }
  }

  func fingerReaderNextEvent(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let fields = try read(FillMessage<imp_finger_event>.self, body).fields
    let it = try object(request, FingerReaderObject.self)
    return try fill(fields, &reply) { it.table.pointee.next_event(it.object, fields.timeout, $0, $1) }
  }

  func fingerReaderCancel(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try cancel(request, body, FingerReaderObject.self) { $0.table.pointee.cancel($0.object) }
  }

  func fingerReaderClose(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, FingerReaderObject.self)
  }
}
