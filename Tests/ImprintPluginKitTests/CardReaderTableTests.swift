// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

final class CardReaderTableTests {
  private let opened: OpenedEntry
  private let table: imp_card_reader_ability
  private static let most = Int(IMP_CARD_RESPONSE_BYTES)

  init() throws {
    opened = try OpenedEntry(sampleCardExport.entry)
    table = try opened.table(IMP_CARD_READER_ID)
  }

  @Test func shortListSaysHowManyReadersThereAre() {
    //
    var count = 1
    var infos = room(imp_reader_info(), \.size, 2)
    #expect(table.list(opened.plugin, &infos, &count) == IMP_RETRY_SHORT_BUFFER)
    #expect(count == 2 && infos[0].events == 0)
    #expect(table.list(opened.plugin, &infos, &count) == IMP_OK)
    #expect(infos[0].state == IMP_READER_CARD | IMP_READER_EXCLUSIVE && infos[0].events == 9)
    #expect(infos[0].atr_length == 2 && infos[0].atr.0 == 0x3b && infos[1].atr_length == 0)
    infos[1].size = 3
    #expect(table.list(opened.plugin, &infos, &count) == IMP_E_ABI)
  }

  @Test(
    arguments: [
      (Change(IMP_E_ABI) { $0.size = 0 }, "reader 0"), (Change(IMP_E_ARGUMENT) { $0.share = 0 }, "reader 0"),
      (Change(IMP_E_ARGUMENT) { $0.share = 4 }, "reader 0"),
      (Change(IMP_E_ARGUMENT) { $0.protocols = 8 }, "reader 0"),
      (Change(IMP_E_ARGUMENT) { _ in }, ""), (Change(IMP_E_ARGUMENT) { $0.locator.data = nil }, "reader 0"),
      (Change(IMP_E_DEVICE_MISSING) { _ in }, "reader 7"),
      (Change(IMP_E_UNSUPPORTED) { $0.protocols = 1 }, "reader 0"),
      (Change(IMP_OK) { $0.protocols = 0 }, "reader 0"),
    ] as [(Change<imp_card_options>, String)])
  func optionsAreChecked(change: Change<imp_card_options>, locator: String) {
    let made = connect(locator, change.make)
    #expect(made.status == change.status)
    #expect((made.card != nil) == (change.status == IMP_OK))
    if let card = made.card { table.close(card) }
  }

  @Test func responseIsCopiedAndTheRestOfTheRoomStaysTheHosts() throws {
    let card = try card()
    defer { table.close(card) }
    let some = transmit(card, [100])
    #expect(some.status == IMP_OK && some.length == 100)
    #expect(some.memory[..<100].allSatisfy { $0 == 0xaa } && some.memory[100...].allSatisfy { $0 == 0xee })
    #expect(transmit(card, [255]).length == Self.most)
  }

  // Whatever was written beyond the length that was said, and whether that was one.
  @Test(arguments: [UInt8(10), 255, 4, 200, 201])
  func nothingOfAResponseIsInTheNextOne(_ first: UInt8) throws {
    let card = try card()
    defer { table.close(card) }
    _ = transmit(card, [first])
    let claimed = transmit(card, [202])
    #expect(claimed.length == 64 && claimed.memory[..<64].allSatisfy { $0 == 0 })
  }

  //
  @Test(arguments: [UInt8(4), 5, 6, 200, 201])
  func failedResponseLeavesTheHostsRoom(_ first: UInt8) throws {
    let card = try card()
    defer { table.close(card) }
    let failed = transmit(card, [first])
    #expect(failed.status != IMP_OK && failed.length == 9 && failed.memory.allSatisfy { $0 == 0xee })
    // Nothing of it is in the next one either.
    #expect(transmit(card, [7]).status == IMP_OK)
  }

