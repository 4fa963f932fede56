// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import ImprintRuntime
import ImprintVirtualCard
import Testing

/// What is sent for a length, and what is not sent again for it.
@Suite struct CardLengthTests {
  @Test(arguments: [nil, 16] as [Int?])
  func aCommandWithDataIsNotSentAgainOverT0(expected: Int?) async throws {
    let card = ScriptedCard(.t0, [0x6C, 0x05])
    let response = try await CardChannel(over: card).send(
      CommandAPDU(ins: 0xDA, data: [1, 2, 3], expected: expected))
    #expect(response.status.rawValue == 0x6C05)
    #expect(card.commands.count == 1)
  }

  @Test(arguments: [CardProtocol.t0, .t1])
  func aPINIsNeverSentAgain(transmission: CardProtocol) async throws {
    let card = ScriptedCard(transmission, [0x6C, 0x05])
    for expected in [nil, 256] {
      _ = try await CardChannel(over: card).send(
        CommandAPDU(ins: 0x20, p2: 0x81, data: Array("123456".utf8), expected: expected))
    }
    #expect(card.commands.count == 2)
  }

  @Test(arguments: [CardProtocol.t0, .t1])
  func theExactLengthIsAskedForWhereThereIsNoData(transmission: CardProtocol) async throws {
    let card = ScriptedCard(transmission, [0x6C, 0x02], [1, 2, 0x90, 0x00])
    let response = try await CardChannel(over: card).send(CommandAPDU(ins: 0xB0, expected: 256))
    #expect(response.data == [1, 2])
    #expect(card.commands == [[0, 0xB0, 0, 0, 0], [0, 0xB0, 0, 0, 2]])
  }

  @Test(
    arguments: [
      (0x0C, 0x00), (0x8E, 0x02), (0x80, 0x00), (0x84, 0x00), (0x81, 0x01), (0x61, 0x41), (0x02, 0x02),
      (0xFF, 0xFF),
    ] as [(UInt8, UInt8)])
  func whatWaitsIsFetchedWithTheStandardsClass(cla: UInt8, fetched: UInt8) async throws {
    let card = ScriptedCard(.t1, [0x61, 0x01], [5, 0x90, 0x00])
    let response = try await CardChannel(over: card).send(
      CommandAPDU(cla: CommandClass(rawValue: cla), ins: 0xCA, expected: 256))
    #expect(response.data == [5])
    #expect(card.commands.map(\.[0]) == [cla, fetched])
  }

  @Test func noMoreIsFetchedThanIsExpected() async throws {
    let card = ScriptedCard(.t1, [1, 2, 0x61, 0x20], [3, 4, 5, 0x61, 0x1D])
    let response = try await CardChannel(over: card).send(CommandAPDU(ins: 0xCA, expected: 5))
    #expect(response.data == [1, 2, 3, 4, 5])
    #expect(response.status == .done)
    #expect(card.commands == [[0, 0xCA, 0, 0, 5], [0, 0xC0, 0, 0, 3]])
  }

  @Test func noMoreIsExpectedThanTheCardsLongestResponse() async throws {
    let card = ScriptedCard(.t1, [0x90, 0x00])
    var capabilities = CardCapabilities(extendedLength: true)
    capabilities.longestResponse = 2050
    _ = try await CardChannel(over: card, capabilities: capabilities).send(
      CommandAPDU(ins: 0xCA, expected: 65_536))
    #expect(card.commands == [[0, 0xCA, 0, 0, 0, 0x08, 0x00]])
  }

  @Test func whatIsBeyondTheCardsLongestResponseIsFetched() async throws {
    let card = ScriptedCard(
      .t1, Array(repeating: 1, count: 2048) + [0x61, 0x10], Array(repeating: 2, count: 16) + [0x90, 0x00])
    var capabilities = CardCapabilities(extendedLength: true)
    capabilities.longestResponse = 2050
    let response = try await CardChannel(over: card, capabilities: capabilities).send(
      CommandAPDU(ins: 0xCA, expected: 65_536))
    #expect(response.data.count == 2064 && response.status == .done)
  }

