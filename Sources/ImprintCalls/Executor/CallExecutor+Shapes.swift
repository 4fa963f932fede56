// SPDX-License-Identifier: Apache-2.0
internal import CImprint

// What functions of one shape have in common where they are executed; on the host's side:
// RemoteObject+Shapes.swift.

/// An opened plugin, with the table of the ability that a call is made through.
struct Provider<Table: AbilityTable> {
  let plugin: ExecutedPlugin
  let table: UnsafePointer<Table>
  var object: OpaquePointer { plugin.plugin }
}

extension CallExecutor {
  /// The plugin that a call is made on.
  func provider<Table: AbilityTable>(
    _ request: CallRequest, _ type: Table.Type
  ) throws(ExecutionFault) -> Provider<Table> {
    let plugin = try objects.plugin(request.object)
    return Provider(plugin: plugin, table: try plugin.table(type))
  }

  /// The object that a call is made on.
  func object<Kind: AbilityObject>(
    _ request: CallRequest, _ kind: Kind.Type
  ) throws(ExecutionFault) -> Executed<Kind> {
    try objects.object(request.object, kind)
  }

  /// Makes an object, and answers its number; 0 where the plugin answers success and gives none.
  func make<Kind: AbilityObject>(
    _ provider: Provider<Kind.Table>, _ kind: Kind.Type, _ reply: inout ReplyWriter,
    lending memory: CallMemory? = nil, _ create: (UnsafeMutablePointer<OpaquePointer?>) -> imp_status
  ) throws(ExecutionFault) -> imp_status {
    let place = try reply.reserve(UInt64(0))
    var made: OpaquePointer?
    let status = create(&made)
    guard status == IMP_OK, let made else { return status }
    let object = Executed<Kind>(of: provider.plugin, table: provider.table, object: made, lending: memory)
    reply.set(objects.add(object), at: place)
    return IMP_OK
  }

  /// The same, with what the plugin tells of it behind its number.
  func make<Kind: AbilityObject, Told: BitwiseCopyable>(
    _ provider: Provider<Kind.Table>, _ kind: Kind.Type, _ reply: inout ReplyWriter, answering empty: Told,
    _ create: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutablePointer<Told>) -> imp_status
  ) throws(ExecutionFault) -> imp_status {
    // Before anything is opened: room for what it is told with.
    _ = try reply.part(MemoryLayout<UInt64>.size + MemoryLayout<Told>.size)
    var told = empty
    let status = try make(provider, kind, &reply) { create($0, &told) }
    if status == IMP_OK { try reply.put(told) }
    return status
  }

  /// Makes a short call that may come while its object is ended.
  func cancel<Kind: AbilityObject>(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ kind: Kind.Type,
    _ call: (Executed<Kind>) -> Void
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    let object = try object(request, kind)
    object.beforeEnd { call(object) }
    return IMP_OK
  }

  /// Ends an object: at once, or when the last call on it returns.
  func end<Kind: AbilityObject>(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ kind: Kind.Type
  ) throws(ExecutionFault) -> imp_status {
    _ = try read(EmptyMessage.self, body)
    try object(request, kind).end()
    objects.remove(request.object)
    return IMP_OK
  }

  /// Has a plugin fill an array of a list's structs.
  func list<Entry: BitwiseCopyable>(
    _ message: ListMessage, _ reply: inout ReplyWriter,
    _ fill: (UnsafeMutablePointer<Entry>?, UnsafeMutablePointer<Int>) -> imp_status
  ) throws(ExecutionFault) -> imp_status {
    let fields = message.fields
    let capacity = Int(fields.capacity)
    let place = try reply.reserve(UInt64(0))
    let part = try reply.part(capacity * MemoryLayout<Entry>.stride)
    part.size(Entry.self)
    let entries = part.bytes.bindMemory(to: Entry.self)
    var count = capacity
    let status = fill(fields.isThere == 0 ? nil : entries.baseAddress, &count)
    reply.set(UInt64(UInt(bitPattern: count)), at: place)
    guard status == IMP_OK else { return status }
    guard (0...capacity).contains(count) else {
      throw .breach("it reports \(count) entries, but the capacity is \(capacity).")
    }
    reply.keep(count * MemoryLayout<Entry>.stride, of: part)
    return status
  }

  /// Executes what fills a buffer and a struct beside it.
  func fill<Info: BitwiseCopyable>(
    _ fields: FillMessage<Info>.Fields, _ reply: inout ReplyWriter,
    _ call: (UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<Info>) -> imp_status
  ) throws(ExecutionFault) -> imp_status {
    try fill(fields.buffer, fields.info, &reply, call)
  }

  func fill<Info: BitwiseCopyable>(
    _ room: imp_buffer, _ before: Info, _ reply: inout ReplyWriter,
    _ call: (UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<Info>) -> imp_status
  ) throws(ExecutionFault) -> imp_status {
    var info = before
    let place = try reply.reserve(FillResult(length: 0, info))
    let part = try reply.part(room.capacity)
    var buffer = part.buffer(like: room)
    let status = call(&buffer, &info)
    reply.set(FillResult(length: buffer.length, info), at: place)
    if status == IMP_OK { reply.keep(try part.filled(buffer), of: part) }
    return status
  }

  /// Executes what takes bytes, and gives others.
  func exchange(
    _ fields: ExchangeMessage.Fields, _ reply: inout ReplyWriter,
    _ call: (UnsafeMutablePointer<imp_buffer>) -> imp_status
  ) throws(ExecutionFault) -> imp_status {
    let place = try reply.reserve(UInt64(0))
    let part = try reply.part(fields.output.capacity)
    // What was written besides the response, or by a failed call, may be a secret: it is wiped.
    var kept = 0
    defer { part.wipe(from: kept) }
    var buffer = part.buffer(like: fields.output)
    let status = call(&buffer)
    reply.set(UInt64(UInt(bitPattern: buffer.length)), at: place)
    guard status == IMP_OK else { return status }
    kept = try part.filled(buffer)
    // No copy: it lies there already.
    reply.keep(kept, of: part)
    return status
  }

  /// Executes what answers one value.
  func answering<Value: BitwiseCopyable>(
    _ before: Value, _ reply: inout ReplyWriter, _ call: (UnsafeMutablePointer<Value>) -> imp_status
  ) throws(ExecutionFault) -> imp_status {
    var value = before
    let place = try reply.reserve(value)
    let status = call(&value)
    reply.set(value, at: place)
    return status
  }
}

extension ReplyWriter.Part {
  /// Sets the size of each struct that a plugin may fill.
  func size<Entry: BitwiseCopyable>(_ type: Entry.Type) {
    for start in stride(from: 0, to: bytes.count, by: MemoryLayout<Entry>.stride) {
      bytes.storeBytes(of: UInt32(MemoryLayout<Entry>.size), toByteOffset: start, as: UInt32.self)
    }
  }

  /// The part as a plugin is lent it.
  func buffer(like room: imp_buffer) -> imp_buffer {
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    return imp_buffer(
      data: room.data == nil ? nil : start ?? .present, capacity: bytes.count, length: room.length)
  }

  /// How much a plugin has filled, once it is not more than there is.
  func filled(_ buffer: imp_buffer) throws(ExecutionFault) -> Int {
    guard (0...bytes.count).contains(buffer.length) else {
      throw .breach(
        "it reports \(UInt(bitPattern: buffer.length)) bytes, but the capacity is \(bytes.count).")
    }
    return buffer.length
  }
}