  @Test func buffersOutsideTheirRangeAreRefusedAndNothingIsSent() throws {
    let card = try card()
    defer { table.close(card) }
    // 0 would be a card that was reset, had it been sent.
    #expect(transmit(card, []).status == IMP_E_ARGUMENT)
    #expect(transmit(card, [0], capacity: Self.most - 1).status == IMP_E_ARGUMENT)
    let long = [UInt8](repeating: 0, count: Int(IMP_CARD_COMMAND_BYTES) + 1)
    #expect(transmit(card, long).status == IMP_E_ARGUMENT)
    var none = imp_buffer(data: nil, capacity: Self.most, length: 0)
    #expect(withBytes([0]) { table.transmit(card, $0, &none) } == IMP_E_ARGUMENT)
    var buffer = imp_buffer(data: nil, capacity: 0, length: 0)
    #expect(table.transmit(card, imp_bytes(data: nil, length: 5), &buffer) == IMP_E_ARGUMENT)
    #expect(transmit(card, long.dropLast().map { _ in 9 }).length == 9)
  }

  @Test func controlCodeMayHaveNoInput() throws {
    let card = try card()
    defer { table.close(card) }
    for (code, input, status) in [
      (UInt32(1), [UInt8](), IMP_OK), (1, [5, 6], IMP_OK), (2, [], IMP_E_UNSUPPORTED),
    ] {
      var memory = [UInt8](repeating: 0, count: Self.most)
      let answered = memory.withUnsafeMutableBufferPointer { memory in
        var buffer = imp_buffer(data: memory.baseAddress, capacity: memory.count, length: 0)
        return withBytes(input) { (table.control(card, code, $0, &buffer), buffer.length) }
      }
      #expect(answered.0 == status && (status != IMP_OK || answered.1 == input.count))
      #expect(status != IMP_OK || Array(memory.prefix(input.count)) == input)
    }
  }

  //
  @Test(
    arguments: [
      (0, IMP_E_CARD_RESET), (1, IMP_E_CARD_MISSING), (2, IMP_E_DEVICE_GONE), (3, IMP_E_SERVICE),
    ] as [(UInt8, imp_status)])
  func lostCardIsAnsweredAgainUntilReconnectMendsIt(_ first: UInt8, _ status: imp_status) throws {
    let card = try card()
    defer { table.close(card) }
    #expect(transmit(card, [first]).status == status)
    var now = room(imp_card_status(), \.size, 1)[0]
    var value = imp_buffer()
    for _ in 0..<2 {
      #expect(transmit(card, [9]).status == status)
      #expect(table.status(card, &now) == status)
      #expect(table.begin(card, 0) == status)
      #expect(table.end(card, 0) == status)
      #expect(table.attribute(card, 0, &value) == status)
      #expect(table.set_attribute(card, 0, imp_bytes()) == status)
    }
    let isMendable = [IMP_E_CARD_RESET, IMP_E_CARD_MISSING].contains(status)
    #expect(reconnect(card, 2) == (isMendable ? IMP_RETRY_BUSY : status))
    #expect(transmit(card, [9]).status == status)
    #expect(reconnect(card, 3) == (isMendable ? IMP_E_CARD_MISSING : status))
    #expect(transmit(card, [9]).status == (isMendable ? IMP_E_CARD_MISSING : status))
    #expect(reconnect(card, 1) == (isMendable ? IMP_OK : status))
    #expect(transmit(card, [9]).status == (isMendable ? IMP_OK : status))
    table.cancel(card)
    #expect(table.begin(card, 0) == IMP_OUTCOME_CANCELLED)
  }

  @Test func otherFailuresAreNotKept() throws {
    let card = try card()
    defer { table.close(card) }
    for first: UInt8 in [4, 5, 6] {
      #expect(transmit(card, [first]).status == SampleCard.failures[Int(first)].rawValue)
      #expect(transmit(card, [9]).status == IMP_OK)
    }
  }

  @Test func transactionsAreCountedAndALostCardHasNone() throws {
    let card = try card()
    defer { table.close(card) }
    #expect(table.end(card, 0) == IMP_E_STATE)
    #expect(table.begin(card, 7) == IMP_RETRY_TIMEOUT)
    #expect(table.end(card, 0) == IMP_E_STATE)
    #expect(table.begin(card, 0) == IMP_OK && table.begin(card, 0) == IMP_OK)
    #expect(table.end(card, 4) == IMP_E_ARGUMENT)
    #expect(open(card) == 2)
    #expect(table.end(card, 0) == IMP_OK && open(card) == 1)
    #expect(transmit(card, [0]).status == IMP_E_CARD_RESET)
    #expect(reconnect(card, 0) == IMP_OK)
    // The session was told, or others would wait for ever.
    #expect(open(card) == 0 && table.end(card, 0) == IMP_E_STATE)
  }

