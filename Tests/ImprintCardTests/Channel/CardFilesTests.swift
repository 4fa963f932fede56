// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import ImprintRuntime
import ImprintVirtualCard
import Testing

/// What a card does by the standard, on the card in software.
@Suite struct CardFilesTests {
  private func channel(_ description: VirtualCard.Description = .standard) -> (CardChannel, VirtualCard) {
    let card = VirtualCard(description)
    return (CardChannel(over: ScriptedCard(.t1, card)), card)
  }

  @Test func anApplicationIsSelectedAndItsFilesAreRead() async throws {
    let (channel, _) = channel()
    try await channel.select(application: VirtualCard.application)
    try await channel.select(file: 0x0001)
    #expect(try await channel.readFile() == Array("A card in software.".utf8))
  }

  @Test(arguments: [1, 17, 256, 4096, 65_536], [true, false])
  func aFileBeyondTheShortOffsetIsReadWhole(part: Int, knowsLongForm: Bool) async throws {
    let card = VirtualCard()
    let channel = CardChannel(
      over: ScriptedCard(.t1, card), capabilities: CardCapabilities(extendedLength: knowsLongForm))
    try await channel.select(application: VirtualCard.application)
    try await channel.select(file: 0x0003)
    let from = part < 256 ? 65_000 : 0
    let bytes = try await channel.readFile(from: from, size: 65_536, part: part)
    let unsized = try await channel.readFile(from: from, part: part)
    // Not the bytes themselves: a failure would print them all.
    let isSame = unsized == bytes
    #expect(isSame)
    let whole: [UInt8] = (from..<65_536).map { UInt8(truncatingIfNeeded: $0 % 251) }
    let isWhole = bytes == whole
    #expect(isWhole)
  }

  @Test func aFileLongerThanTheLimitIsRefused() async throws {
    let (channel, _) = channel()
    try await channel.select(application: VirtualCard.application)
    try await channel.select(file: 0x0003)
    #expect(await code { () throws(CardError) in _ = try await channel.readFile(limit: 1000) } == .response)
  }

  @Test func bytesAreWrittenOnBothSidesOfTheShortOffset() async throws {
    let (channel, card) = channel()
    try await channel.select(application: VirtualCard.application)
    try await channel.select(file: 0x0003)
    let bytes: [UInt8] = (0..<1000).map { UInt8(truncatingIfNeeded: 255 - $0) }
    try await channel.updateBinary(at: 32_300, bytes)
    let content = try #require(card.content(at: [0xDF01, 0x0003]))
    #expect(Array(content[32_300..<33_300]) == bytes)
    let read = try await channel.readBinary(at: 32_760, count: 100)
    #expect(read == Array(bytes[460..<560]))
  }

  @Test func whatIsNotThereIsRefusedInPlainWords() async throws {
    let (channel, _) = channel()
    do {
      try await channel.select(application: [0xA0, 0x01])
      Issue.record("it was found")
    } catch {
      #expect(error.code == .refused)
      #expect(error.status == .fileNotFound)
      #expect(error.reason.contains("6A82"))
    }
  }

