// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import ImprintRuntime
import ImprintVirtualCard
import Testing

@Suite struct CardChannelTests {
  private func command(_ data: Int = 0, expected: Int? = nil) throws -> CommandAPDU {
    try CommandAPDU(ins: 0xDA, data: (0..<data).map { UInt8(truncatingIfNeeded: $0) }, expected: expected)
  }

  @Test func whatWaitsIsFetchedUntilThereIsNoMore() async throws {
    let card = ScriptedCard(.t1, [1, 2, 0x61, 0x02], [3, 4, 0x61, 0x01], [5, 0x90, 0x00])
    let response = try await CardChannel(over: card).send(command(expected: 256))
    #expect(response.data == [1, 2, 3, 4, 5])
    #expect(response.status == .done)
    #expect(card.commands.dropFirst() == [[0x00, 0xC0, 0x00, 0x00, 0x02], [0x00, 0xC0, 0x00, 0x00, 0x01]])
  }

  @Test func theLogicalChannelIsKeptForWhatWaits() async throws {
    let card = ScriptedCard(.t1, [0x61, 0x01], [5, 0x90, 0x00])
    let cla = try CommandClass.plain.onChannel(2)
    _ = try await CardChannel(over: card).send(CommandAPDU(cla: cla, ins: 0xCA, expected: 256))
    #expect(card.commands[1][0] == 0x02)
  }

