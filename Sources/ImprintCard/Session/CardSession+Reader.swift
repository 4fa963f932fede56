// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// The card and its reader.
extension CardSession {
  /// Whether commands can be sent now.
  public var isOpen: Bool {
    if case .open = machine.state { return true }
    return false
  }

  /// The state of the connection: the card's state, protocol and ATR.
  public func status() async throws(CardError) -> CardStatus {
    try await answer(to: .inquiry) { connection throws(CardError) in try await connection.link.status() }
  }

  /// Protects each command with secure messaging from now on; `nil` ends it. Suspending, resetting and
  /// reopening end it too.
  public func use(_ secureMessaging: (any SecureMessaging)?) async throws(CardError) {
    try await answer(to: .inquiry) { connection throws(CardError) in
      await connection.channel.use(secureMessaging)
    }
  }

  /// Merges further capabilities, such as those in EF.ATR, with those of the ATR. A session does not read
  /// EF.ATR by itself, as that changes the selection; ``CardInformation/read(from:)`` does.
  ///
  /// Persists over ``reset(_:)``, ``resume()`` and suspend, as long as the card has the same ATR.
  public func know(_ capabilities: CardCapabilities) async throws(CardError) {
    // The current channel, whatever another task does to the connection before or after.
    let atr = try await answer(to: .inquiry) { connection throws(CardError) in
      let atr = try await connection.link.status().atr
      await connection.channel.know(capabilities)
      return atr
    }
    let all = known.flatMap { $0.atr == atr ? $0.capabilities : nil } ?? .unknown
    known = (atr, all.adding(capabilities))
  }

  /// Resets the card, which other programs' sessions see as `card-was-reset`. Selections and PIN
  /// verifications are lost.
  /// - Parameter disposition: `reset` is warm, `unpower` cold.
  /// - Throws: ``CardError`` `command` within a transaction, and for `leave`, which resets nothing.
  public func reset(_ disposition: CardDisposition = .reset) async throws(CardError) {
    if let failure = await carryOut(.reset(disposition)) { throw failure }
  }

  /// Sends a reader-specific control code.
  /// - Parameter verifies: whether a PIN may be verified by it, such as one entered at the reader: then the
  ///   card is reset when the session ends.
  /// - Throws: ``CardError`` `unsupported` if the reader has no such code or attribute.
  public func control(
    _ code: UInt32, _ input: [UInt8] = [], verifies: Bool = true
  ) async throws(CardError) -> [UInt8] {
    try await answer(to: verifies ? .control : .inquiry) { connection throws(CardError) in
      try await connection.link.control(code, input)
    }
  }

  /// An attribute of the reader.
  /// - Throws: ``CardError`` `unsupported` if the reader has no such code or attribute.
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
