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

  /// A link, and how to speak over it.
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
  /// What goes on for the session: why it was not done.
  var change: Task<CardError?, Never>?
  /// What the application has said of the card, which is to be the same one.
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

  /// With a channel that knows what the card says in its ATR, and what the application has said of this card.
  static func connection(
    over link: any CardLink, _ options: CardSessionOptions,
    known: (atr: [UInt8], capabilities: CardCapabilities)?
  ) async -> Connection {
    // A card whose ATR cannot be read is one that says nothing.
    let bytes = (try? await link.status())?.atr ?? []
    let said = (try? ATR(bytes))?.historical.capabilities ?? .unknown
    // Another card may be there after a suspension.
    let all = known.flatMap { $0.atr == bytes ? said.adding($0.capabilities) : nil } ?? said
    let channel = CardChannel(over: link, capabilities: all, longCommands: options.longCommands)
    return Connection(link: link, channel: channel)
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
    try await response(isSecret: command.carriesSecret) { channel throws(CardError) in
      try await channel.send(command, as: form)
    }
  }

  /// Sends these bytes once, as they are: nothing is fetched, no length is corrected, nothing is protected.
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
