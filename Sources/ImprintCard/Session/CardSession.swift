// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// A card that an application works with, from connecting to closing.
///
/// ```swift fragment
/// let session = try await readers.session()
/// let name = try await session.transaction { card in
///   try await card.select(application: [0xA0, 0x00, 0x00, 0x00, 0x63])
///   return try await card.readFile()
/// }
/// await session.close()
/// ```
///
/// Calls take turns, and each command with what belongs to it is a transaction of its own on a shared card, so that no
/// other program comes between. **What is lost stays lost**: once somebody else has reset the card, every call throws
/// `card-was-reset`; nothing is reconnected, and no command is sent again. Open a new session, and verify anew.
public actor CardSession: CardCommanding {
  /// The reader's locator.
  public nonisolated let reader: String
  public nonisolated let options: CardSessionOptions

  enum State {
    case open(any CardLink, CardChannel)
    case suspended
    case over(CardError)
  }

  /// The transactions a task works in, of this session and of others.
  @TaskLocal static var holders: Set<Holder> = []

  struct Holder: Sendable, Hashable {
    let session: ObjectIdentifier
    let number: Int
    /// The connection it was begun on.
    let generation: Int
  }

  private(set) var state: State
  private let connect: @Sendable () async throws(CardError) -> any CardLink
  private let turns = TurnQueue()
  private var holder: Holder?
  private var transactions = 0
  /// Rises with each connection, so that a transaction never goes on over another one.
  private var generation = 0
  private var sleep: SleepWatch
  /// The machine slept and nobody was told by an error yet.
  private var owesSleep = false
  private var isResuming = false
  private var hasVerified = false
  private var subscribers: [Int: AsyncStream<CardSessionEvent>.Continuation] = [:]
  private var subscriptions = 0
  private var watch: Task<Void, Never>?

  init(
    reader: String, options: CardSessionOptions, clock: any SleepClock,
    connect: @escaping @Sendable () async throws(CardError) -> any CardLink
  ) async throws(CardError) {
    self.reader = reader
    self.options = options
    self.connect = connect
    sleep = SleepWatch(clock)
    let link = try await connect()
    state = .open(link, await Self.channel(over: link, options))
  }

  deinit {
    watch?.cancel()
    for subscriber in subscribers.values { subscriber.finish() }
  }

  /// A channel that knows what the card says in its ATR.
  private static func channel(over link: any CardLink, _ options: CardSessionOptions) async -> CardChannel {
    // A card whose ATR cannot be read is one that says nothing.
    let atr = (try? await link.status()).flatMap { try? ATR($0.atr) }
    return CardChannel(
      over: link, capabilities: atr?.historical.capabilities ?? .unknown, longCommands: options.longCommands)
  }

  // MARK: Commands

  public func send(_ command: CommandAPDU) async throws(CardError) -> ResponseAPDU {
    let isHeld = isHeldHere
    if !isHeld { await turns.take() }
    defer { if !isHeld { turns.give() } }
    if Task.isCancelled { throw .cancelledBeforeSending }
    let (link, channel) = try await ready()
    guard !isHeld, options.share == .shared else {
      return try await telling { () async throws(CardError) in try await self.pass(command, channel) }
    }
    // Alone on a shared card: what belongs to one command is kept together.
    try await begin(link, timeout: options.wait)
    let result = await outcome { () async throws(CardError) in try await self.pass(command, channel) }
    _ = await outcome { () async throws(CardError) in try await link.end(.leave) }
    return try result.get()
  }

  private func pass(_ command: CommandAPDU, _ channel: CardChannel) async throws(CardError) -> ResponseAPDU {
    let response = try await channel.send(command)
    if CardInstruction.carriesSecret(command.ins), !command.data.isEmpty, response.status == .done {
      hasVerified = true
    }
    return response
  }

  /// Makes several commands one: other programs wait until it is over, and so do this program's other tasks. It ends
  /// whether `body` returns, throws or is cancelled.
  ///
  /// Commands that `body` sends, to the session it is given or to this one, belong to it. Transactions in a transaction
  /// count. Keep it short: nobody else reaches the card meanwhile, and pcscd resets a card that is held and not spoken to
  /// for five seconds.
  /// - Parameters:
  ///   - timeout: how long it waits for another program's transaction. Default 10 s.
  ///   - disposition: what is done to the card before others have it.
  /// - Throws: ``CardError`` `busy` where the other's took longer, `cancelled`; and what `body` throws.
  public func transaction<Answer: Sendable>(
    timeout: Duration = .seconds(10), ending disposition: CardDisposition = .leave,
    _ body: @Sendable (CardSession) async throws -> Answer
  ) async throws -> Answer {
    let isInner = isHeldHere
    if !isInner { await turns.take() }
    defer { if !isInner { turns.give() } }
    let (link, _) = try await ready()
    try await begin(link, timeout: timeout)
    let outer = holder
    transactions += 1
    let mine = Holder(session: ObjectIdentifier(self), number: transactions, generation: generation)
    holder = mine
    let result: Result<Answer, any Error>
    do {
      result = .success(
        try await Self.$holders.withValue(Self.holders.union([mine])) { try await body(self) })
    } catch {
      result = .failure(error)
    }
    holder = outer
    // After a suspension there is another connection, on which nothing was begun.
    if generation == mine.generation {
      let ended = await outcome { () async throws(CardError) in try await link.end(disposition) }
      // Why `body` failed says more than that the end of it did.
      if case .failure(let error) = ended, case .success = result { throw error }
      if disposition != .leave { hasVerified = false }
    }
    return try result.get()
  }

  /// Whether the task works in the transaction that is going on. An inner one is a holder of its own; the task has both.
  private var isHeldHere: Bool { holder.map { Self.holders.contains($0) } ?? false }

  /// Waits for the transaction in parts, so that cancelling the task ends it.
  private func begin(_ link: any CardLink, timeout: Duration) async throws(CardError) {
    let clock = ContinuousClock()
    let end = clock.now + timeout
    while true {
      if Task.isCancelled { throw .cancelledBeforeSending }
      let left = end - clock.now
      do throws(CardError) {
        return try await telling { () async throws(CardError) in
          try await link.begin(timeout: max(.zero, min(left, .milliseconds(200))))
        }
      } catch  where error.code == .timeout {
        guard left > .milliseconds(200) else {
          throw CardError(
            .busy, place: reader, reason: "another program has a transaction with the card.",
            remedy: "Try again once it is done, or close that program. Nothing was sent.")
        }
      }
    }
  }

  // MARK: The state

  /// The open connection, or why there is none.
  private func ready() async throws(CardError) -> (any CardLink, CardChannel) {
    await lookForSleep()
    if owesSleep {
      owesSleep = false
      // One whose session could not be opened again hears why; the others that it was.
      if case .over(let error) = state { throw error }
      throw .suspended("the machine slept, and the card has lost its power. This command was not sent.")
    }
    switch state {
    case .open(let link, let channel):
      if isHeldHere, let holder, holder.generation != generation {
        throw .suspended("the session was suspended during the transaction, which is over by that.")
      }
      return (link, channel)
    case .suspended: throw .suspended("the session is suspended.")
    case .over(let error): throw error
    }
  }

  /// Runs a call on the card; an error that ends the session ends it.
  private func telling<Answer: Sendable>(
    _ call: () async throws(CardError) -> Answer
  ) async throws(CardError) -> Answer {
    let started = generation
    do throws(CardError) {
      return try await call()
    } catch {
      // The connection was taken away meanwhile: that is why, whatever the call says.
      guard started == generation else {
        throw .suspended(
          "the session was suspended during the command; whether the card has done it is not known.")
      }
      if error.endsSession { finish(error) }
      throw error
    }
  }

  private func outcome<Answer: Sendable>(
    _ call: () async throws(CardError) -> Answer
  ) async -> Result<Answer, CardError> {
    do throws(CardError) { return .success(try await telling(call)) } catch { return .failure(error) }
  }

  private func finish(_ error: CardError) {
    if case .over = state { return }
    state = .over(error)
    watch?.cancel()
    tell(.ended(error))
    for subscriber in subscribers.values { subscriber.finish() }
    subscribers = [:]
  }

  // MARK: Sleep

  /// Closes the connection and takes the power off the card, before the machine sleeps or for any other reason. A command
  /// that is being sent is waited for; a transaction is broken off. Nothing happens where it is suspended already.
  public func suspend() async {
    await suspend(machineSlept: false)
  }

  private func suspend(machineSlept: Bool) async {
    guard case .open(let link, _) = state else { return }
    state = .suspended
    generation += 1
    hasVerified = false
    // It ends whether it throws or not; a card that is gone has no power anyway.
    do throws(CardError) { try await link.disconnect(.unpower) } catch {}
    tell(.suspended(machineSlept: machineSlept))
  }

  /// Opens the session again after ``suspend()``: nothing is selected or verified. Nothing happens where it is open.
  /// - Throws: ``CardError`` as for a new session, such as `card-missing`; it stays suspended then, and may be tried
  ///   again. Where the session is over, why.
  public func resume() async throws(CardError) {
    switch state {
    case .open: return
    case .over(let error): throw error
    case .suspended: break
    }
    guard !isResuming else { throw .suspended("the session is being resumed.") }
    isResuming = true
    defer { isResuming = false }
    let link = try await connect()
    let channel = await Self.channel(over: link, options)
    guard case .suspended = state else {
      // Closed meanwhile.
      do throws(CardError) { try await link.disconnect(.leave) } catch {}
      return
    }
    state = .open(link, channel)
    tell(.resumed)
  }

  /// Where the machine has slept: the old connection is closed and another one opened, and one command is going to say so.
  private func lookForSleep() async {
    guard options.power == .automatic, sleep.hasSlept(), case .open = state else { return }
    owesSleep = true
    await suspend(machineSlept: true)
    do throws(CardError) { try await resume() } catch { finish(error) }
  }

  /// What becomes of the session from now on; any number may listen. Ends with the session.
  ///
  /// While somebody listens and ``CardPower/automatic`` holds, the clocks are looked at every two seconds, so that sleep
  /// is told without a command.
  public func events() -> AsyncStream<CardSessionEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CardSessionEvent.self, bufferingPolicy: .bufferingNewest(64))
    if case .over(let error) = state {
      continuation.yield(.ended(error))
      continuation.finish()
      return stream
    }
    subscriptions += 1
    let number = subscriptions
    subscribers[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
    if options.power == .automatic, watch == nil {
      watch = Task { [weak self] in
        while !Task.isCancelled {
          do { try await Task.sleep(for: .seconds(2)) } catch { return }
          guard let self else { return }
          await self.lookForSleep()
        }
      }
    }
    return stream
  }

  private func forget(_ number: Int) {
    subscribers[number] = nil
    guard subscribers.isEmpty else { return }
    watch?.cancel()
    watch = nil
  }

  private func tell(_ event: CardSessionEvent) {
    for subscriber in subscribers.values { subscriber.yield(event) }
  }

  // MARK: The card and its reader

  /// Whether commands can be sent now.
  public var isOpen: Bool {
    if case .open = state { return true }
    return false
  }

  /// What the connection is: the card's state, protocol and ATR.
  public func status() async throws(CardError) -> CardStatus {
    let (link, _) = try await ready()
    return try await telling { () async throws(CardError) in try await link.status() }
  }

  /// Protects each command from now on; `nil` ends it. Suspending, resetting and reopening end it too.
  public func use(_ secureMessaging: (any SecureMessaging)?) async throws(CardError) {
    let (_, channel) = try await ready()
    await channel.use(secureMessaging)
  }

  /// Takes over what the card says of itself in EF.ATR, say.
  public func know(_ capabilities: CardCapabilities) async throws(CardError) {
    let (_, channel) = try await ready()
    await channel.know(capabilities)
  }

  /// Resets the card, which other programs' sessions hear as `card-was-reset`. Nothing is selected or verified then.
  /// - Parameter disposition: `reset` is warm, `unpower` cold.
  /// - Throws: ``CardError`` `command` within a transaction.
  public func reset(_ disposition: CardDisposition = .reset) async throws(CardError) {
    guard !isHeldHere else {
      throw .command("a card is not reset within a transaction; end it with that.", place: reader)
    }
    await turns.take()
    defer { turns.give() }
    let (link, _) = try await ready()
    let options = options
    let connection = options.connection(to: reader)
    try await telling { () async throws(CardError) in try await link.reconnect(connection, after: disposition)
    }
    hasVerified = false
    state = .open(link, await Self.channel(over: link, options))
  }

  /// Sends a control code of the reader's own.
  /// - Throws: ``CardError`` `unsupported` where the reader has none such.
  public func control(_ code: UInt32, _ input: [UInt8] = []) async throws(CardError) -> [UInt8] {
    let (link, _) = try await ready()
    return try await telling { () async throws(CardError) in try await link.control(code, input) }
  }

  /// An attribute of the reader.
  /// - Throws: ``CardError`` `unsupported` where the reader has none such.
  public func attribute(_ attribute: ReaderAttribute) async throws(CardError) -> [UInt8] {
    let (link, _) = try await ready()
    return try await telling { () async throws(CardError) in try await link.attribute(attribute.rawValue) }
  }

  /// Writes an attribute of the reader.
  public func setAttribute(_ attribute: ReaderAttribute, to value: [UInt8]) async throws(CardError) {
    let (link, _) = try await ready()
    try await telling { () async throws(CardError) in
      try await link.setAttribute(attribute.rawValue, to: value)
    }
  }

  /// Ends the session; each later call throws `closed`. A session that is let go without it leaves the card as it is.
  /// - Parameter disposition: `nil`, the default, resets the card where a PIN was verified through this session, so that
  ///   it is not there for whoever comes next; else leaves it as it is.
  public func close(_ disposition: CardDisposition? = nil) async {
    let last = state
    finish(CardError(.closed, place: reader, reason: "the session was closed.", remedy: "Open a new one."))
    guard case .open(let link, _) = last else { return }
    do throws(CardError) { try await link.disconnect(disposition ?? (hasVerified ? .reset : .leave)) } catch {
    }
  }
}

extension CardError {
  static func suspended(_ reason: String) -> CardError {
    CardError(
      .suspended, place: "session", reason: reason,
      remedy: "Select and verify anew once the session has been resumed.")
  }
}
