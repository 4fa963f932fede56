// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import ImprintRuntime
import ImprintVirtualCard
import Testing

@Suite struct SecureMessagingTests {
  private let messaging = ISOSecureMessaging(
    encryption: Array(0..<16), checksum: Array(16..<32))

  @Test func filesAreReadThroughEncryptedCommands() async throws {
    let plain = VirtualCard()
    let sealed = SealedCard(messaging) { plain.respond(to: $0) }
    let card = ScriptedCard(.t1) { _, command in sealed.respond(to: command) }
    let channel = CardChannel(over: card)
    await channel.use(messaging)
    try await channel.select(application: VirtualCard.application)
    try await channel.select(file: 0x0001)
    #expect(try await channel.readBinary(at: 0, count: 19) == Array("A card in software.".utf8))
    #expect(try await channel.verify(CardPIN("123456"), reference: 1) == .verified)
    #expect(card.commands.allSatisfy { $0[0] == 0x0C })
    // Neither the PIN nor what was read is on the way.
    let pin = Array("123456".utf8)
    #expect(Array(sealed.opened.suffix(6)) == pin)
    let sent = Array(card.commands.joined())
    #expect(!sent.contains(subsequence: pin))
  }

  @Test func anAnswerThatWasChangedEndsProtectionAndNothingGoesUnprotected() async throws {
    let plain = VirtualCard()
    let sealed = SealedCard(messaging) { plain.respond(to: $0) }
    let card = ScriptedCard(.t1) { number, command in
      var answer = sealed.respond(to: command)
      if number == 1 { answer[3] ^= 1 }
      return answer
    }
    let channel = CardChannel(over: card)
    await channel.use(messaging)
    try await channel.select(application: VirtualCard.application)
    #expect(await code { () throws(CardError) in try await channel.select(file: 0x0001) } == .response)
    #expect(await code { () throws(CardError) in try await channel.select(file: 0x0001) } == .protection)
    #expect(card.commands.count == 2)
    #expect(await channel.isProtected == false)
    // Only who says so goes on unprotected.
    await channel.use(nil)
    _ = try await channel.send(CommandAPDU(ins: 0xCA))
    #expect(card.commands.count == 3)
  }

  @Test func anErrorOfOpeningNeverSaysThatNothingWasSent() async throws {
    struct Closing: SecureMessaging {
      mutating func protect(_ command: CommandAPDU) -> CommandAPDU { command }
      mutating func open(_ response: ResponseAPDU) throws(CardError) -> ResponseAPDU {
        throw CardError(.denied, place: "key", reason: "it is gone.", remedy: "Agree on another.")
      }
    }
    let channel = CardChannel(over: ScriptedCard(.t1, [0x90, 0x00]))
    await channel.use(Closing())
    let error = await #expect(throws: CardError.self) { try await channel.send(CommandAPDU(ins: 0x21)) }
    #expect(error?.code == .denied && error?.nothingWasSent == false)
  }

  @Test func aSessionWhoseProtectionFailsGoesOnOnceThatIsSaid() async throws {
    let session = try await CardReaders(FakeReader()).session()
    try await session.use(messaging)
    // The card in software knows no secure messaging.
    #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } != nil)
    for _ in 0..<2 {
      #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .protection)
    }
    #expect(await session.isOpen)
    try await session.use(nil)
    #expect(try await session.getChallenge().count == 8)
  }

  @Test func anUnprotectedAnswerToAProtectedCommandIsRefused() async throws {
    let card = ScriptedCard(.t1, [1, 2, 3, 0x90, 0x00])
    let channel = CardChannel(over: card)
    await channel.use(messaging)
    #expect(await code { () throws(CardError) in _ = try await channel.readBinary(at: 0, count: 3) } != nil)
    #expect(await channel.isProtected == false)
  }

  @Test func aProtectedCommandIsNotSentAgainForItsLength() async throws {
    let card = ScriptedCard(.t1, [0x6C, 0x10])
    let channel = CardChannel(over: card)
    await channel.use(messaging)
    _ = await code { () throws(CardError) in _ = try await channel.readBinary(at: 0, count: 3) }
    #expect(card.commands.count == 1)
  }

  @Test func dataThatGrowsBeyondTheShortFormIsChained() async throws {
    let sealed = SealedCard(messaging) { _ in [0x90, 0x00] }
    let gathered = ChainGatherer()
    let card = ScriptedCard(.t1) { _, command in gathered.take(command).map(sealed.respond) ?? [0x90, 0x00] }
    let channel = CardChannel(over: card)
    await channel.use(messaging)
    try await channel.updateBinary(at: 0, Array(repeating: 7, count: 255))
    #expect(card.commands.map(\.[0]) == [0x1C, 0x0C])
    #expect(sealed.opened.suffix(255).allSatisfy { $0 == 7 })
    #expect(!sealed.wasForged)
  }
}

/// Puts a chain together as a card does.
private final class ChainGatherer: @unchecked Sendable {
  private var data: [UInt8] = []

  func take(_ bytes: [UInt8]) -> [UInt8]? {
    guard let command = try? CommandAPDU.parse(bytes).command else { return nil }
    data += command.data
    guard !command.cla.isChained else { return nil }
    defer { data = [] }
    let whole = try? CommandAPDU(
      cla: command.cla, ins: command.ins, p1: command.p1, p2: command.p2, data: data,
      expected: command.expected)
    return try? whole?.bytes(.extended)
  }
}

extension Collection where Element: Equatable {
  fileprivate func contains(subsequence other: [Element]) -> Bool {
    let all = Array(self)
    guard all.count >= other.count else { return false }
    return (0...(all.count - other.count)).contains { all[$0..<$0 + other.count].elementsEqual(other) }
  }
}
