// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// The card and its reader.
extension CardSession {
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
    try await telling { () async throws(CardError) in
      try await link.reconnect(connection, after: disposition)
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
    return try await telling { () async throws(CardError) in
      try await link.attribute(attribute.rawValue)
    }
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
    finish(
      CardError(
        .closed, place: reader, reason: "the session was closed.", remedy: "Open a new one."))
    guard case .open(let link, _) = last else { return }
    do throws(CardError) {
      try await link.disconnect(disposition ?? (hasVerified ? .reset : .leave))
    } catch {
    }
  }
}