  @Test func aCardThatAlwaysHasMoreIsEnded() async throws {
    let card = ScriptedCard(.t1, [7, 0x61, 0x00])
    let command = try command(expected: 256)
    #expect(
      await code { () throws(CardError) in _ = try await CardChannel(over: card).send(command) } == .response)
    #expect(card.commands.count == 513)
  }

  @Test func aCardThatSaysThereIsMoreAndGivesNothingIsEnded() async throws {
    let card = ScriptedCard(.t1, [0x61, 0x10], [0x61, 0x10])
    let command = try command(expected: 256)
    #expect(
      await code { () throws(CardError) in _ = try await CardChannel(over: card).send(command) } == .response)
    #expect(card.commands.count == 2)
  }

  @Test func moreThanEveryResponseHoldsIsEnded() async throws {
    let card = ScriptedCard(.t1, Array(repeating: 1, count: 256) + [0x61, 0x00])
    let command = try command(expected: 256)
    #expect(
      await code { () throws(CardError) in _ = try await CardChannel(over: card).send(command) } == .response)
    #expect(card.commands.count == 257)
  }

  @Test func moreThanAShortCommandMayBringIsRefused() async throws {
    let card = ScriptedCard(.t1, Array(repeating: 1, count: 257) + [0x90, 0x00])
    let command = try command(expected: 256)
    #expect(
      await code { () throws(CardError) in _ = try await CardChannel(over: card).send(command) } == .response)
  }

  @Test func theExactLengthIsAskedForOnce() async throws {
    let card = ScriptedCard(.t1, [0x6C, 0x05], [1, 2, 3, 4, 5, 0x90, 0x00])
    let response = try await CardChannel(over: card).send(command(expected: 256))
    #expect(response.data.count == 5)
    #expect(card.commands == [[0, 0xDA, 0, 0, 0], [0, 0xDA, 0, 0, 5]])
    let stubborn = ScriptedCard(.t1, [0x6C, 0x05])
    let refused = try await CardChannel(over: stubborn).send(command(expected: 256))
    #expect(refused.status == StatusWord(rawValue: 0x6C05))
    #expect(stubborn.commands.count == 2)
  }

  @Test func aCommandThatExpectsNothingIsNotSentAgainForItsLength() async throws {
    let card = ScriptedCard(.t1, [0x6C, 0x05])
    _ = try await CardChannel(over: card).send(command(3))
    #expect(card.commands.count == 1)
  }

  @Test(arguments: [[0x69, 0x82], [0x6F, 0x00], [0x64, 0x00], [0x63, 0xC2], [0x90, 0x00]] as [[UInt8]])
  func nothingElseIsSentAgain(answer: [UInt8]) async throws {
    let card = ScriptedCard(.t1, answer)
    _ = try await CardChannel(over: card).send(command(3, expected: 256))
    #expect(card.commands.count == 1)
  }

  @Test func anErrorOfTheReaderIsNotSentAgain() async throws {
    let card = ScriptedCard { _, _ throws(CardError) in
      throw CardError(.readerFailed, place: "reader", reason: "it failed.", remedy: "")
    }
    let command = try command()
    #expect(
      await code { () throws(CardError) in _ = try await CardChannel(over: card).send(command) }
        == .readerFailed)
    #expect(card.commands.count == 1)
  }

  @Test func longDataGoesInAChainWhereTheCardSaysNothing() async throws {
    let card = ScriptedCard(.t1, [0x90, 0x00], [0x90, 0x00], [9, 0x90, 0x00])
    let response = try await CardChannel(over: card).send(command(600, expected: 256))
    #expect(response.data == [9])
    #expect(card.commands.map(\.[0]) == [0x10, 0x10, 0x00])
    #expect(card.commands.map(\.[4]) == [255, 255, 90])
    #expect(card.commands.map(\.count) == [260, 260, 96])
    let carried = card.commands.flatMap { sent in Array(sent[5..<(5 + Int(sent[4]))]) }
    let whole: [UInt8] = (0..<600).map { UInt8(truncatingIfNeeded: $0) }
    #expect(carried == whole)
  }

  @Test func aRefusedLinkEndsTheChain() async throws {
    let card = ScriptedCard(.t1, [0x68, 0x84])
    let response = try await CardChannel(over: card).send(command(600))
    #expect(response.status.rawValue == 0x6884)
    #expect(card.commands.count == 1)
  }

  @Test func longDataGoesInTheLongFormWhereTheCardKnowsIt() async throws {
    let card = ScriptedCard(.t1, [0x90, 0x00])
    let channel = CardChannel(over: card, capabilities: CardCapabilities(extendedLength: true))
    _ = try await channel.send(command(600, expected: 1000))
    #expect(card.commands.count == 1)
    #expect(card.commands[0].count == 609)
    // What is short stays short.
    _ = try await channel.send(command(3))
    #expect(card.commands[1].count == 8)
  }

  @Test func dataLongerThanTheCardSaysGoesInAChain() async throws {
    let card = ScriptedCard(.t1, [0x90, 0x00])
    var capabilities = CardCapabilities(extendedLength: true)
    capabilities.longestCommand = 500
    _ = try await CardChannel(over: card, capabilities: capabilities).send(command(600))
    #expect(card.commands.count == 3)
  }

  @Test func aClassThatCannotBeChainedIsRefusedAndNothingIsSent() async throws {
    let card = ScriptedCard(.t1, [0x90, 0x00])
    for cla in [0xFF, 0x10] as [UInt8] {
      let command = try CommandAPDU(
        cla: CommandClass(rawValue: cla), ins: 0xD6, data: Array(repeating: 0, count: 300))
      #expect(
        await code { () throws(CardError) in _ = try await CardChannel(over: card).send(command) } == .command
      )
    }
    #expect(card.commands.isEmpty)
  }

  @Test(
    arguments: [
      (0, nil, [0, 0xDA, 0, 0, 0]), (0, 16, [0, 0xDA, 0, 0, 16]), (2, nil, [0, 0xDA, 0, 0, 2, 0, 1]),
      (2, 16, [0, 0xDA, 0, 0, 2, 0, 1]), (0, 65_536, [0, 0xDA, 0, 0, 0]),
    ] as [(Int, Int?, [UInt8])])
  func t0HasFiveBytesAndNoLengthBehindData(data: Int, expected: Int?, sent: [UInt8]) async throws {
    let card = ScriptedCard(.t0, [0x90, 0x00])
    _ = try await CardChannel(over: card).send(command(data, expected: expected))
    #expect(card.commands == [sent])
  }

  @Test func t0CarriesNoLongForm() async throws {
    let card = ScriptedCard(.t0, [0x90, 0x00])
    let channel = CardChannel(over: card, longCommands: .extended)
    let command = try command(300)
    #expect(await code { () throws(CardError) in _ = try await channel.send(command) } == .command)
    #expect(card.commands.isEmpty)
  }

  @Test func aTaskThatWasCancelledSendsNothing() async throws {
    let card = ScriptedCard(.t1, [0x90, 0x00])
    let command = try command()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await code { () throws(CardError) in _ = try await CardChannel(over: card).send(command) }
    }
    #expect(await task.value == .cancelled)
    #expect(card.commands.isEmpty)
  }

  @Test func commandsOfSeveralTasksAreNotTornApart() async throws {
    // Each command has three parts to fetch; another command between them would show.
    let card = ScriptedCard(.t1) { _, command in
      switch command[1] {
      case 0xC0: command[4] == 1 ? [1, 0x90, 0x00] : [1, 0x61, command[4] - 1]
      default: [0x61, 0x03]
      }
    }
    let channel = CardChannel(over: card)
    let command = try command(expected: 256)
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 { group.addTask { try await channel.send(command).data.count } }
      for try await count in group { #expect(count == 3) }
    }
    for (index, sent) in card.commands.enumerated() {
      let isFetch = sent[1] == 0xC0
      #expect(isFetch == (index % 4 != 0))
    }
  }

  @Test func aPINThatIsSentIsInNoError() async throws {
    let card = ScriptedCard(.t1, [0x6D, 0x00])
    let pin = try CardPIN("918273")
    do {
      _ = try await CardChannel(over: card).verify(pin)
      Issue.record("it was not refused")
    } catch {
      #expect(error.code == .refused)
      #expect(error.status?.rawValue == 0x6D00)
      #expect(!"\(error)".contains("918273") && !"\(error)".contains("393138"))
    }
    var dumped = ""
    dump(pin, to: &dumped)
    for text in ["\(pin)", String(reflecting: pin), dumped] { #expect(!text.contains("57")) }
  }
}
