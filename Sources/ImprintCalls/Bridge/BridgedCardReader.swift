// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension BridgedTables {
  nonisolated(unsafe) static let cardReader: UnsafePointer<imp_card_reader_ability> = lasting(
    imp_card_reader_ability(
      size: UInt32(MemoryLayout<imp_card_reader_ability>.size), reserved: 0,
      list: { RemotePlugin.of($0).list(.cardList, $1, $2, \.size) { $0 } },
      connect: { RemotePlugin.of($0).connectCard($1, $2) },
      status: { RemoteObject.of($0).cardStatus($1) },
      transmit: { RemoteObject.of($0).exchange(.cardTransmit, 0, $1, $2) },
      begin: { RemoteObject.of($0).simple(.cardBegin, CardNumberMessage($1), patience: $1) },
      end: { RemoteObject.of($0).simple(.cardEnd, CardNumberMessage(UInt64($1))) },
      reconnect: { RemoteObject.of($0).reconnectCard($1, $2) },
      disconnect: { RemoteObject.of($0).simple(.cardDisconnect, CardNumberMessage(UInt64($1))) },
      control: { RemoteObject.of($0).exchange(.cardControl, $1, $2, $3) },
      attribute: { RemoteObject.of($0).exchange(.cardAttribute, $1, imp_bytes(), $2) },
      set_attribute: { RemoteObject.of($0).simple(.cardSetAttribute, SetCardAttributeMessage($1, $2)) },
      cancel: { RemoteObject.of($0).command(.cardCancel) },
      close: { RemoteObject.end($0) }))
}

extension RemotePlugin {
  fileprivate func connectCard(
    _ options: UnsafePointer<imp_card_options>, _ card: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status {
    let status = judge(options, \.size)
    guard status == IMP_OK else { return status }
    guard isPresent(card),
      let object = object(
        .cardConnect, ConnectCardMessage(options.pointee), ending: .cardClose,
        // Never made again: what was selected and each PIN that was verified are gone with it.
        loss: .gone(IMP_E_DEVICE_GONE, words: "the plugin's process has ended, and the connection with it."))
    else { return IMP_E_ARGUMENT }
    return object.make(card)
  }
}

extension RemoteObject {
  fileprivate func cardStatus(_ status: UnsafeMutablePointer<imp_card_status>) -> imp_status {
    let judged = judge(UnsafePointer(status), \.size)
    guard judged == IMP_OK else { return judged }
    let room = ReplyHead.room(MemoryLayout<imp_card_status>.size)
    return call(.cardStatus, CardStatusMessage(status.pointee), room: room) {
      (answered, reply) throws(MalformedBody) in
      let now = try reply.take(imp_card_status.self)
      try reply.finish()
      if answered == IMP_OK { status.pointee = now }
      return answered
    }
  }

  fileprivate func exchange(
    _ function: CallFunction, _ code: UInt32, _ input: imp_bytes, _ output: UnsafeMutablePointer<imp_buffer>
  ) -> imp_status {
    guard isPresent(output) else { return IMP_E_ARGUMENT }
    let buffer = output.pointee
    let capacity = buffer.room
    let message = CardExchangeMessage(
      CardExchangeMessage.Fields(
        input: input, capacity: UInt64(capacity), length: UInt64(UInt(bitPattern: buffer.length)), code: code,
        hasRoom: buffer.data == nil ? 0 : 1))
    return call(function, message, room: ReplyHead.room(8, bulk: capacity)) {
      (status, reply) throws(MalformedBody) in
      let length = try reply.take(UInt64.self)
      try reply.fill(output, status, length: length, capacity: capacity)
      return status
    }
  }

  fileprivate func reconnectCard(
    _ options: UnsafePointer<imp_card_options>, _ disposition: UInt32
  ) -> imp_status {
    let judged = judge(options, \.size)
    guard judged == IMP_OK else { return judged }
    return simple(.cardReconnect, ReconnectCardMessage(options.pointee, disposition: disposition))
  }

  /// A call without results.
  fileprivate func simple(
    _ function: CallFunction, _ message: some CallMessage, patience: UInt64 = 0
  ) -> imp_status {
    call(function, message, room: ReplyHead.room(0), patience: patience) {
      (status, reply) throws(MalformedBody) in
      try reply.finish()
      return status
    }
  }
}
