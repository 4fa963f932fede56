// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import ImprintRuntime
import ImprintVirtualCard
import Synchronization
import Testing

private final class Flag: Sendable {
  private let state = Mutex(false)
  var value: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}

/// How transactions end, and who waits for them.
@Suite struct CardSessionTransactionTests {
  private let reader = FakeReader()
  private var readers: CardReaders { CardReaders(reader) }

  @Test(arguments: [CardDisposition.reset, .unpower])
  func aSessionGoesOnAfterTheResetThatEndsItsTransaction(disposition: CardDisposition) async throws {
    let (session, other) = (try await readers.session(), try await readers.session())
    let verdict = try await session.transaction(ending: disposition) {
      try await $0.verify(CardPIN("123456"), reference: 1)
    }
    #expect(verdict == .verified)
    #expect(reader.state.withLock { $0.dispositions } == [disposition])
    #expect(try await session.pinState(reference: 1) == .notVerified(triesLeft: 3))
    #expect(await code { () throws(CardError) in _ = try await other.getChallenge() } == .cardWasReset)
    // And nothing is left that closing would have to undo.
    await session.close()
    #expect(reader.state.withLock { $0.dispositions } == [disposition])
  }

  @Test func anInnerTransactionDoesNotResetTheCard() async throws {
    let session = try await readers.session()
    await #expect {
      try await session.transaction { try await $0.transaction(ending: .reset) { _ in } }
    } throws: {
      ($0 as? CardError)?.code == .command
    }
    #expect(reader.state.withLock { $0.dispositions }.isEmpty)
    #expect(try await session.getChallenge().count == 8)
  }

  @Test func aResetThatFailedIsMadeUpForByClose() async throws {
    let session = try await readers.session()
    reader.lose(.end, .readerFailed)
    await #expect {
      try await session.transaction(ending: .reset) {
        _ = try await $0.verify(CardPIN("123456"), reference: 1)
      }
    } throws: {
      ($0 as? CardError)?.code == .readerFailed
    }
    await session.close()
    #expect(reader.state.withLock { $0.dispositions } == [.reset])
  }

  @Test(.timeLimit(.minutes(1)))
  func childTasksOfATransactionWorkBesideAnInnerOne() async throws {
    let session = try await readers.session()
    let isSent = Flag()
    try await session.transaction { card in
      async let inner: Void = card.transaction { own in
        for _ in 0..<2000 where !isSent.value { await Pause.moment() }
        #expect(isSent.value)
        _ = try await own.getChallenge()
      }
      while reader.state.withLock({ $0.holder?.depth }) != 2 { await Pause.moment() }
      async let command = card.getChallenge().count
      #expect(try await command == 8)
      isSent.set()
      try await inner
    }
    #expect(reader.state.withLock { $0.holder } == nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func whoWaitsForATransactionOfTheSameSessionCanBeCancelled() async throws {
    let session = try await readers.session()
    try await session.transaction { _ in
      let waiting = Task.detached {
        await code { () throws(CardError) in _ = try await session.getChallenge() }
      }
      try await Task.sleep(for: .milliseconds(20))
      waiting.cancel()
      #expect(await waiting.value == .cancelled)
    }
    #expect(try await session.getChallenge().count == 8)
  }

  @Test(.timeLimit(.minutes(1)))
  func waitingForATransactionOfTheSameSessionHasAnEnd() async throws {
    let session = try await readers.session(CardSessionOptions(wait: .milliseconds(30)))
    try await session.transaction { _ in
      let command = Task.detached {
        await code { () throws(CardError) in _ = try await session.getChallenge() }
      }
      #expect(await command.value == .busy)
      let transaction = Task.detached {
        _ = await #expect {
          try await session.transaction(timeout: .milliseconds(20)) { _ in }
        } throws: {
          ($0 as? CardError)?.code == .busy
        }
      }
      await transaction.value
    }
    #expect(try await session.getChallenge().count == 8)
  }

  @Test func controlCodesOfAnotherTaskWaitForATransaction() async throws {
    let session = try await readers.session()
    let isSent = Flag()
    let other = try await session.transaction { card in
      let other = Task.detached {
        _ = try await session.control(1, [7])
        isSent.set()
      }
      try await Task.sleep(for: .milliseconds(30))
      #expect(!isSent.value)
      // Its own do not.
      #expect(try await card.control(1, [8]) == [8])
      return other
    }
    try await other.value
    #expect(isSent.value)
  }

  @Test func secureMessagingOfAnotherTaskWaitsForATransaction() async throws {
    let session = try await readers.session()
    let isSet = Flag()
    let other = try await session.transaction { _ in
      let other = Task.detached {
        try await session.use(nil)
        isSet.set()
      }
      try await Task.sleep(for: .milliseconds(30))
      #expect(!isSet.value)
      return other
    }
    try await other.value
    #expect(isSet.value)
  }

  @Test(arguments: [false, true])
  func anotherCardAfterOurOwnResetIsNotTakenForTheFirst(isBusy: Bool) async throws {
    let session = try await readers.session()
    if isBusy { reader.lose(.reconnect, .busy) }
    try await session.transaction(ending: .reset) { _ in }
    let sent = reader.state.withLock { $0.commands.count }
    reader.put(card: false)
    reader.put(card: true)
    #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .cardMissing)
    #expect(await session.isOpen == false)
    #expect(reader.state.withLock { $0.commands.count } == sent)
  }

  /// Another program has a transaction after ours has reset the card; it lasts until the flag is set.
  private func others(until mayEnd: Flag) async throws -> Task<Void, any Error> {
    // Connected since, so that it has not seen that reset.
    let other = try await readers.session()
    let isHeld = Flag()
    let holding = Task {
      try await other.transaction { _ in
        isHeld.set()
        while !mayEnd.value { await Pause.moment() }
      }
    }
    while !isHeld.value { await Pause.moment() }
    return holding
  }

  @Test func afterOurOwnResetTheNextCallWaitsForTheTransactionOfAnother() async throws {
    let session = try await readers.session()
    reader.lose(.reconnect, .busy)
    try await session.transaction(ending: .reset) { _ in }
    let mayEnd = Flag()
    let holding = try await others(until: mayEnd)
    let challenge = Task { try await session.getChallenge().count }
    for _ in 0..<30 { await Pause.moment() }
    mayEnd.set()
    #expect(try await challenge.value == 8)
    try await holding.value
  }

  @Test func aTransactionOfAnotherThatTakesTooLongAfterOurOwnResetIsBusyAndTheSessionGoesOn() async throws {
    let session = try await readers.session(in: nil, CardSessionOptions(wait: .milliseconds(100)))
    reader.lose(.reconnect, .busy)
    try await session.transaction(ending: .reset) { _ in }
    let mayEnd = Flag()
    let holding = try await others(until: mayEnd)
    #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .busy)
    #expect(await session.isOpen)
    mayEnd.set()
    try await holding.value
    #expect(try await session.getChallenge().count == 8)
  }
}
