// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import ImprintRuntime
import ImprintVirtualCard
import Synchronization
import Testing

/// A service that gives up where the task is cancelled.
private struct GivingUp: CardReaderService {
  let reader: FakeReader

  func readers() async throws(CardError) -> [CardReaderInfo] { try await reader.readers() }

  func connect(_ options: CardOptions) async throws(CardError) -> any CardLink {
    let link = try await reader.connect(options)
    guard Task.isCancelled else { return link }
    throw CardError(.cancelled, place: "service", reason: "it was cancelled.", remedy: "")
  }

  func watch() async throws(CardError) -> any CardReaderWatch { try await reader.watch() }
}

/// What is left behind by the end of a session, and what must not be its end.
@Suite struct CardSessionEndingTests {
  private let reader = FakeReader()

  @Test func aSecondCloseSaysAsTheFirstThatThePINStays() async throws {
    let readers = CardReaders(reader)
    let ours = try await readers.session(CardSessionOptions(wait: .milliseconds(50)))
    let other = try await readers.session()
    #expect(try await ours.verify(CardPIN("123456"), reference: 1) == .verified)
    try await other.transaction { _ in
      #expect(await ours.close()?.code == .busy)
      #expect(await ours.close()?.code == .busy)
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func anInnerTransactionThatTheEndOfTheSessionMeetsKeepsNobodyOut() async throws {
    let session = try await CardReaders(reader).session()
    #expect(try await session.verify(CardPIN("123456"), reference: 1) == .verified)
    try? await session.transaction { card in
      let pause = reader.pause(.begin)
      async let inner: Void? = try? card.transaction { _ in }
      await pause.reached()
      // Beside it, and not by way of the connection's queue.
      reader.fail(attributes: .plugin)
      _ = try? await card.attribute(.vendorName)
      #expect(await session.isOpen == false)
      pause.release()
      _ = await inner
    }
    #expect(reader.state.withLock { $0.holder } == nil)
  }

  @Test(.timeLimit(.minutes(1)))
  func anInnerTransactionThatOutlivesItsOwnAndAResetKeepsNobodyOut() async throws {
    let session = try await CardReaders(reader).session()
    let mayEnd = Pause()
    let inner = try await session.transaction { card in
      let inner = Task { try await card.transaction { _ in await mayEnd.stop() } }
      await mayEnd.reached()
      return inner
    }
    try await session.reset()
    mayEnd.release()
    try await inner.value
    #expect(reader.state.withLock { $0.holder } == nil)
  }

  @Test func aTaskThatIsCancelledDoesNotEndASessionThatItsLookOpensAgain() async throws {
    let clock = TestSleepClock()
    let session = try await CardReaders(GivingUp(reader: reader), clock: clock).session()
    clock.sleep(.seconds(10))
    let pause = reader.pause(.connect)
    let status = Task { try await session.status() }
    await pause.reached()
    status.cancel()
    for _ in 0..<20 { await Pause.moment() }
    pause.release()
    _ = await status.result
    #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .suspended)
    #expect(try await session.getChallenge().count == 8)
  }
}
