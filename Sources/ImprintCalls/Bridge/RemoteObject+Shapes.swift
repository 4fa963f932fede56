// SPDX-License-Identifier: Apache-2.0
internal import CImprint
private import Synchronization

// What functions of one shape have in common on the host's side. A shape is what a function's description
// says (docs/proposals/0004-abilities.md); where the call arrives: CallExecutor+Shapes.swift.

extension RemoteObject {
  /// Has a list filled.
  /// - Parameter message: the request, of the list that is asked for.
  func list<Entry: BitwiseCopyable>(
    _ function: CallFunction, _ entries: UnsafeMutablePointer<Entry>?, _ count: UnsafeMutablePointer<Int>,
    message: (ListMessage) -> some CallMessage
  ) -> imp_status {
    guard isPresent(count) else { return IMP_E_ARGUMENT }
    // A size_t beyond all lists comes as a negative number.
    let capacity = count.pointee < 0 ? CallLimit.entries : min(count.pointee, CallLimit.entries)
    if let entries {
      let status = judge(UnsafeBufferPointer(start: entries, count: capacity))
      guard status == IMP_OK else { return status }
    }
    let stride = MemoryLayout<Entry>.stride
    let request = message(ListMessage(capacity: UInt32(capacity), isThere: entries != nil))
    let ask = { [self] in
      call(function, request, room: ReplyHead.room(8, bulk: capacity * stride)) {
        (status, reply) throws(MalformedBody) in
        let found = try reply.take(UInt64.self)
        if status == IMP_OK {
          guard found <= capacity else {
            throw MalformedBody("it lists \(found) entries, but the capacity is \(capacity).")
          }
          let bytes = try reply.bulk(found * UInt64(stride))
          try reply.finish()
          if let entries { UnsafeMutableRawPointer(entries).copy(bytes) }
        } else {
          try reply.finish()
        }
        count.pointee = Int(truncatingIfNeeded: found)
        return status
      }
    }
    guard let plugin = self as? RemotePlugin else { return ask() }
    return plugin.turn.withLock { _ in ask() }
  }

  /// Waits for what fills a buffer, and a struct beside it.
  func fill<Info: BitwiseCopyable>(
    _ function: CallFunction, _ timeout: UInt64, _ bytes: UnsafeMutablePointer<imp_buffer>,
    _ info: UnsafeMutablePointer<Info>
  ) -> imp_status {
    fill(function, timeout, bytes, info) { $0 }
  }

  /// Has bytes made of what is lent, with a struct that tells of them.
  /// - Parameter message: the request, of the room that there is.
  func produce<Info: BitwiseCopyable>(
    _ function: CallFunction, _ bytes: UnsafeMutablePointer<imp_buffer>, _ info: UnsafeMutablePointer<Info>,
    message: (FillMessage<Info>) -> some CallMessage
  ) -> imp_status {
    fill(function, 0, bytes, info, message: message)
  }

  private func fill<Info: BitwiseCopyable>(
    _ function: CallFunction, _ timeout: UInt64, _ bytes: UnsafeMutablePointer<imp_buffer>,
    _ info: UnsafeMutablePointer<Info>, message: (FillMessage<Info>) -> some CallMessage
  ) -> imp_status {
    if let status = misfit(info) ?? absence(bytes) { return status }
    let buffer = bytes.pointee
    let request = message(
      FillMessage(
        FillMessage.Fields(
          timeout: timeout, capacity: UInt64(buffer.room), length: UInt64(UInt(bitPattern: buffer.length)),
          isThere: buffer.data == nil ? 0 : 1, info: info.pointee)))
    return fill(function, bytes, info, patience: timeout, request)
  }

  /// Makes a call that is answered by ``FillResult``.
  func fill<Info: BitwiseCopyable>(
    _ function: CallFunction, _ bytes: UnsafeMutablePointer<imp_buffer>, _ info: UnsafeMutablePointer<Info>,
    patience: UInt64 = 0, _ request: some CallMessage
  ) -> imp_status {
    let capacity = bytes.pointee.room
    let room = ReplyHead.room(MemoryLayout<FillResult<Info>>.size, bulk: capacity)
    return call(function, request, room: room, patience: patience) {
      (status, reply) throws(MalformedBody) in
      let result = try reply.take(FillResult<Info>.self)
      try reply.fill(bytes, status, length: result.length, capacity: capacity)
      if status == IMP_OK { info.pointee = result.info }
      return status
    }
  }