  //
  @Test func cancelEndsEveryLaterWaitAndNothingElse() throws {
    let card = try card()
    defer { table.close(card) }
    #expect(table.begin(card, 0) == IMP_OK)
    table.cancel(card)
    for _ in 0..<2 { #expect(table.begin(card, 0) == IMP_OUTCOME_CANCELLED) }
    #expect(transmit(card, [9]).status == IMP_OK)
    #expect(table.end(card, 0) == IMP_OK)
  }

  @Test(arguments: [(0, IMP_OK), (3, IMP_E_DEVICE_FAILED)] as [(UInt32, imp_status)])
  func endedConnectionAnswersNothingButItsClose(_ disposition: UInt32, _ status: imp_status) throws {
    let card = try card()
    defer { table.close(card) }
    #expect(table.disconnect(card, 4) == IMP_E_ARGUMENT)
    #expect(table.disconnect(card, disposition) == status)
    var now = room(imp_card_status(), \.size, 1)[0]
    #expect(table.status(card, &now) == IMP_E_STATE)
    #expect(transmit(card, [9]).status == IMP_E_STATE)
    #expect(reconnect(card, 0) == IMP_E_STATE)
    #expect(table.disconnect(card, 0) == IMP_E_STATE)
  }

  @Test func attributeThatDoesNotFitSaysWhatItNeeds() throws {
    //
    let card = try card()
    defer { table.close(card) }
    var value = imp_buffer()
    #expect(table.attribute(card, 3, &value) == IMP_RETRY_SHORT_BUFFER && value.length == 3)
    var memory = [UInt8](repeating: 0, count: 3)
    let status = memory.withUnsafeMutableBufferPointer { memory in
      value = imp_buffer(data: memory.baseAddress, capacity: 3, length: 0)
      return table.attribute(card, 3, &value)
    }
    #expect(status == IMP_OK && memory == [4, 4, 4])
  }

  private func connect(
    _ locator: String, _ change: (inout imp_card_options) -> Void = { _ in }
  ) -> (status: imp_status, card: OpaquePointer?) {
    var card: OpaquePointer?
    let status = Array(locator.utf8CString).withUnsafeBufferPointer { text in
      var options = imp_card_options(
        size: structSize(imp_card_options.self), share: 1, protocols: 3, reserved: 0,
        locator: imp_text(data: text.baseAddress, length: text.count - 1))
      change(&options)
      return table.connect(opened.plugin, &options, &card)
    }
    return (status, card)
  }

  private func card() throws -> OpaquePointer { try #require(connect("reader 0").card) }

  private func reconnect(_ card: OpaquePointer, _ disposition: UInt32) -> imp_status {
    var options = imp_card_options(
      size: structSize(imp_card_options.self), share: 2, protocols: 0, reserved: 0, locator: imp_text())
    return table.reconnect(card, &options, disposition)
  }

  /// How many transactions the session has.
  private func open(_ card: OpaquePointer) -> UInt32? {
    var now = room(imp_card_status(), \.size, 1)[0]
    return table.status(card, &now) == IMP_OK ? now.protocol : nil
  }

  private func transmit(
    _ card: OpaquePointer, _ command: [UInt8], capacity: Int? = nil
  ) -> (status: imp_status, length: Int, memory: [UInt8]) {
    var memory = [UInt8](repeating: 0xee, count: Self.most)
    var length = 0
    let status = memory.withUnsafeMutableBufferPointer { memory in
      var buffer = imp_buffer(data: memory.baseAddress, capacity: capacity ?? memory.count, length: 9)
      defer { length = buffer.length }
      return withBytes(command) { table.transmit(card, $0, &buffer) }
    }
    return (status, length, memory)
  }
}
