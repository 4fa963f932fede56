// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import ImprintRuntime
import ImprintVirtualCard
import Synchronization

/// A reader in the process with a card in software, which several connections share as they do through pcscd:
/// one has a transaction, one resets the card and all hear of it, who did it too unless it was by connecting
/// anew.
final class FakeReader: CardReaderService {
  struct State {
    var infos: [CardReaderInfo] = []
    var resets = 0
    var removals = 0
    /// The connection that has the transaction, and how often it began one.
    var holder: (link: Int, depth: Int)?
    var links = 0
    var dispositions: [CardDisposition] = []
    var begins = 0
    var failure: CardError?
    var changes = 0
    /// What cards were sent.
    var commands: [[UInt8]] = []
    /// The next call of a kind stops there.
    var pause: (call: Call, pause: Pause)?
    /// Each attribute is answered so.
    var attributeFailure: CardError?
    /// The next call of a kind fails so, after it was done: its answer is lost.
    var loss: (call: Call, error: CardError)?
  }

  enum Call: Sendable { case connect, transmit, begin, end, reconnect, control }

  static let locator = "fake:0"
  let card: VirtualCard
  let state = Mutex(State())

  init(_ description: VirtualCard.Description = .standard) {
    card = VirtualCard(description)
    put(card: true)
  }

  /// Puts the card in, or takes it out.
  func put(card isThere: Bool) {
    state.withLock { state in
      let events = (state.infos.first?.events ?? 0) + 1
      state.infos = [
        CardReaderInfo(
          locator: Self.locator, name: "Fake reader 00", state: isThere ? .card : [], events: events,
          atr: isThere ? card.atr : [])
      ]
      state.changes += 1
      state.resets += 1
      if !isThere { state.removals += 1 }
    }
  }

  func unplug() {
    state.withLock {
      $0.infos = []
      $0.changes += 1
    }
  }

  /// The service stops with this error, or goes on with `nil`.
  func fail(_ error: CardError?) {
    state.withLock {
      $0.failure = error
      $0.changes += 1
    }
  }

  /// Stops the next such call once it is done, before it returns.
  func pause(_ call: Call) -> Pause {
    let pause = Pause()
    state.withLock { $0.pause = (call, pause) }
    return pause
  }

  func lose(_ call: Call, _ code: CardError.Code) {
    let error = CardError(code, place: "link", reason: "it went wrong.", remedy: "")
    state.withLock { $0.loss = (call, error) }
  }

  func fail(attributes code: CardError.Code) {
    let error = CardError(code, place: "link", reason: "it went wrong.", remedy: "")
    state.withLock { $0.attributeFailure = error }
  }

  fileprivate func finishing(_ call: Call) async throws(CardError) {
    let (pause, loss) = state.withLock { state in
      let found = (
        state.pause?.call == call ? state.pause?.pause : nil,
        state.loss?.call == call ? state.loss?.error : nil
      )
      if found.0 != nil { state.pause = nil }
      if found.1 != nil { state.loss = nil }
      return found
    }
    await pause?.stop()
    if let loss { throw loss }
  }

  func readers() async throws(CardError) -> [CardReaderInfo] {
    let (infos, failure) = state.withLock { ($0.infos, $0.failure) }
    if let failure { throw failure }
    return infos
  }

  func connect(_ options: CardOptions) async throws(CardError) -> any CardLink {
    let (number, isThere, failure) = state.withLock { state in
      state.links += 1
      return (state.links, state.infos.first?.state.contains(.card) ?? false, state.failure)
    }
    if let failure { throw failure }
    try await finishing(.connect)
    guard isThere || options.share == .direct else {
      throw CardError(.cardMissing, place: options.locator, reason: "there is no card.", remedy: "")
    }
    return FakeLink(number, self)
  }

  func watch() async throws(CardError) -> any CardReaderWatch {
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return FakeWatch(self)
  }
}

/// A call that has stopped on its way back.
final class Pause: Sendable {
  private let state = Mutex((isReached: false, isOver: false))

  func stop() async {
    state.withLock { $0.isReached = true }
    while !state.withLock({ $0.isOver }) { await Self.moment() }
  }

  func reached() async {
    while !state.withLock({ $0.isReached }) { await Self.moment() }
  }

  func release() { state.withLock { $0.isOver = true } }

  /// Also in a task that was cancelled.
  static func moment() async {
    await Task.detached { try? await Task.sleep(for: .milliseconds(1)) }.value
  }
}

