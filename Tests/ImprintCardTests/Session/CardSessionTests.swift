// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import ImprintRuntime
import ImprintVirtualCard
import Synchronization
import Testing

/// Who was first.
private final class Order: Sendable {
  private let list = Mutex<[String]>([])
  var words: [String] { list.withLock { $0 } }
  func add(_ word: String) { list.withLock { $0.append(word) } }
}

@Suite struct CardSessionTests {
  private let reader = FakeReader()
  private var readers: CardReaders { CardReaders(reader) }
  private let challenge = try? CommandAPDU(ins: 0x84, expected: 8)

  private func command() throws -> CommandAPDU { try #require(challenge) }

  @Test func aResetBySomebodyElseEndsTheSessionForGood() async throws {
    let (ours, other) = (try await readers.session(), try await readers.session())
    try await ours.select(application: VirtualCard.application)
    #expect(try await ours.verify(CardPIN("123456"), reference: 1) == .verified)
    try await other.reset()
    let before = reader.card.commandCount
    for _ in 0..<3 {
      #expect(await code { () throws(CardError) in _ = try await ours.getChallenge() } == .cardWasReset)
    }
    #expect(await code { () throws(CardError) in _ = try await ours.status() } == .cardWasReset)
    #expect(await code { () throws(CardError) in try await ours.resume() } == .cardWasReset)
    #expect(reader.card.commandCount == before)
    // A new one goes on, and knows nothing of the PIN.
    let new = try await readers.session()
    #expect(try await new.pinState(reference: 1) == .notVerified(triesLeft: 3))
    #expect(try await other.getChallenge().count == 8)
  }

  @Test func aResetWithinATransactionEndsItAndTheBodyHearsWhy() async throws {
    let ours = try await readers.session()
    await #expect {
      try await ours.transaction { card in
        _ = try await card.getChallenge()
        reader.put(card: true)
        _ = try await card.getChallenge()
      }
    } throws: {
      ($0 as? CardError)?.code == .cardWasReset
    }
    #expect(await ours.isOpen == false)
  }

  @Test func eachCommandOnASharedCardIsATransactionOfItsOwn() async throws {
    let session = try await readers.session()
    _ = try await session.getChallenge()
    #expect(reader.state.withLock { $0.begins } == 1)
    #expect(reader.state.withLock { $0.holder } == nil)
    let alone = try await readers.session(CardSessionOptions(share: .exclusive))
    _ = try await alone.getChallenge()
    #expect(reader.state.withLock { $0.begins } == 1)
  }

  @Test func othersWaitWhileATransactionGoesOn() async throws {
    let (ours, other) = (try await readers.session(), try await readers.session())
    let order = Order()
    let waiting = try await ours.transaction { card in
      let waiting = Task {
        _ = try await other.getChallenge()
        order.add("other")
      }
      for _ in 0..<5 {
        _ = try await card.getChallenge()
        try await Task.sleep(for: .milliseconds(5))
      }
      order.add("ours")
      return waiting
    }
    try await waiting.value
    #expect(order.words == ["ours", "other"])
  }

  @Test func otherTasksOfTheSameSessionWaitToo() async throws {
    let session = try await readers.session()
    let order = Order()
    let other = try await session.transaction { card in
      // Detached: not of this transaction.
      let other = Task.detached {
        _ = try await session.getChallenge()
        order.add("other")
      }
      try await Task.sleep(for: .milliseconds(20))
      _ = try await session.getChallenge()
      order.add("ours")
      return other
    }
    try await other.value
    #expect(order.words == ["ours", "other"])
  }