  @Test func whatIsWrittenLongIsSentLong() async throws {
    let card = ScriptedCard(.t1, [0x90, 0x00])
    let command = try CommandAPDU(ins: 0xCA, expected: 16)
    _ = try await CardChannel(over: card).send(command, as: .extended)
    #expect(card.commands == [[0, 0xCA, 0, 0, 0, 0, 16]])
    let old = CardChannel(over: ScriptedCard(.t0, [0x90, 0x00]))
    #expect(
      await code { () throws(CardError) in _ = try await old.send(command, as: .extended) } == .command)
  }

  @Test func bytesAsTheyAreGoOnceWhateverTheCardSays() async throws {
    let card = ScriptedCard(.t1, [0x61, 0x05], [0x6C, 0x05])
    let channel = CardChannel(over: card)
    #expect(try await channel.transmit([1, 2]).status.rawValue == 0x6105)
    #expect(try await channel.transmit([0, 0xB0, 0, 0, 0]).status.rawValue == 0x6C05)
    #expect(card.commands == [[1, 2], [0, 0xB0, 0, 0, 0]])
  }

  /// A file of so many bytes, of which a command brings 256 at most.
  private func file(_ size: Int) -> ScriptedCard {
    ScriptedCard(.t1) { _, command in
      let offset = Int(command[2]) << 8 | Int(command[3])
      guard offset < size else { return [0x6B, 0x00] }
      let count = min(size - offset, command[4] == 0 ? 256 : Int(command[4]))
      return (offset..<offset + count).map { UInt8(truncatingIfNeeded: $0 % 251) } + [0x90, 0x00]
    }
  }

  @Test(arguments: [(2000, 1000, 4), (600, 600, 4), (600, 1000, 5), (512, 1000, 4)])
  func aReadBeyondTheShortFormBringsAllThatThereIs(size: Int, end: Int, most: Int) async throws {
    let card = file(size)
    let bytes = try await CardChannel(over: card).readBinary(at: 0, count: 1000)
    let expected: [UInt8] = (0..<min(size, 1000)).map { UInt8(truncatingIfNeeded: $0 % 251) }
    #expect(bytes == expected)
    #expect(card.commands.count <= most)
  }

  @Test(arguments: [256, 200])
  func aReadThatIsRefusedInTheMiddleFails(after count: Int) async throws {
    let card = ScriptedCard(.t1, Array(repeating: 1, count: count) + [0x90, 0x00], [0x69, 0x82])
    #expect(
      await code { () throws(CardError) in
        _ = try await CardChannel(over: card).readBinary(at: 0, count: 1000)
      } == .refused)
  }

  @Test(arguments: [256, 200], [256, 1000])
  func aFileThatIsRefusedInTheMiddleFails(after count: Int, part: Int) async throws {
    let card = ScriptedCard(.t1, Array(repeating: 1, count: count) + [0x90, 0x00], [0x69, 0x82])
    #expect(
      await code { () throws(CardError) in
        _ = try await CardChannel(over: card).readFile(part: part)
      } == .refused)
  }

  @Test(arguments: [[0x67, 0x00], [0x6A, 0x86], [0x6B, 0x00], [0x62, 0x82]] as [[UInt8]])
  func aCardThatFindsFaultWithAReadBehindTheEndHasGivenAll(said: [UInt8]) async throws {
    for isFile in [false, true] {
      let card = ScriptedCard(.t1, Array(repeating: 1, count: 200) + [0x90, 0x00], said)
      let channel = CardChannel(over: card)
      let bytes =
        isFile ? try await channel.readFile() : try await channel.readBinary(at: 0, count: 1000)
      #expect(bytes == Array(repeating: 1, count: 200))
    }
  }
}