  /// Sends bytes, and fills a buffer with the response.
  func exchange(
    _ function: CallFunction, code: UInt32, _ input: imp_bytes, _ output: UnsafeMutablePointer<imp_buffer>
  ) -> imp_status {
    if let status = absence(output) { return status }
    let buffer = output.pointee
    let capacity = buffer.room
    let message = ExchangeMessage(
      ExchangeMessage.Fields(
        input: input, capacity: UInt64(capacity), length: UInt64(UInt(bitPattern: buffer.length)), code: code,
        hasRoom: buffer.data == nil ? 0 : 1))
    return call(function, message, room: ReplyHead.room(8, bulk: capacity)) {
      (status, reply) throws(MalformedBody) in
      let length = try reply.take(UInt64.self)
      try reply.fill(output, status, length: length, capacity: capacity)
      return status
    }
  }

  /// A call that answers a status alone.
  func perform(_ function: CallFunction, _ message: some CallMessage, patience: UInt64 = 0) -> imp_status {
    call(function, message, room: ReplyHead.room(0), patience: patience) {
      (status, reply) throws(MalformedBody) in
      try reply.finish()
      return status
    }
  }

  /// A call that answers one value with success.
  func perform<Value: BitwiseCopyable>(
    _ function: CallFunction, _ message: some CallMessage, patience: UInt64 = 0,
    answering value: UnsafeMutablePointer<Value>
  ) -> imp_status {
    let room = ReplyHead.room(MemoryLayout<Value>.size)
    return call(function, message, room: room, patience: patience) {
      (status, reply) throws(MalformedBody) in
      let answered = try reply.take(Value.self)
      try reply.finish()
      if status == IMP_OK { value.pointee = answered }
      return status
    }
  }
}

extension RemotePlugin {
  /// Has an object made.
  /// - Parameter memory: what it is lent until its end.
  func make<Kind: AbilityObject>(
    _ function: CallFunction, _ message: some CallMessage, _ handle: UnsafeMutablePointer<OpaquePointer?>,
    _ kind: Kind.Type, lending memory: imp_bytes? = nil
  ) -> imp_status {
    let memory = memory.map { CallMemory($0.raw) }
    guard let object = object(function, message, kind, lending: memory) else { return IMP_E_ARGUMENT }
    return object.make(handle)
  }

  /// Has an object made that the plugin tells something of.
  func make<Kind: AbilityObject, Told: BitwiseCopyable>(
    _ function: CallFunction, _ message: some CallMessage, _ handle: UnsafeMutablePointer<OpaquePointer?>,
    _ kind: Kind.Type, answering told: UnsafeMutablePointer<Told>
  ) -> imp_status {
    guard let object = object(function, message, kind) else { return IMP_E_ARGUMENT }
    var given = told.pointee
    let status = object.make(handle, room: MemoryLayout<Told>.size) { reply throws(MalformedBody) in
      given = try reply.take(Told.self)
    }
    if status == IMP_OK { told.pointee = given }
    return status
  }
}

extension BodyReader {
  /// Reads what a buffer is filled with, to the end, and fills it: its length alone for a short one.
  mutating func fill(
    _ buffer: UnsafeMutablePointer<imp_buffer>, _ status: imp_status, length: UInt64, capacity: Int
  ) throws(MalformedBody) {
    if status == IMP_OK {
      guard length <= capacity else {
        throw MalformedBody("\(length) bytes, but the capacity is \(capacity).")
      }
      let bytes = try bulk(length)
      try finish()
      if let room = buffer.pointee.data { UnsafeMutableRawPointer(room).copy(bytes) }
    } else {
      try finish()
    }
    buffer.pointee.length = Int(truncatingIfNeeded: length)
  }
}

extension UnsafeMutableRawPointer {
  func copy(_ bytes: UnsafeRawBufferPointer) {
    if let start = bytes.baseAddress { copyMemory(from: start, byteCount: bytes.count) }
  }
}