  @Test func aTransactionEndsWhateverBecomesOfIt() async throws {
    struct Odd: Error {}
    let session = try await readers.session()
    await #expect(throws: Odd.self) { try await session.transaction { _ in throw Odd() } }
    #expect(reader.state.withLock { $0.holder } == nil)
    let task = Task { try await session.transaction { _ in try await Task.sleep(for: .seconds(60)) } }
    while reader.state.withLock({ $0.holder }) == nil { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(reader.state.withLock { $0.holder } == nil)
    _ = try await session.getChallenge()
  }

  @Test func transactionsInTransactionsCount() async throws {
    let session = try await readers.session()
    let count = try await session.transaction { card in
      try await card.transaction { _ = try await $0.getChallenge() }
      // The outer one goes on.
      #expect(reader.state.withLock { $0.holder?.depth } == 1)
      return try await session.getChallenge().count
    }
    #expect(count == 8)
    #expect(reader.state.withLock { $0.holder } == nil)
  }

  @Test func waitingForAnothersTransactionHasAnEnd() async throws {
    let (ours, other) = (try await readers.session(), try await readers.session())
    try await other.transaction { _ in
      await #expect {
        try await ours.transaction(timeout: .milliseconds(20)) { _ in }
      } throws: {
        ($0 as? CardError)?.code == .busy
      }
      let waiting = Task { try await ours.transaction(timeout: .seconds(60)) { _ in } }
      try await Task.sleep(for: .milliseconds(20))
      waiting.cancel()
      await #expect {
        try await waiting.value
      } throws: {
        ($0 as? CardError)?.code == .cancelled
      }
    }
    _ = try await ours.getChallenge()
  }

  @Test func aCardThatIsTakenOutEndsTheSession() async throws {
    let session = try await readers.session()
    var events = await session.events().makeAsyncIterator()
    reader.put(card: false)
    #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .cardMissing)
    reader.put(card: true)
    #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .cardMissing)
    guard case .ended(let error)? = await events.next() else {
      Issue.record("the end was not told")
      return
    }
    #expect(error.code == .cardMissing)
    #expect(await events.next() == nil)
  }

  @Test func aSuspendedSessionSendsNothingAndForgetsThePIN() async throws {
    let session = try await readers.session()
    var events = await session.events().makeAsyncIterator()
    #expect(try await session.verify(CardPIN("123456"), reference: 1) == .verified)
    await session.suspend()
    #expect(reader.state.withLock { $0.dispositions } == [.unpower])
    let before = reader.card.commandCount
    #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .suspended)
    #expect(reader.card.commandCount == before)
    try await session.resume()
    #expect(try await session.pinState(reference: 1) == .notVerified(triesLeft: 3))
    #expect(await events.next() == .suspended(machineSlept: false))
    #expect(await events.next() == .resumed)
  }

  @Test func aTransactionDoesNotGoOnOverTheNextConnection() async throws {
    let session = try await readers.session()
    await #expect {
      try await session.transaction { card in
        await session.suspend()
        try await session.resume()
        _ = try await card.getChallenge()
      }
    } throws: {
      ($0 as? CardError)?.code == .suspended
    }
    #expect(reader.state.withLock { $0.holder } == nil)
    _ = try await session.getChallenge()
  }

  @Test func aMachineThatSleptIsToldOnceAndThenTheSessionGoesOn() async throws {
    let clock = TestSleepClock()
    let session = try await CardReaders(reader, clock: clock).session()
    var events = await session.events().makeAsyncIterator()
    #expect(try await session.verify(CardPIN("123456"), reference: 1) == .verified)
    clock.sleep(.seconds(3600))
    let before = reader.card.commandCount
    #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .suspended)
    #expect(reader.card.commandCount == before)
    #expect(try await session.pinState(reference: 1) == .notVerified(triesLeft: 3))
    #expect(await events.next() == .suspended(machineSlept: true))
    #expect(await events.next() == .resumed)
  }

  @Test func sleepIsToldToWhoListensWithoutACommand() async throws {
    let clock = TestSleepClock()
    let session = try await CardReaders(reader, clock: clock).session()
    var events = await session.events().makeAsyncIterator()
    clock.sleep(.seconds(10))
    #expect(await events.next() == .suspended(machineSlept: true))
    #expect(await events.next() == .resumed)
    // And the next command says so as well: whoever sends it may not be who listens.
    #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .suspended)
    #expect(try await session.getChallenge().count == 8)
  }

  @Test func aCardThatIsStillGoneWhenTheTimeIsUpEndsTheSession() async throws {
    let clock = TestSleepClock()
    let session = try await CardReaders(reader, clock: clock).session(CardSessionOptions(reopening: .zero))
    reader.put(card: false)
    clock.sleep(.seconds(10))
    for _ in 0..<2 {
      #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .cardMissing)
    }
  }

  @Test func aCardThatComesBackAfterSleepIsOpenedAtALaterLook() async throws {
    let clock = TestSleepClock()
    let session = try await CardReaders(reader, clock: clock).session()
    reader.put(card: false)
    clock.sleep(.seconds(10))
    for _ in 0..<3 {
      #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .suspended)
    }
    reader.put(card: true)
    #expect(try await session.getChallenge().count == 8)
  }

  @Test func whoAsksForTheStatusDoesNotTakeTheWordOfSleepFromACommand() async throws {
    let clock = TestSleepClock()
    let session = try await CardReaders(reader, clock: clock).session()
    clock.sleep(.seconds(10))
    _ = try await session.status()
    _ = try await session.attribute(.vendorName)
    #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .suspended)
    #expect(try await session.getChallenge().count == 8)
  }

  @Test func anApplicationThatSuspendsItselfBeforeSleepHearsOfItOnce() async throws {
    let clock = TestSleepClock()
    let session = try await CardReaders(reader, clock: clock).session()
    await session.suspend()
    clock.sleep(.seconds(3600))
    try await session.resume()
    #expect(try await session.getChallenge().count == 8)
  }

  @Test func anApplicationThatLooksAfterSleepItselfIsLeftAlone() async throws {
    let clock = TestSleepClock()
    let session = try await CardReaders(reader, clock: clock).session(
      CardSessionOptions(power: .application))
    clock.sleep(.seconds(10))
    #expect(try await session.getChallenge().count == 8)
  }

  @Test func closingResetsACardWhosePINWasVerifiedAndNoOther() async throws {
    let first = try await readers.session()
    _ = try await first.getChallenge()
    await first.close()
    #expect(reader.state.withLock { $0.dispositions }.isEmpty)
    let second = try await readers.session()
    _ = try await second.verify(CardPIN("123456"), reference: 1)
    await second.close()
    #expect(reader.state.withLock { $0.dispositions } == [.reset])
    #expect(await code { () throws(CardError) in _ = try await second.getChallenge() } == .closed)
    await second.close()
    #expect(reader.state.withLock { $0.dispositions } == [.reset])
  }

  @Test func aSessionResetsItsOwnCardAndGoesOn() async throws {
    let session = try await readers.session()
    _ = try await session.verify(CardPIN("123456"), reference: 1)
    try await session.reset(.unpower)
    #expect(try await session.pinState(reference: 1) == .notVerified(triesLeft: 3))
    await #expect {
      try await session.transaction { try await $0.reset() }
    } throws: {
      ($0 as? CardError)?.code == .command
    }
  }

  @Test func aReaderWithoutACardIsConnectedToDirectlyAlone() async throws {
    reader.put(card: false)
    #expect(await code { () throws(CardError) in _ = try await readers.session() } == .cardMissing)
    reader.put(card: true)
    let direct = try await readers.session(CardSessionOptions(share: .direct))
    #expect(try await direct.attribute(.vendorName) == Array("Fake".utf8))
    #expect(await code { () throws(CardError) in _ = try await direct.attribute(.channel) } == .unsupported)
    #expect(try await direct.control(1, [7]) == [7])
  }

  @Test func theSystemsClocksAgreeOnAMachineThatDoesNotSleep() {
    let clock = SystemSleepClock()
    let before = clock.slept
    #expect(before.lowerBound >= .zero)
    #expect(clock.slept.lowerBound - before.upperBound < .milliseconds(500))
  }
}
