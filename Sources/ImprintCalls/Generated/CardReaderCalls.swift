// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/card-reader.yaml and
// imprint/draft/card-reader.h; change that, not this.
// swift-format-ignore-file
package import CImprint

/// An `imp_card`.
enum CardObject: AbilityObject {
  static let noun = "connection to a card"
  static let ending = CallFunction.cardClose
  static let loss = RemoteLoss.gone(IMP_E_DEVICE_GONE, words: "the plugin's process has ended, and the connection with it.")

  static func end(_ table: UnsafePointer<imp_card_reader_ability>, _ object: OpaquePointer) {
    table.pointee.close(object)
  }
}

extension imp_card_reader_ability: AbilityTable {
  package static var id: String { IMP_CARD_READER_ID }

  nonisolated(unsafe) package static let bridged = UnsafeRawPointer(
    BridgedTables.lasting(imp_card_reader_ability(
      size: UInt32(MemoryLayout<imp_card_reader_ability>.size), reserved: 0,
      list: { it, infos, count in
        RemotePlugin.of(it).list(.cardList, infos, count) { $0 }
      },
      connect: { it, options, card in
        if let status = misfit(options) ?? absence(card) { return status }
        let request = CardConnectRequest(options: options.pointee)
        return RemotePlugin.of(it).make(.cardConnect, request, card, CardObject.self)
      },
      status: { it, status in
        if let status = misfit(status) { return status }
        let request = CardStatusRequest(status: status.pointee)
        return RemoteObject.of(it).perform(.cardStatus, request, answering: status)
      },
      transmit: { it, command, response in
        RemoteObject.of(it).exchange(.cardTransmit, code: 0, command, response)
      },
      begin: { it, timeoutNs in
        let request = CardBeginRequest(timeoutNs: timeoutNs)
        return RemoteObject.of(it).perform(.cardBegin, request, patience: timeoutNs)
      },
      end: { it, disposition in
        let request = CardEndRequest(disposition: disposition)
        return RemoteObject.of(it).perform(.cardEnd, request)
      },
      reconnect: { it, options, disposition in
        if let status = misfit(options) { return status }
        let request = CardReconnectRequest(options: options.pointee, disposition: disposition)
        return RemoteObject.of(it).perform(.cardReconnect, request)
      },
      disconnect: { it, disposition in
        let request = CardDisconnectRequest(disposition: disposition)
        return RemoteObject.of(it).perform(.cardDisconnect, request)
      },
      control: { it, code, input, output in
        RemoteObject.of(it).exchange(.cardControl, code: code, input, output)
      },
      attribute: { it, tag, value in
        RemoteObject.of(it).exchange(.cardAttribute, code: tag, imp_bytes(), value)
      },
      set_attribute: { it, tag, value in
        let request = CardSetAttributeRequest(value: value, tag: tag)
        return RemoteObject.of(it).perform(.cardSetAttribute, request)
      },
      cancel: { RemoteObject.of($0).command(.cardCancel) },
      close: { RemoteObject.end($0) })))
}

/// The request of `card-reader.connect`.
struct CardConnectRequest {
  var options: imp_card_options
}

extension CardConnectRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    var optionsHeader = options
    optionsHeader.locator = options.locator.header
    sink.put(optionsHeader, .plain)
    sink.bulk(options.locator.raw, .text)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_card_options.self)
    try expectOwnSize(options)
    options.locator = try imp_text(options.locator, from: &reader)
  }
}

/// The request of `card-reader.status`.
struct CardStatusRequest {
  var status: imp_card_status
}

extension CardStatusRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(status, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    status = try reader.take(imp_card_status.self)
    try expectOwnSize(status)
  }
}

/// The request of `card-reader.begin`.
struct CardBeginRequest {
  var timeoutNs: UInt64
}

extension CardBeginRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(timeoutNs, .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    timeoutNs = try reader.take(UInt64.self)
  }
}

/// The request of `card-reader.end`.
struct CardEndRequest {
  var disposition: UInt32

  private struct DispositionHead: BitwiseCopyable {
    var disposition: UInt32
    var dispositionPadding: UInt32
  }
}

extension CardEndRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(DispositionHead(disposition: disposition, dispositionPadding: 0), .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    let dispositionHead = try reader.take(DispositionHead.self)
    try expectZero(dispositionHead.dispositionPadding)
    disposition = dispositionHead.disposition
  }
}

/// The request of `card-reader.reconnect`.
struct CardReconnectRequest {
  var options: imp_card_options
  var disposition: UInt32

