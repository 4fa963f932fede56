// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CallExecutor {
  func listReaders(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let message = try read(ListMessage.self, body)
    let plugin = try objects.plugin(request.object)
    let table = try plugin.table(imp_card_reader_ability.self, IMP_CARD_READER_ID)
    return try list(message, &reply, \.size) { table.pointee.list(plugin.plugin, $0, $1) }
  }

  func connectCard(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    var options = try read(ConnectCardMessage.self, body).options
    let plugin = try objects.plugin(request.object)
    let table = try plugin.table(imp_card_reader_ability.self, IMP_CARD_READER_ID)
    return try make(of: plugin, table, &reply, destroy: table.pointee.close, as: ExecutedObject.card) {
      table.pointee.connect(plugin.plugin, &options, &$0)
    }
  }

  func cardStatus(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    var now = try read(CardStatusMessage.self, body).status
    let card = try objects.card(request.object)
    let status = card.table.pointee.status(card.object, &now)
    try reply.put(now)
    return status
  }

  /// What brings bytes to a card or its reader, and bytes back.
  enum Exchange { case transmit, control, attribute }

  /// `transmit`, `control` and `attribute`.
  func exchange(
    _ exchange: Exchange, _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    let fields = try read(CardExchangeMessage.self, body).fields
    let card = try objects.card(request.object)
    let place = try reply.reserve(UInt64(0))
    let part = try reply.part(Int(fields.capacity))
    // What was written besides the response, or by a failed call, may be a PIN's answer or a key, and is
    // nobody's.
    var kept = 0
    defer { part.wipe(from: kept) }
    var buffer = part.buffer(isThere: fields.hasRoom != 0, length: fields.length)
    let status =
      switch exchange {
      case .transmit: card.table.pointee.transmit(card.object, fields.input, &buffer)
      case .control: card.table.pointee.control(card.object, fields.code, fields.input, &buffer)
      case .attribute: card.table.pointee.attribute(card.object, fields.code, &buffer)
      }
    reply.set(UInt64(UInt(bitPattern: buffer.length)), at: place)
    guard status == IMP_OK else { return status }
    kept = try part.filled(buffer)
    // Where it lies already: nothing is between the length and the part.
    reply.keep(kept, of: part)
    return status
  }

  func beginTransaction(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer
  ) throws(ExecutionFault) -> imp_status {
    let timeout = try read(CardNumberMessage.self, body).number
    let card = try objects.card(request.object)
    return card.table.pointee.begin(card.object, timeout)
  }

  /// `end` and `disconnect`.
  func dispose(_ request: CallRequest, _ body: UnsafeRawBufferPointer) throws(ExecutionFault) -> imp_status {
    let message = try read(CardNumberMessage.self, body)
    let disposition: UInt32
    do throws(MalformedBody) { disposition = try message.disposition } catch {
      throw .request(error.sentence)
    }
    let card = try objects.card(request.object)
    return request.function == .cardEnd
      ? card.table.pointee.end(card.object, disposition)
      : card.table.pointee.disconnect(card.object, disposition)
  }

  func reconnectCard(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer
  ) throws(ExecutionFault) -> imp_status {
    var fields = try read(ReconnectCardMessage.self, body).fields
    let card = try objects.card(request.object)
    return card.table.pointee.reconnect(card.object, &fields.options, fields.disposition)
  }

  func setCardAttribute(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer
  ) throws(ExecutionFault) -> imp_status {
    let fields = try read(SetCardAttributeMessage.self, body).fields
    let card = try objects.card(request.object)
    return card.table.pointee.set_attribute(card.object, fields.tag, fields.value)
  }

  func cancelCard(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    let card = try objects.card(request.object)
    card.beforeEnd { card.table.pointee.cancel(card.object) }
    return IMP_OK
  }

  func closeCard(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    try objects.card(request.object).end()
    objects.remove(request.object)
    return IMP_OK
  }
}
