// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import ImprintRuntime
import ImprintVirtualCard
import Synchronization
import Testing

@Suite struct CardReadersTests {
  private let reader = FakeReader()
  private var readers: CardReaders { CardReaders(reader) }

  private static let stopped = CardError(
    .service, place: "service", reason: "it does not run.", remedy: "Start it.")

  /// What happens, without who it happens to.
  private static func word(_ event: CardReaderEvent) -> String {
    switch event {
    case .readerAdded: "reader added"
    case .readerRemoved: "reader removed"
    case .cardInserted: "card inserted"
    case .cardRemoved: "card removed"
    case .stateChanged: "state changed"
    case .serviceStopped: "service stopped"
    case .serviceReturned: "service returned"
    }
  }

  @Test func cardsAndReadersThatComeAndGoAreTold() async throws {
    var events = readers.events().makeAsyncIterator()
    func next() async throws -> String { Self.word(try #require(try await events.next())) }
    #expect(try await next() == "reader added")
    #expect(try await next() == "card inserted")
    reader.put(card: false)
    #expect(try await next() == "card removed")
    reader.put(card: true)
    #expect(try await next() == "card inserted")
    // Out and in again between two looks.
    reader.state.withLock {
      let old = $0.infos[0]
      $0.infos[0] = CardReaderInfo(
        locator: old.locator, name: old.name, state: old.state, events: old.events + 2, atr: old.atr)
      $0.changes += 1
    }
    #expect(try await next() == "card removed")
    #expect(try await next() == "card inserted")
    reader.unplug()
    #expect(try await next() == "card removed")
    #expect(try await next() == "reader removed")
  }

  @Test func aServiceThatStopsIsToldAndSoIsItsReturn() async throws {
    var events = readers.events().makeAsyncIterator()
    func next() async throws -> String { Self.word(try #require(try await events.next())) }
    #expect(try await next() == "reader added")
    #expect(try await next() == "card inserted")
    reader.fail(Self.stopped)
    #expect(try await next() == "card removed")
    #expect(try await next() == "reader removed")
    #expect(try await next() == "service stopped")
    reader.fail(nil)
    #expect(try await next() == "service returned")
    #expect(try await next() == "reader added")
    #expect(try await next() == "card inserted")
  }

  @Test func watchingThatIsNotAllowedEndsWithTheReason() async throws {
    reader.fail(CardError(.denied, place: "reader", reason: "not allowed.", remedy: ""))
    await #expect {
      for try await _ in readers.events() {}
    } throws: {
      ($0 as? CardError)?.code == .denied
    }
  }

  @Test func aCardThatIsThereIsNotWaitedForAndOneThatComesIs() async throws {
    #expect(try await readers.waitForCard(timeout: .seconds(10)).locator == FakeReader.locator)
    reader.put(card: false)
    #expect(
      await code { () throws(CardError) in _ = try await readers.waitForCard(timeout: .milliseconds(30)) }
        == .timeout)
    let waiting = Task { try await readers.waitForCard(in: "Fake reader 00", timeout: .seconds(60)).atr }
    try await Task.sleep(for: .milliseconds(20))
    reader.put(card: true)
    #expect(try await waiting.value == reader.card.atr)
    reader.put(card: false)
    let cancelled = Task {
      await code { () throws(CardError) in _ = try await readers.waitForCard(timeout: .seconds(60)) }
    }
    try await Task.sleep(for: .milliseconds(20))
    cancelled.cancel()
    #expect(await cancelled.value == .cancelled)
  }

  @Test func waitingForACardSaysThatTheServiceDoesNotRun() async throws {
    reader.fail(Self.stopped)
    #expect(
      await code { () throws(CardError) in _ = try await readers.waitForCard(timeout: .milliseconds(100)) }
        == .service)
    let waiting = Task { try await readers.waitForCard(timeout: .seconds(60)).locator }
    try await Task.sleep(for: .milliseconds(20))
    reader.fail(nil)
    #expect(try await waiting.value == FakeReader.locator)
  }

  @Test func aReaderIsFoundByLocatorNameOrBeginning() async throws {
    for name in [nil, "fake:0", "Fake reader 00", "Fake"] {
      #expect(try await readers.reader(name).locator == FakeReader.locator)
    }
    #expect(await code { () throws(CardError) in _ = try await readers.reader("Other") } == .readerMissing)
    reader.state.withLock { state in
      let old = state.infos[0]
      state.infos.append(
        CardReaderInfo(locator: "fake:1", name: "Fake reader 01", state: .card, events: 0, atr: old.atr))
    }
    #expect(await code { () throws(CardError) in _ = try await readers.reader() } == .readerMissing)
    #expect(await code { () throws(CardError) in _ = try await readers.reader("Fake") } == .readerMissing)
    #expect(try await readers.reader("Fake reader 01").locator == "fake:1")
  }
}