  private struct DispositionHead: BitwiseCopyable {
    var disposition: UInt32
    var dispositionPadding: UInt32
  }
}

extension CardReconnectRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    var optionsHeader = options
    optionsHeader.locator = imp_text()
    sink.put(optionsHeader, .plain)
    sink.put(DispositionHead(disposition: disposition, dispositionPadding: 0), .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    options = try reader.take(imp_card_options.self)
    try expectOwnSize(options)
    options.locator = imp_text()
    let dispositionHead = try reader.take(DispositionHead.self)
    try expectZero(dispositionHead.dispositionPadding)
    disposition = dispositionHead.disposition
  }
}

/// The request of `card-reader.disconnect`.
struct CardDisconnectRequest {
  var disposition: UInt32

  private struct DispositionHead: BitwiseCopyable {
    var disposition: UInt32
    var dispositionPadding: UInt32
  }
}

extension CardDisconnectRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(DispositionHead(disposition: disposition, dispositionPadding: 0), .plain)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    let dispositionHead = try reader.take(DispositionHead.self)
    try expectZero(dispositionHead.dispositionPadding)
    disposition = dispositionHead.disposition
  }
}

/// The request of `card-reader.set_attribute`.
struct CardSetAttributeRequest {
  var value: imp_bytes
  var tag: UInt32

  private struct ValueHead: BitwiseCopyable {
    var value: imp_bytes
    var tag: UInt32
    var tagPadding: UInt32
  }
}

extension CardSetAttributeRequest: CallMessage {
  func encode(to sink: inout some BodySink) {
    sink.put(ValueHead(value: value.header, tag: tag, tagPadding: 0), .plain)
    sink.bulk(value.raw, .bytes)
  }

  init(from reader: inout BodyReader) throws(MalformedBody) {
    let valueHead = try reader.take(ValueHead.self)
    try expectZero(valueHead.tagPadding)
    value = valueHead.value
    tag = valueHead.tag
    value = try imp_bytes(value, from: &reader)
  }
}

extension CallExecutor {
  func cardList(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(ListMessage.self, body)
    let it = try provider(request, imp_card_reader_ability.self)
    return try list(message, &reply) { it.table.pointee.list(it.object, $0, $1) }
  }

  func cardConnect(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(CardConnectRequest.self, body)
    var options = message.options
    let it = try provider(request, imp_card_reader_ability.self)
    return try make(it, CardObject.self, &reply) { it.table.pointee.connect(it.object, &options, $0) }
  }

  func cardStatus(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(CardStatusRequest.self, body)
    let it = try object(request, CardObject.self)
    return try answering(message.status, &reply) { it.table.pointee.status(it.object, $0) }
  }

  func cardTransmit(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let fields = try read(ExchangeMessage.self, body).fields
    let it = try object(request, CardObject.self)
    return try exchange(fields, &reply) { it.table.pointee.transmit(it.object, fields.input, $0) }
  }

  func cardBegin(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(CardBeginRequest.self, body)
    let it = try object(request, CardObject.self)
    return it.table.pointee.begin(it.object, message.timeoutNs)
  }

  func cardEnd(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(CardEndRequest.self, body)
    let it = try object(request, CardObject.self)
    return it.table.pointee.end(it.object, message.disposition)
  }

  func cardReconnect(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(CardReconnectRequest.self, body)
    var options = message.options
    let it = try object(request, CardObject.self)
    return it.table.pointee.reconnect(it.object, &options, message.disposition)
  }

  func cardDisconnect(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(CardDisconnectRequest.self, body)
    let it = try object(request, CardObject.self)
    return it.table.pointee.disconnect(it.object, message.disposition)
  }

  func cardControl(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let fields = try read(ExchangeMessage.self, body).fields
    let it = try object(request, CardObject.self)
    return try exchange(fields, &reply) { it.table.pointee.control(it.object, fields.code, fields.input, $0) }
  }

  func cardAttribute(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let fields = try read(ExchangeMessage.self, body).fields
    let it = try object(request, CardObject.self)
    return try exchange(fields, &reply) { it.table.pointee.attribute(it.object, fields.code, $0) }
  }

  func cardSetAttribute(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(CardSetAttributeRequest.self, body)
    let it = try object(request, CardObject.self)
    return it.table.pointee.set_attribute(it.object, message.tag, message.value)
  }

  func cardCancel(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try cancel(request, body, CardObject.self) { $0.table.pointee.cancel($0.object) }
  }

  func cardClose(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    try end(request, body, CardObject.self)
  }
}
