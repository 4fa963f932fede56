// SPDX-License-Identifier: Apache-2.0

/// What a card says to a PIN: a verdict, not an error.
public enum PINOutcome: Sendable, Hashable {
  case verified
  /// The tries that are left, 0...15; `nil` where the card does not say. At 0 it is blocked.
  case wrong(triesLeft: Int?)
  /// There were too many wrong tries before: nothing was compared.
  case blocked
}

/// What a card says of a PIN that nobody has offered.
public enum PINState: Sendable, Hashable {
  /// It was verified since the card had power, or none is needed.
  case verified
  case notVerified(triesLeft: Int?)
  case blocked
}

/// PINs, challenges and keys.
///
/// `reference` says which PIN or key: bit 8 set for one of the selected application (`81`), clear for one of
/// the whole card (`01`).
/// - SeeAlso: ISO/IEC 7816-4:2020, 11.6.
extension CardCommanding {
  /// Verifies a PIN. Sent once: a card counts tries.
  /// - Throws: ``CardError`` `refused` for what is neither right, wrong nor blocked.
  public func verify(_ pin: CardPIN, reference: UInt8 = 0x81) async throws(CardError) -> PINOutcome {
    try await pinOutcome(CommandAPDU(ins: CardInstruction.verify, p2: reference, data: pin.bytes))
  }

  /// Asks how a PIN stands, and uses up no try.
  public func pinState(reference: UInt8 = 0x81) async throws(CardError) -> PINState {
    switch try await pinOutcome(CommandAPDU(ins: CardInstruction.verify, p2: reference)) {
    case .verified: .verified
    case .wrong(let left): left == 0 ? .blocked : .notVerified(triesLeft: left)
    case .blocked: .blocked
    }
  }

  /// Changes a PIN. Wrong is the old one.
  public func changePIN(
    from old: CardPIN, to new: CardPIN, reference: UInt8 = 0x81
  ) async throws(CardError) -> PINOutcome {
    try await pinOutcome(
      CommandAPDU(ins: CardInstruction.changeReferenceData, p2: reference, data: old.bytes + new.bytes))
  }

  /// Unblocks a PIN and sets a new one. Wrong is the unblocking code.
  public func unblockPIN(
    with code: CardPIN, new: CardPIN, reference: UInt8 = 0x81
  ) async throws(CardError) -> PINOutcome {
    try await pinOutcome(
      CommandAPDU(ins: CardInstruction.resetRetryCounter, p2: reference, data: code.bytes + new.bytes))
  }

  private func pinOutcome(_ command: CommandAPDU) async throws(CardError) -> PINOutcome {
    let status = try await send(command).status
    switch status {
    case .done: return .verified
    case .authenticationBlocked: return .blocked
    case _ where status.triesLeft != nil: return .wrong(triesLeft: status.triesLeft)
    case _ where status.rawValue == 0x6300: return .wrong(triesLeft: nil)
    // Asked without a PIN, some cards say that the right was not shown.
    case .securityNotSatisfied where command.data.isEmpty: return .wrong(triesLeft: nil)
    default: throw .refused(status, by: command)
    }
  }

  /// Random bytes of the card's.
  /// - Parameter count: 1...256.
  public func getChallenge(_ count: Int = 8) async throws(CardError) -> [UInt8] {
    guard (1...256).contains(count) else {
      throw .command("a challenge has 1 to 256 bytes.", place: "GET CHALLENGE")
    }
    let bytes = try await perform(CommandAPDU(ins: CardInstruction.getChallenge, expected: count))
    guard bytes.count == count else {
      throw .response(
        "it gives \(bytes.count) random bytes, and \(count) were expected.", place: "GET CHALLENGE")
    }
    return bytes
  }

  /// Has the card prove that it knows a key.
  /// - Parameters:
  ///   - algorithm: P1; 0 where the card knows it.
  ///   - challenge: 1 to 65,535 bytes that have not been used before.
  /// - Returns: the card's proof. The caller checks it.
  public func internalAuthenticate(
    challenge: [UInt8], algorithm: UInt8 = 0, reference: UInt8 = 0
  ) async throws(CardError) -> [UInt8] {
    try await perform(
      CommandAPDU(
        ins: CardInstruction.internalAuthenticate, p1: algorithm, p2: reference, data: challenge,
        expected: 256))
  }

  /// Proves to the card that the application knows a key. Sent once: cards count tries of keys too.
  /// - Parameter proof: what is made of the card's challenge.
  public func externalAuthenticate(
    proof: [UInt8], algorithm: UInt8 = 0, reference: UInt8 = 0
  ) async throws(CardError) -> PINOutcome {
    try await pinOutcome(
      CommandAPDU(ins: CardInstruction.externalAuthenticate, p1: algorithm, p2: reference, data: proof))
  }

  /// A data object of the selected application, by its tag.
  /// - Returns: the bytes as the card gives them: some cards give the value alone.
  /// - Throws: ``CardError`` `refused`, with status `6A88` where there is none; `command` for a tag of three
  ///   bytes, which this form of the command has no room for.
  public func getData(_ tag: BERTag) async throws(CardError) -> [UInt8] {
    let bytes = tag.bytes
    guard bytes.count <= 2 else {
      throw .command("a tag of three bytes does not fit P1 and P2.", place: "GET DATA")
    }
    return try await perform(
      CommandAPDU(
        ins: CardInstruction.getData, p1: bytes.count == 2 ? bytes[0] : 0, p2: bytes[bytes.count - 1],
        expected: 256))
  }
}
