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
    let suspending = Task {
      let failure = await session.suspend()
      // When it says so.
      return (failure, reader.state.withLock { $0.dispositions })
    }
    for _ in 0..<20 { await Pause.moment() }
    pause.release()
    let (failure, dispositions) = await suspending.value
    #expect(failure == nil)
    #expect(dispositions == [.unpower, .unpower])
    #expect(await resuming.value == .suspended)
    #expect(await session.isOpen == false)
    try await session.resume()
    #expect(try await session.getChallenge().count == 8)
  }

  @Test func aSuspensionThatMeetsAResumptionSaysWhereThePowerStaysOn() async throws {
    let session = try await readers.session(in: nil, CardSessionOptions(wait: .milliseconds(50)))
    await session.suspend()
    let pause = reader.pause(.connect)
    let resuming = Task { await code { () throws(CardError) in try await session.resume() } }
    await pause.reached()
    let suspending = Task { await session.suspend() }
    for _ in 0..<20 { await Pause.moment() }
    reader.state.withLock { $0.holder = (1000, 1) }
    pause.release()
    // Had the resumption been faster, it would have been suspended in the usual way: the same.
    #expect(await suspending.value?.code == .busy)
    _ = await resuming.value
    #expect(await session.isOpen == false)
  }

  @Test func aSessionThatIsClosedDuringItsResumptionSaysSo() async throws {
    let session = try await readers.session()
    await session.suspend()
    let pause = reader.pause(.connect)
    let resuming = Task { await code { () throws(CardError) in try await session.resume() } }
    await pause.reached()
    let closing = Task { await session.close() }
    for _ in 0..<20 { await Pause.moment() }
    pause.release()
    #expect(await closing.value == nil)
    let answer = await resuming.value
    // Where closing came after it, it was resumed.
    #expect(answer == .closed || answer == nil)
    #expect(await code { () throws(CardError) in _ = try await session.getChallenge() } == .closed)
  }

  @Test func suspensionsAndResumptionsAreToldInTheirOrder() async throws {
    let session = try await readers.session()
    let events = await session.events()
    for _ in 0..<50 {
      let suspension = Task { await session.suspend() }
      while await session.isOpen { await Task.yield() }
      while (try? await session.resume()) == nil { await Task.yield() }
      _ = await suspension.value
    }
    await session.close()
    var told: [CardSessionEvent] = []
    for await event in events { told.append(event) }
    let wanted = Array(repeating: [CardSessionEvent.suspended(machineSlept: false), .resumed], count: 50)
    #expect(Array(told.dropLast()) == Array(wanted.joined().suffix(told.count - 1)))
  }

  @Test func whatASuspendedSessionRefusesWasNotSentAndWhatItMetMayHaveBeen() async throws {
    let session = try await readers.session()
    let pause = reader.pause(.begin)
    let sending = Task { _ = try await session.getChallenge() }
    await suspend(session, at: pause)
    let met = try await #require(throws: CardError.self) { try await sending.value }
    #expect(met.code == .suspended && !met.nothingWasSent)
    let refused = try await #require(throws: CardError.self) { _ = try await session.getChallenge() }
    #expect(refused.code == .suspended && refused.nothingWasSent)
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
