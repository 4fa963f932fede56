// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime
internal import ImprintThreads

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
/// Calls take turns, and each command with what belongs to it is a transaction of its own on a shared card,
/// so that no other program comes between. **What is lost stays lost**: once somebody else has reset the
/// card, every call throws `card-was-reset`; nothing is reconnected, and no command is sent again. Open a new
/// session, and verify anew.
public actor CardSession: CardCommanding {
  /// The reader's locator.
  public nonisolated let reader: String
  public nonisolated let options: CardSessionOptions

  /// What a call works on, from its beginning to its end: the three change together.
  struct Connection: Sendable {
    let link: any CardLink
    let channel: CardChannel
    /// Another one after each suspension and each reset of our own.
    let generation: Int
  }

  enum State {
    case open(Connection)
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

  var state: State
  let connect: @Sendable () async throws(CardError) -> any CardLink
  let turns = TurnQueue()
  /// The transaction that goes on: the outermost one. Those within it only count.
  var holder: Holder?
  var transactions = 0
  /// Rises with each connection, so that nothing that was begun on one goes on over another.
  var generation = 0
  var sleep: SleepWatch
  /// The machine slept and nobody was told by an error yet.
  var owesSleep = false
  /// Until when a session that the machine's sleep has closed is opened again by itself.
  var reopening: ContinuousClock.Instant?
  /// Why it could not be so far.
  var reopeningFailure: CardError?
  /// The resumption that is going on.
  var resuming: Task<Result<Void, CardError>, Never>?
  /// The suspension that is going on: why the power could not be taken off.
  var suspending: Task<CardError?, Never>?
  /// How often the application has asked for one.
  var suspensions = 0
  /// We have reset the card by the end of a transaction. The service tells that to this connection too, which
  /// is to be connected anew.
  var isResetByUs = false
  /// What the application has said of the card, which is to be the same one.
  var known: (atr: [UInt8], capabilities: CardCapabilities)?
  /// The card may know a PIN of this session's as verified.
  var hasVerified = false
  /// Why a suspension could not take the power off the card.
  var undone: CardError?
  /// PINs that are being sent.
  var secretsOnTheWay = 0
  /// The connection of a session that is over, until ``close(_:)`` has done with the card what is to be done.
  var leftover: Connection?
  var subscribers: [Int: AsyncStream<CardSessionEvent>.Continuation] = [:]
  var subscriptions = 0
  var watch: Task<Void, Never>?

  init(
    reader: String, options: CardSessionOptions, clock: any SleepClock,
    connect: @escaping @Sendable () async throws(CardError) -> any CardLink
  ) async throws(CardError) {
    self.reader = reader
    self.options = options
    self.connect = connect
    sleep = SleepWatch(clock)
    let link = try await connect()
    let (channel, _) = await Self.channel(over: link, options, known: nil)
    state = .open(Connection(link: link, channel: channel, generation: 0))
  }

  deinit {
    watch?.cancel()
    for subscriber in subscribers.values { subscriber.finish() }
  }

  /// A channel that knows what the card says in its ATR, and what the application has said of this card.
  static func channel(
    over link: any CardLink, _ options: CardSessionOptions,
    known: (atr: [UInt8], capabilities: CardCapabilities)?
  ) async -> (CardChannel, atr: [UInt8]) {
    // A card whose ATR cannot be read is one that says nothing.
    let bytes = (try? await link.status())?.atr ?? []
    let said = (try? ATR(bytes))?.historical.capabilities ?? .unknown
    // Another card may be there after a suspension.
    let all = known.flatMap { $0.atr == bytes ? said.adding($0.capabilities) : nil } ?? said
    return (CardChannel(over: link, capabilities: all, longCommands: options.longCommands), bytes)
  }

  // MARK: Commands

  public func send(_ command: CommandAPDU) async throws(CardError) -> ResponseAPDU {
    try await send(command, as: .short)
  }

  /// Sends a command in that form: `extended` also where the short one would do.
  /// - Throws: ``CardError`` `command` for the long form over T=0.
  public func send(
    _ command: CommandAPDU, as form: CommandAPDU.Form
  ) async throws(CardError) -> ResponseAPDU {
    try await exchange(isSecret: command.carriesSecret) { channel throws(CardError) in
      try await channel.send(command, as: form)
    }
  }

  /// Sends these bytes once, as they are: nothing is fetched, no length is corrected, nothing is protected.
  public func transmit(_ bytes: [UInt8]) async throws(CardError) -> ResponseAPDU {
    let isSecret = bytes.count > 5 && CardInstruction.carriesSecret(bytes[1])
    return try await exchange(isSecret: isSecret) { channel throws(CardError) in
      try await channel.transmit(bytes)
    }
  }

  private func exchange(
    isSecret: Bool, _ body: @Sendable (CardChannel) async throws(CardError) -> ResponseAPDU
  ) async throws(CardError) -> ResponseAPDU {
    let deadline = ContinuousClock.now + options.wait
    let isHeld = isHeldHere
    if !isHeld { try await takeTurn(until: deadline) }
    defer { if !isHeld { turns.give() } }
    if Task.isCancelled { throw .cancelledBeforeSending }
    let connection = try await ready(isTold: true, until: deadline)
    guard !isHeld, options.share == .shared else { return try await pass(isSecret, connection, body) }
    // Alone on a shared card: what belongs to one command is kept together.
    try await begin(connection, until: deadline)
    let result: Result<ResponseAPDU, CardError>
    do throws(CardError) {
      result = .success(try await pass(isSecret, connection, body))
    } catch {
      result = .failure(error)
    }
    // A connection that was taken away meanwhile has no transaction any more.
    if isCurrent(connection) {
      do throws(CardError) {
        try await telling(connection) { () async throws(CardError) in try await connection.link.end(.leave) }
      } catch {
        // The session says so from now on; what the card answered is worth more.
      }
    } else {
      await letGo(connection)
    }
    return try result.get()
  }

  /// An answer that came is given, whatever became of the session meanwhile.
  private func pass(
    _ isSecret: Bool, _ connection: Connection,
    _ body: @Sendable (CardChannel) async throws(CardError) -> ResponseAPDU
  ) async throws(CardError) -> ResponseAPDU {
    if isSecret { secretsOnTheWay += 1 }
    defer { if isSecret { secretsOnTheWay -= 1 } }
    let response: ResponseAPDU
    do throws(CardError) {
      response = try await body(connection.channel)
    } catch {
      // The card may have taken the PIN although its answer did not come.
      if isSecret, !error.nothingWasSent, connection.generation == generation { hasVerified = true }
      try lost(connection, after: error)
    }
    if isSecret, !response.status.isRefusal, connection.generation == generation { hasVerified = true }
    return response
  }

  /// Whether the card may know a PIN of this session's as verified.
  var mayBeVerified: Bool { hasVerified || secretsOnTheWay > 0 }

  /// Waits for this program's other tasks.
  func takeTurn(until deadline: ContinuousClock.Instant) async throws(CardError) {
    switch await turns.take(until: deadline) {
    case .mine: return
    case .cancelled: throw .cancelledBeforeSending
    case .late:
      throw CardError(
        .busy, place: reader, reason: "another task of this program works with the card.",
        remedy: "Try again once it is done. Nothing was sent.")
    }
  }

  // MARK: The state

  /// The open connection, or why there is none. For whoever has the turn.
  /// - Parameters:
  ///   - isTold: whether the caller's command is the one that says that the machine slept.
  ///   - deadline: how long it waits for another program's transaction, where the card is to be connected
  ///     anew.
  func ready(isTold: Bool, until deadline: ContinuousClock.Instant) async throws(CardError) -> Connection {
    await lookForSleep()
    if isTold, owesSleep {
      owesSleep = false
      // One whose session could not be opened again hears why; the others that it was.
      if case .over(let error) = state { throw error }
      throw .suspended(
        "the machine slept, and the card has lost its power. This command was not sent.",
        nothingWasSent: true)
    }
    switch state {
    case .open(let connection):
      if isHeldHere, let holder, holder.generation != generation {
        throw .suspended(
          "the session was suspended during the transaction, which is over by that.", nothingWasSent: true)
      }
      return isResetByUs ? try await connectedAnew(connection, until: deadline) : connection
    case .suspended:
      throw .suspended(
        reopeningFailure.map { "the card cannot be connected again yet: \($0.reason)" }
          ?? "the session is suspended.", nothingWasSent: true)
    case .over(let error): throw error
    }
  }

  /// Whether calls go to this connection still.
  func isCurrent(_ connection: Connection) -> Bool {
    if case .open(let now) = state { return now.generation == connection.generation }
    return false
  }

  /// Throws where the connection was taken away meanwhile.
  func check(_ connection: Connection) throws(CardError) {
    if case .over(let error) = state { throw error }
    guard isCurrent(connection) else {
      throw .suspended(
        "the session was suspended during the command; whether the card has done it is not known.")
    }
  }

  /// Says why a call has failed, and ends the session where nothing can go on.
  func lost(_ connection: Connection, after error: CardError) throws(CardError) -> Never {
    // Taken away meanwhile: that is why, whatever the call says.
    try check(connection)
    if error.endsSession { finish(error) }
    throw error
  }

  /// Ends what was begun on a connection that waits for ``close(_:)``: others need not wait for that too. One
  /// that is being closed is kept: nobody comes between it and the reset.
  func letGo(_ connection: Connection) async {
    guard case .over(let error) = state, error.code != .closed,
      leftover?.generation == connection.generation
    else { return }
    do throws(CardError) { try await connection.link.end(.leave) } catch {}
  }

  /// Runs a call on the card; an error that ends the session ends it. What comes after the connection was
  /// taken away counts as failed.
  func telling<Answer: Sendable>(
    _ connection: Connection, _ call: () async throws(CardError) -> Answer
  ) async throws(CardError) -> Answer {
    let answer: Answer
    do throws(CardError) {
      answer = try await call()
    } catch {
      try lost(connection, after: error)
    }
    try check(connection)
    return answer
  }

  func finish(_ error: CardError) {
    if case .over = state { return }
    if error.hasForgottenPINs {
      hasVerified = false
    } else if case .open(let connection) = state, error.code == .closed || mayBeVerified {
      leftover = connection
    }
    state = .over(error)
    reopening = nil
    watch?.cancel()
    tell(.ended(error))
    for subscriber in subscribers.values { subscriber.finish() }
    subscribers = [:]
  }
}

extension StatusWord {
  /// Whether a card that says so of a PIN has surely not taken it.
  fileprivate var isRefusal: Bool { kind == .checkingError || sw1 == 0x63 }
}

extension CardError {
  /// Whether the card has lost its state, or its power, by what the error tells.
  var hasForgottenPINs: Bool { [.cardWasReset, .cardMissing, .readerGone].contains(code) }

  static func suspended(_ reason: String, nothingWasSent: Bool = false) -> CardError {
    CardError(
      .suspended, place: "session", reason: reason,
      remedy: "Select and verify anew once the session has been resumed.", nothingWasSent: nothingWasSent)
  }
}
