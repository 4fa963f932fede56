// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// The card and its reader.
extension CardSession {
  /// Whether commands can be sent now.
  public var isOpen: Bool {
    if case .open = machine.state { return true }
    return false
  }

  /// What the connection is: the card's state, protocol and ATR.
  public func status() async throws(CardError) -> CardStatus {
    try await answer(to: .inquiry) { connection throws(CardError) in try await connection.link.status() }
  }

  /// Protects each command from now on; `nil` ends it. Suspending, resetting and reopening end it too.
  public func use(_ secureMessaging: (any SecureMessaging)?) async throws(CardError) {
    try await answer(to: .inquiry) { connection throws(CardError) in
      await connection.channel.use(secureMessaging)
    }
  }

  /// Takes over what the card says of itself in EF.ATR, say, on top of what its ATR says. A session does not
  /// read EF.ATR by itself, as that changes what is selected; ``CardInformation/read(from:)`` does.
  ///
  /// It is kept over ``reset(_:)``, ``resume()`` and the machine's sleep, as long as the card has the same
  /// ATR.
  public func know(_ capabilities: CardCapabilities) async throws(CardError) {
    // The channel of now, whatever another task does to the connection before or after.
    let atr = try await answer(to: .inquiry) { connection throws(CardError) in
      let atr = try await connection.link.status().atr
      await connection.channel.know(capabilities)
      return atr
    }
    let all = known.flatMap { $0.atr == atr ? $0.capabilities : nil } ?? .unknown
    known = (atr, all.adding(capabilities))
  }

  /// Resets the card, which other programs' sessions hear as `card-was-reset`. Nothing is selected or
  /// verified then.
  /// - Parameter disposition: `reset` is warm, `unpower` cold.
  /// - Throws: ``CardError`` `command` within a transaction, and for `leave`, which resets nothing.
  public func reset(_ disposition: CardDisposition = .reset) async throws(CardError) {
    if let failure = await carryOut(.reset(disposition)) { throw failure }
  }

  /// Sends a control code of the reader's own.
  /// - Parameter verifies: whether the card may know a PIN after it, as one that was typed at the reader: the
  ///   card is reset then when the session ends.
  /// - Throws: ``CardError`` `unsupported` where the reader has none such.
  public func control(
    _ code: UInt32, _ input: [UInt8] = [], verifies: Bool = true
  ) async throws(CardError) -> [UInt8] {
    try await answer(to: verifies ? .control : .inquiry) { connection throws(CardError) in
      try await connection.link.control(code, input)
    }
  }

  /// An attribute of the reader.
  /// - Throws: ``CardError`` `unsupported` where the reader has none such.
  public func attribute(_ attribute: ReaderAttribute) async throws(CardError) -> [UInt8] {
    try await answer(to: .inquiry) { connection throws(CardError) in
      try await connection.link.attribute(attribute.rawValue)
    }
  }

  /// Writes an attribute of the reader.
  public func setAttribute(_ attribute: ReaderAttribute, to value: [UInt8]) async throws(CardError) {
    try await answer(to: .inquiry) { connection throws(CardError) in
      try await connection.link.setAttribute(attribute.rawValue, to: value)
    }
  }
}