/// Calls on a connection are made one at a time, in the order they came.
private final class CallQueue: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func take() async {
    await withCheckedContinuation { continuation in
      let isMine = state.withLock { state -> Bool in
        guard state.isTaken else {
          state.isTaken = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isMine { continuation.resume() }
    }
  }

  func give() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

final class FakeLink: CardLink {
  let number: Int
  private let calls = CallQueue()
  private let reader: FakeReader
  private let seen: Mutex<Int>
  private let isClosed = Mutex(false)
  private let removals: Int

  init(_ number: Int, _ reader: FakeReader) {
    self.number = number
    self.reader = reader
    seen = Mutex(reader.state.withLock { $0.resets })
    removals = reader.state.withLock { $0.removals }
  }

  var transmission: CardProtocol { .t1 }

  private func check() throws(CardError) {
    if isClosed.withLock({ $0 }) {
      throw CardError(.closed, place: "link", reason: "it is closed.", remedy: "")
    }
    let (resets, infos) = reader.state.withLock { ($0.resets, $0.infos) }
    guard let info = infos.first else {
      throw CardError(.readerGone, place: "link", reason: "it is gone.", remedy: "")
    }
    // What was taken out stays gone, whatever was put in since.
    guard info.state.contains(.card), reader.state.withLock({ $0.removals }) == removals else {
      throw CardError(.cardMissing, place: "link", reason: "there is no card.", remedy: "")
    }
    guard resets == seen.withLock({ $0 }) else {
      // What is lost has no transaction any more.
      reader.state.withLock { if $0.holder?.link == number { $0.holder = nil } }
      throw CardError(.cardWasReset, place: "link", reason: "it was reset.", remedy: "")
    }
  }

  func transmit(_ command: [UInt8]) async throws(CardError) -> [UInt8] {
    await calls.take()
    defer { calls.give() }
    try check()
    let other = reader.state.withLock { $0.holder.map { $0.link != number } ?? false }
    if other { throw CardError(.busy, place: "link", reason: "another has a transaction.", remedy: "") }
    await Task.yield()
    reader.state.withLock { $0.commands.append(command) }
    let answer = reader.card.respond(to: command)
    try await reader.finishing(.transmit)
    guard !answer.isEmpty else {
      throw CardError(.cardMissing, place: "link", reason: "it was torn out.", remedy: "")
    }
    return answer
  }

  func begin(timeout: Duration) async throws(CardError) {
    await calls.take()
    defer { calls.give() }
    let clock = ContinuousClock()
    let end = clock.now + timeout
    while true {
      try check()
      let isMine = reader.state.withLock { state in
        if let holder = state.holder, holder.link != number { return false }
        state.holder = (number, (state.holder?.depth ?? 0) + 1)
        state.begins += 1
        return true
      }
      if isMine { return try await reader.finishing(.begin) }
      guard clock.now < end else {
        throw CardError(.timeout, place: "link", reason: "it took too long.", remedy: "")
      }
      do { try await Task.sleep(for: .milliseconds(2)) } catch {
        throw CardError(.cancelled, place: "link", reason: "it was cancelled.", remedy: "")
      }
    }
  }

  func end(_ disposition: CardDisposition) async throws(CardError) {
    await calls.take()
    defer { calls.give() }
    try await reader.finishing(.end)
    reader.state.withLock { state in
      guard let holder = state.holder, holder.link == number else { return }
      state.holder = holder.depth > 1 ? (number, holder.depth - 1) : nil
    }
    try check()
    // As pcscd has it: this connection hears of it too.
    dispose(disposition)
  }

  private func dispose(_ disposition: CardDisposition) {
    guard disposition != .leave else { return }
    reader.card.reset()
    reader.state.withLock { state in
      state.resets += 1
      state.dispositions.append(disposition)
    }
  }

  func reconnect(_ options: CardOptions, after disposition: CardDisposition) async throws(CardError) {
    await calls.take()
    defer { calls.give() }
    if isClosed.withLock({ $0 }) {
      throw CardError(.closed, place: "link", reason: "it is closed.", remedy: "")
    }
    let isFree = reader.state.withLock { $0.holder.map { $0.link == number } ?? true }
    guard isFree else {
      throw CardError(.busy, place: "link", reason: "another has a transaction.", remedy: "")
    }
    dispose(disposition)
    let now = reader.state.withLock { $0.resets }
    seen.withLock { $0 = now }
    try await reader.finishing(.reconnect)
  }

  func disconnect(_ disposition: CardDisposition) async throws(CardError) {
    await calls.take()
    defer { calls.give() }
    let others = reader.state.withLock { state in
      if state.holder?.link == number { state.holder = nil }
      return state.holder != nil
    }
    isClosed.withLock { $0 = true }
    guard disposition == .leave || !others else {
      throw CardError(.busy, place: "link", reason: "another has a transaction.", remedy: "")
    }
    dispose(disposition)
  }

  func status() async throws(CardError) -> CardStatus {
    try check()
    return CardStatus(state: .card, cardProtocol: .t1, atr: reader.card.atr)
  }

  func control(_ code: UInt32, _ input: [UInt8]) async throws(CardError) -> [UInt8] {
    await calls.take()
    defer { calls.give() }
    try await reader.finishing(.control)
    return input
  }

  func attribute(_ tag: UInt32) async throws(CardError) -> [UInt8] {
    if let failure = reader.state.withLock({ $0.attributeFailure }) { throw failure }
    guard tag == ReaderAttribute.vendorName.rawValue else {
      throw CardError(.unsupported, place: "link", reason: "there is none.", remedy: "")
    }
    return Array("Fake".utf8)
  }

  func setAttribute(_ tag: UInt32, to value: [UInt8]) async throws(CardError) {}
}

final class FakeWatch: CardReaderWatch {
  private let reader: FakeReader
  private let seen: Mutex<Int>

  init(_ reader: FakeReader) {
    self.reader = reader
    seen = Mutex(reader.state.withLock { $0.changes })
  }

  func next(timeout: Duration) async throws(CardError) -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + timeout
    while clock.now < end {
      let (now, failure) = reader.state.withLock { ($0.changes, $0.failure) }
      if let failure { throw failure }
      let isNew = seen.withLock { seen in
        defer { seen = now }
        return seen != now
      }
      if isNew { return true }
      do { try await Task.sleep(for: .milliseconds(1)) } catch {
        throw CardError(.cancelled, place: "watch", reason: "it was cancelled.", remedy: "")
      }
    }
    throw CardError(.timeout, place: "watch", reason: "nothing happened.", remedy: "")
  }

  func cancel() {}
}

/// A clock that sleeps when a test says so.
final class TestSleepClock: SleepClock {
  private let time = Mutex(Duration.zero)
  var slept: ClosedRange<Duration> { time.withLock { $0...$0 } }
  func sleep(_ duration: Duration) { time.withLock { $0 += duration } }
}
