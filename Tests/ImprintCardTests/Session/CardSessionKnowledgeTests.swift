// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import ImprintRuntime
import ImprintVirtualCard
import Synchronization
import Testing

/// What a session knows of its card beyond the ATR.
@Suite struct CardSessionKnowledgeTests {
  @Test func whatTheCardSaysIsKeptOverResetSuspensionAndSleep() async throws {
    let reader = FakeReader()
    let clock = TestSleepClock()
    let session = try await CardReaders(reader, clock: clock).session()
    let long = try CommandAPDU(ins: 0xCA, expected: 1000)
    func sent() async throws -> [UInt8] {
      _ = try await session.send(long)
      return reader.state.withLock { $0.commands.last ?? [] }
    }
    #expect(try await sent() == [0, 0xCA, 0, 0, 0])
    try await session.know(CardCapabilities(extendedLength: true))
    let extended: [UInt8] = [0, 0xCA, 0, 0, 0, 0x03, 0xE8]
    #expect(try await sent() == extended)
    try await session.reset()
    #expect(try await sent() == extended)
    try await session.transaction(ending: .reset) { _ in }
    #expect(try await sent() == extended)
    await session.suspend()
    try await session.resume()
    #expect(try await sent() == extended)
    clock.sleep(.seconds(10))
    _ = await code { () throws(CardError) in _ = try await session.getChallenge() }
    #expect(try await sent() == extended)
  }

  @Test func whatAFileLeavesOpenStaysAsItWas() throws {
    let said = CardCapabilities(extendedLength: true, chaining: true, channels: 4)
    let file = try [
      BERTLV(0x47, [0x80]),
      BERTLV(0x7F66, containing: [BERTLV(0x02, [0x01, 0x05]), BERTLV(0x02, [0x08, 0x02])]),
    ]
    let all = said.adding(informationFile: file)
    #expect(all.extendedLength == true && all.chaining == true && all.channels == 4)
    #expect(all.selectionByFullName == true && all.longestCommand == 261 && all.longestResponse == 2050)
    #expect(all.adding(CardCapabilities(chaining: false)).longestResponse == 2050)
    #expect(all.adding(CardCapabilities(chaining: false)).chaining == false)
  }
}
