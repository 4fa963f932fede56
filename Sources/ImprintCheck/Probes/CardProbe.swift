// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One connection to a card, called through its C table with guarded memory. Closed when released.
///
/// ``cancel()`` may be called from any thread; all other calls must be serialized.
final class CardProbe: @unchecked Sendable {
  // Sendable: nothing changes after init; the contract says which calls overlap.
  let plugin: ProbePlugin
  let table: imp_card_reader_ability
  private let card: OpaquePointer

  /// The options of a connection.
  struct Settings {
    var share = UInt32(IMP_CARD_SHARE_SHARED)
    /// 0: T=0 or T=1.
    var protocols: UInt32 = 0
  }

  init(_ plugin: ProbePlugin, _ locator: String, _ settings: Settings = Settings()) throws {
    self.plugin = plugin
    table = try plugin.table(IMP_CARD_READER_ID, as: imp_card_reader_ability.self)
    card = try Self.connect(plugin, locator, settings).made("card-reader.connect", "for \(locator)")
  }

  deinit { table.close(card) }

  /// Calls connect; the locator becomes inaccessible on return.
  static func connect(
    _ plugin: ProbePlugin, _ locator: String, _ settings: Settings = Settings(),
    change: (inout imp_card_options) -> Void = { _ in }
  ) throws -> Creation<Void> {
    let table = try plugin.table(IMP_CARD_READER_ID, as: imp_card_reader_ability.self)
    let text = try GuardedMemory(Array(locator.utf8))
    var options = Self.options(settings)
    options.locator = text.text
    change(&options)
    return try Creation(plugin, options, texts: [text], end: { table.close($0) }) {
      table.connect(plugin.plugin, $0, $1)
    }
  }

  private static func options(_ settings: Settings) -> imp_card_options {
    imp_card_options(
      size: structSize(imp_card_options.self), share: settings.share, protocols: settings.protocols,
      reserved: 0, locator: imp_text(data: nil, length: 0))
  }

  /// The result of a call that fills a buffer.
  struct Answer: LentAnswer {
    let answer: CallAnswer
    /// The buffer's length after the call.
    let length: Int
    let bytes: [UInt8]
    let isUntouched: Bool

    /// The status word of a response; 0 where there is none.
    var word: UInt16 {
      bytes.count < 2 ? 0 : UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1])
    }
    /// The response without its status word.
    var data: ArraySlice<UInt8> { bytes.dropLast(2) }
  }

  private func filled(
    _ call: String, capacity: Int, _ body: (UnsafeMutablePointer<imp_buffer>) -> imp_status
  ) throws -> Answer {
    let buffer = try LentBuffer(capacity: capacity)
    let status = body(buffer.pointer)
    return Answer(
      answer: CallAnswer(status, plugin.host), length: buffer.length, bytes: try buffer.content(status, call),
      isUntouched: status == IMP_RETRY_SHORT_BUFFER ? buffer.isRoomUntouched : buffer.isUntouched)
  }

  func transmit(
    _ command: [UInt8], capacity: Int = Int(IMP_CARD_RESPONSE_BYTES)
  ) throws -> Answer {
    let lent = try GuardedMemory(command)
    lent.makeReadOnly()
    return try filled("card-reader.transmit", capacity: capacity) { room in
      table.transmit(
        card, imp_bytes(data: lent.pointer(as: UInt8.self), length: command.count), room)
    }
  }

  func control(_ code: UInt32, _ input: [UInt8] = []) throws -> Answer {
    let lent = try GuardedMemory(input)
    lent.makeReadOnly()
    return try filled("card-reader.control", capacity: Int(IMP_CARD_RESPONSE_BYTES)) { room in
      table.control(card, code, imp_bytes(data: lent.pointer(as: UInt8.self), length: input.count), room)
    }
  }

  func attribute(_ tag: UInt32, capacity: Int = 4096) throws -> Answer {
    try filled("card-reader.attribute", capacity: capacity) { table.attribute(card, tag, $0) }
  }

  func setAttribute(_ tag: UInt32, _ value: [UInt8]) throws -> CallAnswer {
    let lent = try GuardedMemory(value)
    lent.makeReadOnly()
    return CallAnswer(
      table.set_attribute(card, tag, imp_bytes(data: lent.pointer(as: UInt8.self), length: value.count)),
      plugin.host)
  }

  /// The result of one status call.
  struct Status: LentAnswer {
    let answer: CallAnswer
    let said: imp_card_status
    let isUntouched: Bool
  }

  func status(change: (inout imp_card_status) -> Void = { _ in }) throws -> Status {
    var empty = imp_card_status.toBeFilled
    change(&empty)
    let memory = try GuardedMemory(copyOf: empty)
    let before = memory.content
    let status = table.status(card, memory.mutablePointer())
    return Status(
      answer: CallAnswer(status, plugin.host), said: memory.pointer(as: imp_card_status.self).pointee,
      isUntouched: before == memory.content)
  }

  /// - Parameter timeout: `nil`: without limit.
  func begin(_ timeout: Duration?) -> CallAnswer {
    CallAnswer(table.begin(card, WaitingCall.nanoseconds(timeout)), plugin.host)
  }

  func end(_ disposition: Int32 = IMP_CARD_LEAVE) -> CallAnswer {
    CallAnswer(table.end(card, UInt32(disposition)), plugin.host)
  }

  /// Sends a command that must get a response.
  func expectSent(_ command: [UInt8], _ what: String) throws {
    try expectSuccess(try transmit(command).answer, "card-reader.transmit", what)
  }

  /// Begins a transaction that must succeed.
  func expectBegun(_ what: String) throws { try expectSuccess(begin(.seconds(5)), "card-reader.begin", what) }

  /// Ends its transaction.
  func expectEnded(_ what: String) throws { try expectSuccess(end(), "card-reader.end", what) }

  func reconnect(
    _ disposition: Int32 = IMP_CARD_LEAVE, change: (inout imp_card_options) -> Void = { _ in }
  ) throws -> CallAnswer {
    var options = Self.options(Settings())
    change(&options)
    let lent = try GuardedMemory(copyOf: options)
    lent.makeReadOnly()
    return CallAnswer(table.reconnect(card, lent.pointer(), UInt32(disposition)), plugin.host)
  }

  func disconnect(_ disposition: Int32 = IMP_CARD_LEAVE) -> CallAnswer {
    CallAnswer(table.disconnect(card, UInt32(disposition)), plugin.host)
  }

  func cancel() { table.cancel(card) }

  /// Its begin, as a blocking call.
  var waiting: WaitingCall {
    WaitingCall(
      call: "card-reader.begin", cancelCall: "card-reader.cancel", goingOn: [],
      wait: { [self] limit in
        let start = ContinuousClock.now
        let answer = begin(limit)
        return .init(answer: answer, duration: ContinuousClock.now - start, isUntouched: true)
      }, cancel: { [self] in cancel() })
  }
}
