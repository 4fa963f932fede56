// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime
internal import ImprintThreads

/// A session with a card, from connecting to closing.
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
/// Calls are serialized, and each command with its exchanges is a transaction of its own on a shared card, so
/// that other programs cannot interleave. **What is lost stays lost**: once another program has reset the
/// card, every call throws `card-was-reset`; there is no implicit reconnection, and no command is resent.
/// Open a new session, and verify again.
public actor CardSession: CardCommanding {
  /// The reader's locator.
  public nonisolated let reader: String
  public nonisolated let options: CardSessionOptions

  /// A link and its channel.
  struct Connection: Sendable {
    let link: any CardLink
    let channel: CardChannel
  }

  typealias Machine = CardSessionMachine<Connection>

  /// The transactions a task works in, of this session and of others.
  @TaskLocal static var transactions: Set<Transaction> = []

  struct Transaction: Sendable, Hashable {
    let session: ObjectIdentifier
    let number: Int
  }

  var machine: Machine
  let turns = TurnQueue()
  var sleep: SleepWatch
  /// The change in progress: its failure, if any.
  var change: Task<CardError?, Never>?
  /// The capabilities set by the application, for the same card.
  var known: (atr: [UInt8], capabilities: CardCapabilities)?
  var subscribers: [Int: AsyncStream<CardSessionEvent>.Continuation] = [:]
  var subscriptions = 0
  var watch: Task<Void, Never>?
  let connect: @Sendable () async throws(CardError) -> any CardLink

  init(
    reader: String, options: CardSessionOptions, clock: any SleepClock,
    connect: @escaping @Sendable () async throws(CardError) -> any CardLink
  ) async throws(CardError) {
    self.reader = reader
    self.options = options
    self.connect = connect
    sleep = SleepWatch(clock)
    let connection = await Self.connection(over: try await connect(), options, known: nil)
    machine = Machine(reader: reader, options: options, connection)
  }

  deinit {
    watch?.cancel()
    for subscriber in subscribers.values { subscriber.finish() }
  }

  /// With a channel that has the capabilities of the card's ATR, and those set by the application.
  static func connection(
    over link: any CardLink, _ options: CardSessionOptions,
    known: (atr: [UInt8], capabilities: CardCapabilities)?
  ) async -> Connection {
    // A card with an unreadable ATR declares nothing.
    let bytes = (try? await link.status())?.atr ?? []
    let said = (try? ATR(bytes))?.historical.capabilities ?? .unknown
    // There may be another card after a suspend.
    let all = known.flatMap { $0.atr == bytes ? said.adding($0.capabilities) : nil } ?? said
    let channel = CardChannel(over: link, capabilities: all, longCommands: options.longCommands)
    return Connection(link: link, channel: channel)
  }

  // MARK: Commands

  public func send(_ command: CommandAPDU) async throws(CardError) -> ResponseAPDU {
    try await send(command, as: .short)
  }

  /// Sends a command in that form: `extended` even if the short one would suffice.
  /// - Throws: ``CardError`` `command` for the long form over T=0.
  public func send(
    _ command: CommandAPDU, as form: CommandAPDU.Form
  ) async throws(CardError) -> ResponseAPDU {
    try await response(isSecret: command.carriesSecret) { channel throws(CardError) in
      try await channel.send(command, as: form)
    }
  }

  /// Sends raw bytes once: without GET RESPONSE, length correction or protection.
  public func transmit(_ bytes: [UInt8]) async throws(CardError) -> ResponseAPDU {
    let isSecret = bytes.count > 5 && CardInstruction.carriesSecret(bytes[1])
    return try await response(isSecret: isSecret) { channel throws(CardError) in
      try await channel.transmit(bytes)
    }
  }

  private func response(
    isSecret: Bool, _ send: (CardChannel) async throws(CardError) -> ResponseAPDU
  ) async throws(CardError) -> ResponseAPDU {
    try await answer(to: .command(isSecret: isSecret), status: { $0.status }) {
      connection throws(CardError) in
      try await send(connection.channel)
    }
  }
}
