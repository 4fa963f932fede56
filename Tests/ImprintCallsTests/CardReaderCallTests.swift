// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Synchronization
import Testing

/// `imprint.card-reader/1` through a bridge: the same as directly.
@Suite struct CardReaderCallTests {
  private static func table(_ opened: OpenedEntry) throws -> imp_card_reader_ability {
    try opened.table(IMP_CARD_READER_ID)
  }

  // R-01
  @Test(arguments: [0, 1, 3], [0, 2, 3, 9])
  func readersAreListed(_ count: Int, _ capacity: Int) throws {
    let plugin = TestPlugin()
    plugin.cards.onList = { infos, room in
      defer { room.pointee = count }
      guard count <= room.pointee else { return IMP_RETRY_SHORT_BUFFER }
      for index in 0..<count {
        infos?[index].events = UInt32(index)
        infos?[index].atr_length = 2
        infos?[index].atr.1 = 7
      }
      return IMP_OK
    }
    try sameInBothWays(plugin) { opened in
      let table = try Self.table(opened)
      var infos = room(imp_reader_info(), \.size, capacity)
      var found = capacity
      let status = infos.withUnsafeMutableBufferPointer { table.list(opened.plugin, $0.baseAddress, &found) }
      return [bytes(status), bytes(found)] + infos.map { bytes($0) }
    }
  }

  @Test func everyArgumentTravelsAndEveryAnswerComesBack() throws {
    let plugin = TestPlugin()
    let seen = Mutex<[String]>([])
    func see(_ line: String) { seen.withLock { $0.append(line) } }
    plugin.cards.onConnect = {
      see("connect \(text($0.locator)) \($0.share) \($0.protocols)")
      return IMP_OK
    }
    plugin.cards.onStatus = {
      $0.pointee.state = IMP_READER_CARD
      $0.pointee.atr.0 = 0x3b
      return IMP_OK
    }
    plugin.cards.onExchange = { which, code, input, out in
      let bytes = Array(UnsafeBufferPointer(start: input.data, count: input.length))
      see("\(which) \(code) \(bytes)")
      guard code != 13 else { return IMP_E_UNSUPPORTED }
      guard out.pointee.capacity >= bytes.count + 2 else { return IMP_RETRY_SHORT_BUFFER }
      for (index, byte) in (bytes.reversed() + [0x90, 0]).enumerated() { out.pointee.data?[index] = byte }
      out.pointee.length = bytes.count + 2
      return IMP_OK
    }
    plugin.cards.onBegin = { timeout in
      see("begin \(timeout)")
      return timeout == 0 ? IMP_RETRY_TIMEOUT : IMP_OK
    }
    plugin.cards.onDispose = { which, options, disposition in
      see("\(which) \(options.map { "\($0.share) \(text($0.locator))" } ?? "") \(disposition)")
      return disposition == 9 ? IMP_E_ARGUMENT : IMP_OK
    }
    plugin.cards.onSetAttribute = { tag, value in
      see("set \(tag) \(value.length)")
      return IMP_OK
    }
    let answers = try sameInBothWays(plugin) { opened in
      let table = try Self.table(opened)
      var options = imp_card_options.test
      let card = try TestPlugin.lend("a reader 00") { locator in
        options.locator = locator
        return Result { try object(opened, options, table.connect) }
      }.get()
      defer { table.close(card) }
      options.share = 2
      // The locator was lent to connect alone.
      options.locator = imp_text()
      var status = room(imp_card_status(), \.size, 1)[0]
      var answers: [[UInt8]] = [bytes(table.status(card, &status)), bytes(status)]
      var memory = [UInt8](repeating: 0, count: Int(IMP_CARD_RESPONSE_BYTES))
      let longest = [UInt8](repeating: 1, count: Int(IMP_CARD_COMMAND_BYTES))
      for (code, input, capacity) in [
        (UInt32.max, [1, 2, 3], memory.count), (1, longest, memory.count), (13, [], memory.count),
        (2, [UInt8](), memory.count), (3, [1, 2, 3], 4),
      ] {
        let seen = memory.withUnsafeMutableBufferPointer { memory in
          memory.update(repeating: 0)
          var buffer = imp_buffer(data: memory.baseAddress, capacity: capacity, length: 0)
          let status = withBytes(input) { input in
            code == .max ? table.transmit(card, input, &buffer) : table.control(card, code, input, &buffer)
          }
          return bytes(status) + bytes(buffer.length) + memory.prefix(8)
        }
        answers.append(seen)
      }
      var value = imp_buffer(data: nil, capacity: 0, length: 0)
      answers += [
        bytes(table.attribute(card, 0x10100, &value)), bytes(table.begin(card, 0)),
        bytes(table.begin(card, .max)),
        bytes(table.end(card, 2)), bytes(table.end(card, 9)), bytes(table.reconnect(card, &options, 1)),
        bytes(withBytes([5, 6]) { table.set_attribute(card, 7, $0) }), bytes(table.disconnect(card, 3)),
      ]
      return answers
    }
    #expect(answers.count == 15)
    let lines = seen.withLock { $0 }
    #expect(lines.count.isMultiple(of: 2) && lines.prefix(lines.count / 2) == lines.suffix(lines.count / 2))
    for line in [
      "connect a reader 00 1 3", "transmit 0 [1, 2, 3]", "begin 18446744073709551615", "end  2",
      "reconnect 2  1", "set 7 2", "disconnect  3", "attribute 65792 []",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
  }

  // R-20
  @Test func structsOfWrongSizeAreRefusedHere() throws {
    let bridged = try Bridged()
    let table = try Self.table(bridged.opened)
    let card = try bridged.object(imp_card_options.test, table.connect)
    defer { table.close(card) }
    var options = imp_card_options.test
    options.size = 1
    var made: OpaquePointer?
    #expect(table.connect(bridged.opened.plugin, &options, &made) == IMP_E_ABI)
    #expect(table.reconnect(card, &options, 0) == IMP_E_ABI)
    var status = imp_card_status()
    #expect(table.status(card, &status) == IMP_E_ABI)
    #expect(
      !bridged.carrier.carried.contains(.cardReconnect) && !bridged.carrier.carried.contains(.cardStatus))
  }

