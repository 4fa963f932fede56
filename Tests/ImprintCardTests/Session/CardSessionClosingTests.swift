// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import ImprintRuntime
import ImprintVirtualCard
import Synchronization
import Testing

/// Closing forgets PINs, or says that it could not.
@Suite struct CardSessionClosingTests {
  private let reader = FakeReader()
  private var readers: CardReaders { CardReaders(reader) }
  private var dispositions: [CardDisposition] { reader.state.withLock { $0.dispositions } }

  private func verified(_ options: CardSessionOptions = CardSessionOptions()) async throws -> CardSession {
    let session = try await readers.session(options)
    #expect(try await session.verify(CardPIN("123456"), reference: 1) == .verified)
    return session
  }

  @Test func anothersTransactionIsWaitedForBeforeTheCardIsReset() async throws {
    let (ours, other) = (try await verified(), try await readers.session())
    let closing = try await other.transaction { _ in
      let closing = Task { await ours.close() }
      try await Task.sleep(for: .milliseconds(300))
      #expect(reader.state.withLock { $0.dispositions }.isEmpty)
      return closing
    }
    #expect(await closing.value == nil)
    #expect(dispositions == [.reset])
  }

  @Test func aTransactionThatLastsLeavesThePINAndThatIsSaid() async throws {
    let (ours, other) = (
      try await verified(CardSessionOptions(wait: .milliseconds(50))), try await readers.session()
    )
    try await other.transaction { _ in
      let failure = await ours.close()
      #expect(failure?.code == .busy)
      #expect(failure?.reason.contains("the card was not reset") == true)
    }
    #expect(dispositions.isEmpty)
  }

  @Test func aSuspensionThatLeavesThePINSaysSoAndCloseMakesUpForIt() async throws {
    let (ours, other) = (
      try await verified(CardSessionOptions(wait: .milliseconds(50))), try await readers.session()
    )
    try await other.transaction { _ in #expect(await ours.suspend()?.code == .busy) }
    #expect(dispositions.isEmpty)
    try await ours.resume()
    #expect(await ours.close() == nil)
    #expect(dispositions == [.reset])
  }

  @Test func closingDuringASuspensionSaysWhatBecameOfIt() async throws {
    let (ours, other) = (
      try await verified(CardSessionOptions(wait: .milliseconds(50))), try await readers.session()
    )
    try await other.transaction { _ in
      let suspending = Task { await ours.suspend() }
      while await ours.isOpen { await Pause.moment() }
      #expect(await ours.close()?.code == .busy)
      #expect(await suspending.value?.code == .busy)
    }
    #expect(dispositions.isEmpty)
  }

  @Test func aResetThatLeavesTheCardAsItIsIsNone() async throws {
    let session = try await verified()
    #expect(await code { () throws(CardError) in try await session.reset(.leave) } == .command)
    await session.close()
    #expect(dispositions == [.reset])
  }

  @Test func aPINThatIsOnItsWayCounts() async throws {
    let session = try await readers.session()
    let pause = reader.pause(.transmit)
    let verifying = Task { try await session.verify(CardPIN("123456"), reference: 1) }
    await pause.reached()
    let closing = Task { await session.close() }
    while await session.isOpen { await Pause.moment() }
    pause.release()
    _ = try await verifying.value
    #expect(await closing.value == nil)
    #expect(dispositions == [.reset])
  }

  @Test(arguments: [CardError.Code.readerFailed, .cardMute, .plugin])
  func aPINWhoseAnswerIsLostCounts(code lost: CardError.Code) async throws {
    let session = try await readers.session()
    reader.lose(.transmit, lost)
    #expect(
      await code { () throws(CardError) in _ = try await session.verify(CardPIN("123456"), reference: 1) }
        == lost)
    await session.close()
    #expect(dispositions == [.reset])
  }

  @Test func aSessionThatWasEndedByItsPluginStillForgetsWhenItIsClosed() async throws {
    let session = try await verified()
    reader.lose(.transmit, .plugin)
    #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .plugin)
    #expect(dispositions.isEmpty)
    await session.close()
    #expect(dispositions == [.reset])
    await session.close()
    #expect(dispositions == [.reset])
  }

  @Test func aPINThatTheCardRefusedLeavesTheCardAsItIs() async throws {
    let session = try await readers.session()
    #expect(try await session.verify(CardPIN("000000"), reference: 1) == .wrong(triesLeft: 2))
    await session.close()
    #expect(dispositions.isEmpty)
  }

  @Test func whoIsCancelledClosesAllTheSame() async throws {
    let session = try await verified()
    let closing = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await session.close()
    }
    #expect(await closing.value == nil)
    #expect(dispositions == [.reset])
  }
}
