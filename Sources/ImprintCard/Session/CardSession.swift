// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

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

  var state: State
  let connect: @Sendable () async throws(CardError) -> any CardLink
  let turns = TurnQueue()
  var holder: Holder?
  var transactions = 0
  /// Rises with each connection, so that a transaction never goes on over another one.
  var generation = 0
  var sleep: SleepWatch
  /// The machine slept and nobody was told by an error yet.
  var owesSleep = false
  var isResuming = false
  var hasVerified = false
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
    state = .open(link, await Self.channel(over: link, options))
  }

  deinit {
    watch?.cancel()
    for subscriber in subscribers.values { subscriber.finish() }
  }

  /// A channel that knows what the card says in its ATR.
  static func channel(over link: any CardLink, _ options: CardSessionOptions) async -> CardChannel {
    // A card whose ATR cannot be read is one that says nothing.
    let atr = (try? await link.status()).flatMap { try? ATR($0.atr) }
    return CardChannel(
      over: link, capabilities: atr?.historical.capabilities ?? .unknown,
      longCommands: options.longCommands)
  }

  // MARK: Commands

  public func send(_ command: CommandAPDU) async throws(CardError) -> ResponseAPDU {
    let isHeld = isHeldHere
    if !isHeld { await turns.take() }
    defer { if !isHeld { turns.give() } }
    if Task.isCancelled { throw .cancelledBeforeSending }
    let (link, channel) = try await ready()
    guard !isHeld, options.share == .shared else {
      return try await telling { () async throws(CardError) in try await self.pass(command, channel)
      }
    }
    // Alone on a shared card: what belongs to one command is kept together.
    try await begin(link, timeout: options.wait)
    let result = await outcome { () async throws(CardError) in try await self.pass(command, channel)
    }
    _ = await outcome { () async throws(CardError) in try await link.end(.leave) }
    return try result.get()
  }

  func pass(_ command: CommandAPDU, _ channel: CardChannel) async throws(CardError) -> ResponseAPDU {
    let response = try await channel.send(command)
    if CardInstruction.carriesSecret(command.ins), !command.data.isEmpty, response.status == .done {
      hasVerified = true
    }
    return response
  }

  // MARK: The state

  /// The open connection, or why there is none.
  func ready() async throws(CardError) -> (any CardLink, CardChannel) {
    await lookForSleep()
    if owesSleep {
      owesSleep = false
      // One whose session could not be opened again hears why; the others that it was.
      if case .over(let error) = state { throw error }
      throw .suspended(
        "the machine slept, and the card has lost its power. This command was not sent.")
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
  func telling<Answer: Sendable>(
    _ call: () async throws(CardError) -> Answer
  ) async throws(CardError) -> Answer {
    let started = generation
    do throws(CardError) {
      return try await call()
    } catch {
      // The connection was taken away meanwhile: that is why, whatever the call says.
      guard started == generation else {
        throw .suspended(
          "the session was suspended during the command; whether the card has done it is not known."
        )
      }
      if error.endsSession { finish(error) }
      throw error
    }
  }

  func outcome<Answer: Sendable>(
    _ call: () async throws(CardError) -> Answer
  ) async -> Result<Answer, CardError> {
    do throws(CardError) { return .success(try await telling(call)) } catch {
      return .failure(error)
    }
  }

  func finish(_ error: CardError) {
    if case .over = state { return }
    state = .over(error)
    watch?.cancel()
    tell(.ended(error))
    for subscriber in subscribers.values { subscriber.finish() }
    subscribers = [:]
  }
}

extension CardError {
  static func suspended(_ reason: String) -> CardError {
    CardError(
      .suspended, place: "session", reason: reason,
      remedy: "Select and verify anew once the session has been resumed.")
  }
}
