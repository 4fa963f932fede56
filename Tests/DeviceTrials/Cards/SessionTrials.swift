// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintVirtualCard
import Synchronization

/// Sessions with a card through the real daemon.
enum SessionTrials {
  static let all: [Trial] = [
    Trial(
      "opensc-tool and a session of ours use one card in turn, and neither comes between the other",
      part: .cards
    ) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let session = try await CardReaders(rig.plugin).session(in: CardRig.reader)
      for round in 0..<3 {
        // Ours: opensc-tool is started within, and waits.
        let tool = try await session.transaction { own in
          try await own.select(application: Command.applicationName)
          let verdict = try await own.verify(CardPIN("123456"), reference: 1)
          try expect(verdict == .verified, "the PIN: \(verdict)")
          let sent = card.card.commandCount
          let tool = try rig.startOpenscTool(["00A4040C09F0494D5052494E5401", "0084000008"])
          try await Task.sleep(for: .milliseconds(400))
          try expect(card.card.commandCount == sent, "opensc-tool sent commands within our transaction")
          try expect(tool.isRunning, "opensc-tool did not wait: \(tool.output())")
          try await own.select(file: 0x0002)
          try expect(try await own.readBinary(at: 0, count: 16).count == 16, "the file was not read")
          return tool
        }
        let output = tool.output()
        try expect(tool.status == 0, "round \(round): opensc-tool ended with \(tool.status): \(output)")
        try expect(
          output.components(separatedBy: "SW1=0x90, SW2=0x00").count == 3, "it was refused: \(output)")
        // And ours goes on: nothing was reset.
        try expect(try await session.getChallenge().count == 8, "no challenge")
      }
      await session.close()
      card.remove()
    },
    Trial(
      "a session whose card another program resets ends with cardWasReset, and a new one knows no PIN",
      part: .cards
    ) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let readers = CardReaders(rig.plugin)
      let session = try await readers.session(in: CardRig.reader)
      try await session.select(application: Command.applicationName)
      let verdict = try await session.verify(CardPIN("123456"), reference: 1)
      try expect(verdict == .verified, "the PIN: \(verdict)")
      let events = await session.events()
      // Another program, as far as pcscd knows: a connection of its own.
      let other = try await rig.connect()
      try await other.disconnect(.reset)
      let sent = card.card.commandCount
      for _ in 0..<3 {
        try await expectCardError(.cardWasReset) { try await session.getChallenge() }
      }
      try await expectCardError(.cardWasReset) { try await session.status() }
      try expect(card.card.commandCount == sent, "a command reached the card after the reset")
      for await event in events {
        guard case .ended(let error) = event else { throw TrialFailure("\(event) was told, not the end") }
        try expect(error.code == .cardWasReset, "it ended with \(error)")
        break
      }
      let new = try await readers.session(in: CardRig.reader)
      let state = try await new.pinState(reference: 1)
      try expect(state == .notVerified(triesLeft: 3), "a new session finds the PIN \(state)")
      await new.close()
      card.remove()
    },
    Trial(
      "a session that is suspended takes the power off the card, and one that is resumed knows no PIN",
      part: .cards
    ) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let session = try await CardReaders(rig.plugin).session(in: CardRig.reader)
      let verdict = try await session.verify(CardPIN("123456"), reference: 1)
      try expect(verdict == .verified, "the PIN: \(verdict)")
      await session.suspend()
      let sent = card.card.commandCount
      try await expectCardError(.suspended) { try await session.getChallenge() }
      try expect(card.card.commandCount == sent, "a command was sent while suspended")
      try await session.resume()
      let state = try await session.pinState(reference: 1)
      try expect(state == .notVerified(triesLeft: 3), "after it the PIN is \(state)")
      await session.close()
      card.remove()
    },
    Trial(
      "after the machine slept one command says so and is not sent, and the next goes on without a PIN",
      part: .cards
    ) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let clock = TrialSleepClock()
      let session = try await CardReaders(rig.plugin, clock: clock).session(in: CardRig.reader)
      let verdict = try await session.verify(CardPIN("123456"), reference: 1)
      try expect(verdict == .verified, "the PIN: \(verdict)")
      clock.sleep(.seconds(3600))
      let sent = card.card.commandCount
      try await expectCardError(.suspended) { try await session.getChallenge() }
      try expect(card.card.commandCount == sent, "the command was sent")
      let state = try await session.pinState(reference: 1)
      try expect(state == .notVerified(triesLeft: 3), "after sleep the PIN is \(state)")
      await session.close()
      card.remove()
    },
    Trial("closing a session whose PIN was verified leaves it verified for nobody", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let readers = CardReaders(rig.plugin)
      let session = try await readers.session(in: CardRig.reader)
      let verdict = try await session.verify(CardPIN("123456"), reference: 1)
      try expect(verdict == .verified, "the PIN: \(verdict)")
      await session.close()
      let next = try await readers.session(in: CardRig.reader)
      let state = try await next.pinState(reference: 1)
      try expect(state == .notVerified(triesLeft: 3), "the next session finds the PIN \(state)")
      await next.close()
      card.remove()
    },
    Trial("a session goes on after the reset that ends its own transaction, and knows no PIN", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let session = try await CardReaders(rig.plugin).session(in: CardRig.reader)
      for disposition in [CardDisposition.reset, .unpower] {
        let verdict = try await session.transaction(ending: disposition) {
          try await $0.verify(CardPIN("123456"), reference: 1)
        }
        try expect(verdict == .verified, "the PIN: \(verdict)")
        let state = try await session.pinState(reference: 1)
        try expect(state == .notVerified(triesLeft: 3), "after \(disposition) the PIN is \(state)")
      }
      await session.close()
      card.remove()
    },
    Trial(
      "closing waits for another's transaction, and says where the PIN had to stay verified", part: .cards
    ) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let readers = CardReaders(rig.plugin)
      let other = try await rig.connect()
      for isWaitedFor in [true, false] {
        let session = try await readers.session(
          in: CardRig.reader, CardSessionOptions(wait: isWaitedFor ? .seconds(10) : .milliseconds(300)))
        let verdict = try await session.verify(CardPIN("123456"), reference: 1)
        try expect(verdict == .verified, "the PIN: \(verdict)")
        try await other.begin()
        let closing = Task { await session.close() }
        try await Task.sleep(for: .milliseconds(1000))
        if isWaitedFor {
          try await other.end()
          let failure = await closing.value
          try expect(failure == nil, "it says \(String(describing: failure))")
          try await expectFailure(.cardReset, "the other connection") {
            try await other.transmit(Command.askVerified)
          }
          try await other.reconnect(CardOptions(locator: CardRig.reader))
        } else {
          let failure = await closing.value
          try expect(failure?.code == .busy, "it says \(String(describing: failure))")
          try await other.succeed(Command.askVerified)
          try await other.end(.reset)
        }
      }
      card.remove()
    },
    Trial("sessions that wait to be connected keep other tasks from nothing", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let other = try await rig.connect()
      try await other.begin()
      let readers = CardReaders(rig.plugin)
      // Each is told busy after two seconds.
      let waiting = (0..<(2 * ProcessInfo.processInfo.activeProcessorCount)).map { _ in
        Task { try? await readers.session(in: CardRig.reader) }
      }
      var longest = Duration.zero
      for _ in 0..<50 {
        let start = QuietClock.now
        await Task.detached {}.value
        try await Task.sleep(for: .milliseconds(20))
        longest = max(longest, QuietClock.now - start)
      }
      try await other.end()
      for task in waiting { await task.value?.close() }
      try expect(longest < .seconds(1), "a task waited \(longest) for its turn")
      card.remove()
    },
    Trial("a file of 65,536 bytes is read whole, and written beyond the short offset", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let session = try await CardReaders(rig.plugin).session(in: CardRig.reader)
      let bytes = try await session.transaction { own in
        try await own.select(application: Command.applicationName)
        try await own.select(file: 0x0003)
        try await own.updateBinary(at: 40_000, [1, 2, 3])
        return try await own.readFile(size: 65_536)
      }
      try expect(bytes.count == 65_536, "\(bytes.count) bytes came")
      try expect(Array(bytes[40_000..<40_003]) == [1, 2, 3], "what was written is not there")
      try expect(card.card.content(at: [0xDF01, 0x0003]) == bytes, "the card has other bytes")
      await session.close()
      card.remove()
    },
    Trial("cards that come and go are told by a session's readers within a second", part: .cards) {
      let rig = try CardRig()
      var events = CardReaders(rig.plugin).events().makeAsyncIterator()
      var card: InsertedCard?
      for _ in 0..<3 {
        card = try await rig.insert()
        let inserted = QuietClock.now
        try await next(of: &events, "the card was put in") {
          if case .cardInserted(let reader) = $0 { reader.locator == CardRig.reader } else { false }
        }
        try expect(QuietClock.now - inserted < .seconds(1), "it took \(QuietClock.now - inserted)")
        card?.remove()
        let removed = QuietClock.now
        try await next(of: &events, "the card was taken out") {
          if case .cardRemoved(let reader) = $0 { reader.locator == CardRig.reader } else { false }
        }
        try expect(QuietClock.now - removed < .seconds(1), "it took \(QuietClock.now - removed)")
      }
    },
  ]

  static func next(
    of events: inout AsyncThrowingStream<CardReaderEvent, any Error>.Iterator, _ what: String,
    _ isIt: (CardReaderEvent) -> Bool
  ) async throws {
    while let event = try await events.next() {
      if isIt(event) { return }
    }
    throw TrialFailure("the events ended before \(what)")
  }
}

/// Expects a call of a session to fail with a code.
func expectCardError<Answer>(
  _ code: CardError.Code, file: StaticString = #fileID, line: UInt = #line, _ body: () async throws -> Answer
) async throws {
  do {
    let answer = try await body()
    throw TrialFailure("\(file):\(line): it did not fail, it gave \(answer)")
  } catch let error as CardError {
    try expect(
      error.code == code, "it failed with \(error), not with \(code.rawValue)", file: file, line: line)
  }
}

/// A machine that sleeps when a trial says so.
final class TrialSleepClock: SleepClock {
  private let time = Mutex(Duration.zero)
  var slept: ClosedRange<Duration> { time.withLock { $0...$0 } }
  func sleep(_ duration: Duration) { time.withLock { $0 += duration } }
}
