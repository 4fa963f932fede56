// SPDX-License-Identifier: Apache-2.0
import Imprint
import ImprintVirtualCard

/// Sessions whose card goes, or is reset, in the middle of what they do.
enum SessionLossTrials {
  static let all: [Trial] = [
    Trial(
      "a session whose card is torn out within a chained command ends as missing, and sends no more",
      part: .cards
    ) {
      let rig = try CardRig()
      // Two commands select, three links write: each of these is the last one once.
      for torn in 3...5 {
        let card = try await rig.insert(tornOut(in: torn))
        let session = try await CardReaders(rig.plugin).session(
          in: CardRig.reader, CardSessionOptions(longCommands: .chained))
        try await session.select(application: Command.applicationName)
        try await session.select(file: 0x0003)
        let before = card.card.content(at: [0xDF01, 0x0003])
        let update = try CommandAPDU(ins: 0xD6, data: [UInt8](repeating: 7, count: 600))
        try await expectEnd(of: session, card, after: torn) { _ = try await session.send(update) }
        try expect(
          card.card.content(at: [0xDF01, 0x0003]) == before, "a part of a chain was written (\(torn))")
      }
      try await goesOn(rig)
    },
    Trial(
      "a session whose card is torn out while its response is fetched ends as missing, with nothing of it",
      part: .cards
    ) {
      let rig = try CardRig()
      // Each response in parts: 1 selects, 2 fetches, 3 reads too much, 4 reads again what there is.
      for torn in [2, 4] {
        var description = tornOut(in: torn)
        description.transfer = .inParts
        let card = try await rig.insert(description)
        let session = try await CardReaders(rig.plugin).session(
          in: CardRig.reader, CardSessionOptions(protocols: [.t0]))
        try await expectEnd(of: session, card, after: torn) {
          try await session.select(application: Command.applicationName)
          _ = try await session.send(CommandAPDU(ins: 0xB0, p1: 0x81, expected: 64))
        }
      }
      // One that does not fit into the reader: 2 gives 65,533 bytes, 3 the rest.
      let card = try await rig.insert(tornOut(in: 3))
      let session = try await CardReaders(rig.plugin).session(in: CardRig.reader)
      try await expectEnd(of: session, card, after: 3) {
        try await session.select(application: Command.applicationName)
        _ = try await session.send(CommandAPDU(ins: 0xB0, p1: 0x83, expected: 65_536), as: .extended)
      }
      try await goesOn(rig)
    },
    Trial(
      "opensc-tool's reset ends a session with cardWasReset, nothing sent, and the PIN is verified no more",
      part: .cards
    ) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let readers = CardReaders(rig.plugin)
      for kind in ["cold", "warm"] {
        let session = try await readers.session(in: CardRig.reader)
        let verdict = try await session.verify(CardPIN("123456"), reference: 1)
        try expect(verdict == .verified, "the PIN: \(verdict)")
        let tool = try rig.run("/usr/bin/opensc-tool", ["-r", CardRig.reader, "--reset=\(kind)"])
        try expect(tool.status == 0, "opensc-tool ended with \(tool.status): \(tool.output)")
        let sent = card.card.commandCount
        try await expectCardError(.cardWasReset) { try await session.getChallenge() }
        try await expectCardError(.cardWasReset) { try await session.pinState(reference: 1) }
        try expect(card.card.commandCount == sent, "a command reached the card after a \(kind) reset")
        let next = try await readers.session(in: CardRig.reader)
        let state = try await next.pinState(reference: 1)
        try expect(state == .notVerified(triesLeft: 3), "after a \(kind) reset the PIN is \(state)")
        await next.close()
      }
      card.remove()
    },
  ]

  private static func tornOut(in command: Int) -> VirtualCard.Description {
    var description = VirtualCard.Description.standard
    description.faults = [VirtualCard.Fault(command: command, .tearOut)]
    return description
  }

  /// Expects a session to end with its card, within a second, and nothing to be sent after that command.
  private static func expectEnd(
    of session: CardSession, _ card: InsertedCard, after count: Int, _ body: () async throws -> Void
  ) async throws {
    let events = await session.events()
    let start = QuietClock.now
    try await expectCardError(.cardMissing) { try await body() }
    let took = QuietClock.now - start
    try expect(took < .seconds(1), "command \(count): told after \(took)")
    for await event in events {
      guard case .ended(let error) = event, error.code == .cardMissing else {
        throw TrialFailure("command \(count): \(event) was told, not the end")
      }
      break
    }
    try await expectCardError(.cardMissing) { try await session.getChallenge() }
    try expect(
      card.card.commandCount == count, "\(card.card.commandCount) commands were sent, not \(count)")
  }

  /// The next card is another session's.
  private static func goesOn(_ rig: CardRig) async throws {
    let card = try await rig.insert()
    let session = try await CardReaders(rig.plugin).session(in: CardRig.reader)
    try expect(try await session.getChallenge().count == 8, "no challenge")
    await session.close()
    card.remove()
  }
}