  @Test func responseLongerThanItsRoomIsABreach() throws {
    let plugin = TestPlugin()
    plugin.cards.onExchange = { _, _, _, out in
      out.pointee.length = out.pointee.capacity + 1
      return IMP_OK
    }
    let bridged = try Bridged(plugin)
    let table = try Self.table(bridged.opened)
    let card = try bridged.object(imp_card_options.test, table.connect)
    defer { table.close(card) }
    #expect(Self.transmit(table, card) == IMP_E_INTERNAL)
    #expect(Self.transmit(table, card) == IMP_E_STATE)
  }

  // R-22: the room is used again, and what was written besides a response may be a key.
  @Test(
    arguments: [CallFunction.cardTransmit, .cardControl, .cardAttribute],
    [IMP_OK, IMP_RETRY_SHORT_BUFFER, IMP_RETRY_BUSY, IMP_E_DEVICE_FAILED])
  func nothingButTheResponseIsLeftInTheRoom(_ function: CallFunction, _ status: imp_status) {
    let (answer, room) = Self.roomAfter(function) { out in
      out.pointee.length = 4
      return status
    }
    let kept = status == IMP_OK ? 4 : 0
    #expect(answer.status == status)
    // The head and the length, then the response.
    #expect(Array(room[64..<64 + kept]) == [UInt8](repeating: 0xa5, count: kept))
    #expect(room[(64 + kept)...].allSatisfy { $0 == 0 })
    #expect(status != IMP_OK || answer.bytes == 68)
    if status != IMP_OK, status != IMP_RETRY_SHORT_BUFFER { #expect(answer.bytes == 24) }
  }

  @Test func nothingIsLeftInTheRoomOfAResponseThatIsABreach() {
    let (answer, room) = Self.roomAfter(.cardTransmit) { out in
      out.pointee.length = out.pointee.capacity + 1
      return IMP_OK
    }
    #expect(answer.status == IMP_E_INTERNAL)
    // Words are.
    #expect(!room.contains(0xa5))
  }

  /// What an executor leaves in the reply's room, where the plugin has written to all that it was lent.
  private static func roomAfter(
    _ function: CallFunction, _ end: @escaping (UnsafeMutablePointer<imp_buffer>) -> imp_status
  ) -> (answer: CallAnswer, room: [UInt8]) {
    let plugin = TestPlugin()
    plugin.cards.onExchange = { _, _, _, out in
      out.pointee.data?.update(repeating: 0xa5, count: out.pointee.capacity)
      return end(out)
    }
    return withExtendedLifetime(plugin) {
      let raw = RawCalls(CallExecutor(entry: plugin.entry, host: TestExecutorHost()))
      let card = raw.make(.cardConnect, raw.open(), CardConnectRequest(options: .test))
      let message = raw.encoded(
        ExchangeMessage(.init(input: imp_bytes(), capacity: 512, length: 0, code: 0, hasRoom: 1)))
      return raw.executeAndShowRoom(function, card, message)
    }
  }

  // R-34: a connection does not come back, whatever else does.
  @Test(arguments: [CallFunction.cardTransmit, .cardBegin, .cardStatus])
  func connectionIsGoneForEverWithItsProcess(_ function: CallFunction) throws {
    let bridged = try Bridged()
    let table = try Self.table(bridged.opened)
    let card = try bridged.object(imp_card_options.test, table.connect)
    bridged.carrier.die()
    for _ in 0..<2 {
      switch function {
      case .cardTransmit: #expect(Self.transmit(table, card) == IMP_E_DEVICE_GONE)
      case .cardBegin: #expect(table.begin(card, 0) == IMP_E_DEVICE_GONE)
      default:
        var status = room(imp_card_status(), \.size, 1)[0]
        #expect(table.status(card, &status) == IMP_E_DEVICE_GONE)
      }
      // Others begin anew meanwhile.
      _ = bridged.opened.entry.pointee.ability(bridged.opened.plugin, IMP_CAMERA_ID)
      var options = imp_card_options.test
      #expect(table.reconnect(card, &options, 0) == IMP_E_DEVICE_GONE)
    }
    table.cancel(card)
    table.close(card)
    #expect(bridged.carrier.carried.filter { $0 == .cardConnect }.count == 1)
    table.close(try bridged.object(imp_card_options.test, table.connect))
  }

  // A command whose answer was lost is not made again: nobody knows whether the card has seen it.
  @Test func commandIsNotSentAgainWhereTheOtherSideEndsInTheMiddle() throws {
    let plugin = TestPlugin()
    let sent = Atomic(0)
    plugin.cards.onExchange = { _, _, _, out in
      sent.add(1, ordering: .relaxed)
      out.pointee.length = 0
      return IMP_OK
    }
    let bridged = try Bridged(plugin)
    let table = try Self.table(bridged.opened)
    let card = try bridged.object(imp_card_options.test, table.connect)
    defer { table.close(card) }
    #expect(Self.transmit(table, card) == IMP_OK)
    bridged.carrier.die(during: .cardTransmit)
    #expect(Self.transmit(table, card) == IMP_E_INTERNAL)
    #expect(Self.transmit(table, card) == IMP_E_DEVICE_GONE)
    #expect(sent.load(ordering: .relaxed) == 1)
  }

  // R-13
  @Test func cancelComesInTheMiddleOfAWait() throws {
    let plugin = TestPlugin()
    let waits = Atomic(false)
    let isCancelled = Atomic(false)
    plugin.cards.onBegin = { _ in
      waits.store(true, ordering: .releasing)
      while !isCancelled.load(ordering: .acquiring) {}
      return IMP_OUTCOME_CANCELLED
    }
    plugin.cards.onCancel = { isCancelled.store(true, ordering: .releasing) }
    let bridged = try Bridged(plugin)
    let table = try Self.table(bridged.opened)
    let card = Held(try bridged.object(imp_card_options.test, table.connect))
    defer { table.close(card.object) }
    let begin = table.begin
    let status = inAThread({ begin(card.object, .max) }) {
      while !waits.load(ordering: .acquiring) {}
      table.cancel(card.object)
    }
    #expect(status == IMP_OUTCOME_CANCELLED)
  }

  // What no recording may keep (PINs), and where it lies.
  @Test func everythingThatMayBeAPINIsHidden() {
    let raw = RawCalls(CallExecutor(entry: TestPlugin().entry, host: TestExecutorHost()))
    let pin = [UInt8](0...99)
    withBytes(pin) { bytes in
      for (function, message) in [
        (
          CallFunction.cardTransmit,
          raw.encoded(
            ExchangeMessage(.init(input: bytes, capacity: 9, length: 0, code: 0, hasRoom: 1)))
        ), (.cardSetAttribute, raw.encoded(CardSetAttributeRequest(value: bytes, tag: 7))),
      ] {
        let parts = message.withUnsafeBytes { HiddenPart.parts(ofRequest: function, body: $0) }
        #expect(parts.map { Array(message[$0.range]) } == [pin])
        #expect(function.traits.isSecret)
      }
    }
    // What is no message of the function is hidden as a whole.
    pin.withUnsafeBytes {
      #expect(HiddenPart.parts(ofRequest: .cardTransmit, body: $0).map(\.range) == [0..<100])
    }
  }

  private static func transmit(_ table: imp_card_reader_ability, _ card: OpaquePointer) -> imp_status {
    var memory = [UInt8](repeating: 0, count: Int(IMP_CARD_RESPONSE_BYTES))
    return memory.withUnsafeMutableBufferPointer { memory in
      var buffer = imp_buffer(data: memory.baseAddress, capacity: memory.count, length: 0)
      return withBytes([1]) { table.transmit(card, $0, &buffer) }
    }
  }

  /// `@unchecked Sendable`: the contract lets cancel come from another thread.
  private struct Held: @unchecked Sendable {
    let object: OpaquePointer
    init(_ object: OpaquePointer) { self.object = object }
  }
}
