// SPDX-License-Identifier: Apache-2.0
import ImprintVirtualCard
import Testing

/// The card's side of the virtual reader's protocol, against a reader of the test's own.
struct VirtualCardConnectionTests {
  @Test func controlsAndCommandsAreAnsweredInFrames() throws {
    let reader = try TestReader()
    let card = VirtualCard()
    let connection = try VirtualCardConnection(card: card, port: reader.port)
    try reader.accept()
    reader.send([4])
    #expect(reader.receive() == card.atr)
    reader.send([1])
    reader.send([0x00, 0x20, 0x00, 0x01, 0x06] + Array("123456".utf8))
    #expect(reader.receive() == [0x90, 0x00])
    // A reset has no answer, and forgets the PIN.
    reader.send([2])
    reader.send([0x00, 0x20, 0x00, 0x01])
    #expect(reader.receive() == [0x63, 0xC3])
    // Without power it does nothing.
    reader.send([0])
    reader.send([0x00, 0x20, 0x00, 0x01])
    #expect(reader.receive() == [])
    connection.remove()
    #expect(reader.receive() == nil)
    #expect(!connection.isInserted)
  }

  @Test func responseLongerThanAFrameComesInParts() throws {
    let reader = try TestReader()
    let connection = try VirtualCardConnection(card: VirtualCard(), port: reader.port)
    try reader.accept()
    reader.send([1])
    reader.send([0x00, 0xA4, 0x00, 0x0C, 0x02, 0xDF, 0x01])
    #expect(reader.receive() == [0x90, 0x00])
    reader.send([0x00, 0xB0, 0x83, 0x00, 0x00, 0x00, 0x00])
    let first = reader.receive()
    #expect(first?.count == 65_535)
    #expect(first?.suffix(2) == [0x61, 0x03])
    connection.remove()
  }

  @Test func logTellsNoData() throws {
    let reader = try TestReader()
    let log = SharedLines()
    let connection = try VirtualCardConnection(
      card: VirtualCard(), port: reader.port, log: { log.add($0) })
    try reader.accept()
    reader.send([1])
    reader.send([0x00, 0x20, 0x00, 0x01, 0x06] + Array("123456".utf8))
    #expect(reader.receive() == [0x90, 0x00])
    connection.remove()
    #expect(log.all == ["00200001, <redacted> -> 2 bytes, 9000"])
  }

  @Test func readerThatHangsUpEndsTheCard() throws {
    let reader = try TestReader()
    let connection = try VirtualCardConnection(card: VirtualCard(), port: reader.port)
    try reader.accept()
    reader.hangUp()
    let ended = OnceDone()
    connection.whenRemoved { ended.done() }
    #expect(ended.wait(seconds: 10))
  }

  @Test func frameThatLiesIsFollowedByTheEnd() throws {
    let reader = try TestReader()
    var description = VirtualCard.Description.standard
    description.faults = [VirtualCard.Fault(command: 1, .frameLength(5))]
    let connection = try VirtualCardConnection(card: VirtualCard(description), port: reader.port)
    try reader.accept()
    reader.send([1])
    reader.send([0x00, 0xA4, 0x00, 0x0C])
    #expect(reader.receive(4) == [0x00, 0x05, 0x90, 0x00])
    #expect(reader.receive(1) == nil)
    connection.remove()
  }

  @Test func delayEndsWhenTheCardIsTakenOut() throws {
    let reader = try TestReader()
    var description = VirtualCard.Description.standard
    description.faults = [VirtualCard.Fault(command: 1, .delay(.seconds(600)))]
    let connection = try VirtualCardConnection(card: VirtualCard(description), port: reader.port)
    try reader.accept()
    reader.send([1])
    reader.send([0x00, 0xA4, 0x00, 0x0C])
    let start = ContinuousClock.now
    connection.remove()
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test func readerThatIsNotThereIsToldWithItsPlace() {
    // Port 1 of this machine is nobody's.
    let error = #expect(throws: VirtualCardError.self) {
      try VirtualCardConnection(card: VirtualCard(), port: 1)
    }
    #expect(error?.code == .connection)
    #expect(error?.place == "127.0.0.1:1")
  }
}
