// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import ImprintRuntime
import ImprintVirtualCard
import Synchronization
import Testing

/// Sessions that are suspended or closed in the middle of something.
@Suite struct CardSessionInterruptionTests {
  private let reader = FakeReader()
  private var readers: CardReaders { CardReaders(reader) }

  /// Suspends a session while that call is on its way back.
  private func suspend(_ session: CardSession, at pause: Pause) async {
    await pause.reached()
    let suspending = Task { await session.suspend() }
    while await session.isOpen { await Pause.moment() }
    pause.release()
    _ = await suspending.value
  }

  @Test func aCommandThatASuspensionMeetsIsAnsweredAndTheSessionCanBeResumed() async throws {
    let session = try await readers.session()
    let pause = reader.pause(.transmit)
    let sending = Task { try await session.getChallenge().count }
    await suspend(session, at: pause)
    #expect(try await sending.value == 8)
    #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .suspended)
    try await session.resume()
    #expect(try await session.getChallenge().count == 8)
  }

  @Test func aTransactionThatIsBegunDuringASuspensionDoesNotRun() async throws {
    let session = try await readers.session()
    let hasRun = Mutex(false)
    let pause = reader.pause(.begin)
    let transaction = Task {
      _ = await #expect {
        try await session.transaction { _ in hasRun.withLock { $0 = true } }
      } throws: {
        ($0 as? CardError)?.code == .suspended
      }
    }
    await pause.reached()
    let suspending = Task { await session.suspend() }
    while await session.isOpen { await Pause.moment() }
    // Its end would end a new connection.
    #expect(await code { () throws(CardError) in try await session.resume() } == .suspended)
    pause.release()
    await transaction.value
    _ = await suspending.value
    try await session.resume()
    #expect(!hasRun.withLock { $0 })
    #expect(try await session.getChallenge().count == 8)
    #expect(reader.state.withLock { $0.holder } == nil)
  }

  @Test func aSuspensionThatMeetsAResumptionLeavesTheCardWithoutPower() async throws {
    let session = try await readers.session()
    await session.suspend()
    let pause = reader.pause(.connect)
    let resuming = Task { await code { () throws(CardError) in try await session.resume() } }
    await pause.reached()
    #expect(await session.suspend() == nil)
    pause.release()
    #expect(await resuming.value == .suspended)
    #expect(await session.isOpen == false)
    #expect(reader.state.withLock { $0.dispositions } == [.unpower, .unpower])
    try await session.resume()
    #expect(try await session.getChallenge().count == 8)
  }

  @Test func aResetThatASuspensionMeetsDoesNotOpenTheSession() async throws {
    let session = try await readers.session()
    let pause = reader.pause(.reconnect)
    let resetting = Task { await code { () throws(CardError) in try await session.reset() } }
    await suspend(session, at: pause)
    #expect(await resetting.value == .suspended)
    #expect(await session.isOpen == false)
    try await session.resume()
    #expect(try await session.getChallenge().count == 8)
  }

  @Test(arguments: [FakeReader.Call.transmit, .begin, .reconnect])
  func aSessionThatIsClosedMeanwhileStaysClosed(call: FakeReader.Call) async throws {
    let session = try await readers.session()
    let pause = reader.pause(call)
    let working = Task {
      if call == .reconnect { try? await session.reset() } else { _ = try? await session.getChallenge() }
    }
    await pause.reached()
    let closing = Task { await session.close() }
    while await session.isOpen { await Pause.moment() }
    pause.release()
    await working.value
    _ = await closing.value
    #expect(await session.isOpen == false)
    #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .closed)
    #expect(reader.state.withLock { $0.holder } == nil)
  }
}