  @Test func aRightPINOpensAFileAndAWrongOneCounts() async throws {
    let (channel, card) = channel()
    try await channel.select(application: VirtualCard.application)
    try await channel.select(file: 0x0002)
    #expect(
      await code { () throws(CardError) in _ = try await channel.readBinary(at: 0, count: 4) } == .refused)
    #expect(try await channel.pinState(reference: 1) == .notVerified(triesLeft: 3))
    #expect(try await channel.verify(CardPIN("000000"), reference: 1) == .wrong(triesLeft: 2))
    #expect(card.triesLeft(pin: 1) == 2)
    #expect(try await channel.verify(CardPIN("123456"), reference: 1) == .verified)
    #expect(try await channel.pinState(reference: 1) == .verified)
    #expect(try await channel.readBinary(at: 0, count: 4) == [0, 0, 0, 0])
  }

  @Test func aBlockedPINIsUnblockedAndChanged() async throws {
    let (channel, _) = channel()
    for left in [2, 1, 0] {
      #expect(try await channel.verify(CardPIN("000000"), reference: 1) == .wrong(triesLeft: left))
    }
    #expect(try await channel.verify(CardPIN("123456"), reference: 1) == .blocked)
    #expect(try await channel.pinState(reference: 1) == .blocked)
    #expect(
      try await channel.unblockPIN(with: CardPIN("12345678"), new: CardPIN("222222"), reference: 1)
        == .verified)
    #expect(
      try await channel.changePIN(from: CardPIN("222222"), to: CardPIN("333333"), reference: 1) == .verified)
    #expect(try await channel.verify(CardPIN("333333"), reference: 1) == .verified)
  }

  @Test func aChallengeHasTheLengthThatWasAskedFor() async throws {
    let (channel, _) = channel()
    #expect(try await channel.getChallenge(16).count == 16)
    let short = CardChannel(over: ScriptedCard(.t1, [1, 2, 0x90, 0x00]))
    #expect(await code { () throws(CardError) in _ = try await short.getChallenge(16) } == .response)
  }

  @Test func aCardThatGivesMoreThanWasReadIsRefused() async {
    let lying = CardChannel(over: ScriptedCard(.t1, [1, 2, 3, 0x90, 0x00]))
    #expect(
      await code { () throws(CardError) in _ = try await lying.readBinary(at: 0, count: 2) } == .response)
  }

  @Test func aLogicalChannelCarriesItsNumberAndIsGivenBack() async throws {
    let card = ScriptedCard(.t1, [2, 0x90, 0x00], [0x90, 0x00], [0x90, 0x00])
    let channel = CardChannel(over: card)
    let other = try await channel.openLogicalChannel()
    #expect(other.number == 2)
    _ = try await other.send(CommandAPDU(ins: 0xCA))
    try await other.close()
    #expect(card.commands == [[0, 0x70, 0, 0, 1], [2, 0xCA, 0, 0], [0, 0x70, 0x80, 2]])
  }

  @Test func aLogicalChannelWithoutANumberIsRefused() async {
    for answer in [[0x90, 0x00], [0, 0x90, 0x00], [20, 0x90, 0x00]] as [[UInt8]] {
      let channel = CardChannel(over: ScriptedCard(.t1, answer))
      #expect(await code { () throws(CardError) in _ = try await channel.openLogicalChannel() } == .response)
    }
  }

  @Test func theFormsOfAPINAreThoseOfTheStandards() async throws {
    func sent(_ pin: CardPIN) async throws -> [UInt8] {
      let card = ScriptedCard(.t1, [0x90, 0x00])
      _ = try await CardChannel(over: card).verify(pin)
      return Array(card.commands[0].dropFirst(5))
    }
    #expect(try await sent(CardPIN("1234")) == [0x31, 0x32, 0x33, 0x34])
    #expect(
      try await sent(CardPIN("1234", .padded(length: 8, with: 0xFF)))
        == [0x31, 0x32, 0x33, 0x34, 0xFF, 0xFF, 0xFF, 0xFF])
    #expect(try await sent(CardPIN("12345", .packed(length: 4))) == [0x12, 0x34, 0x5F, 0xFF])
    #expect(try await sent(CardPIN("12345", .iso9564)) == [0x25, 0x12, 0x34, 0x5F, 0xFF, 0xFF, 0xFF, 0xFF])
    for (digits, form) in [
      ("", CardPIN.Form.text), ("123", .iso9564), ("12a4", .iso9564), ("12345", .packed(length: 2)),
      ("123456789", .padded(length: 8, with: 0xFF)),
    ] {
      #expect(await code { () throws(CardError) in _ = try CardPIN(digits, form) } == .command)
    }
  }
}
