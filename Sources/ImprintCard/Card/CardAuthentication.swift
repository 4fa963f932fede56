// SPDX-License-Identifier: Apache-2.0

/// A card's verdict on a PIN: a result, not an error.
public enum PINOutcome: Sendable, Hashable {
  case verified
  /// The remaining tries, 0...15; `nil` if unknown. At 0 it is blocked.
  case wrong(triesLeft: Int?)
  /// Blocked by too many wrong tries before: not compared.
  case blocked
}

/// The state of a PIN, without presenting one.
public enum PINState: Sendable, Hashable {
  /// It was verified since power-up, or none is needed.
  case verified
  case notVerified(triesLeft: Int?)
  case blocked
}

/// PINs, challenges and keys.
///
/// `reference` selects the PIN or key: bit 8 set for one of the selected application (`81`), clear for one of
/// the whole card (`01`).
/// - SeeAlso: ISO/IEC 7816-4:2020, 11.6.
extension CardCommanding {
  /// Verifies a PIN. Never retried: a card counts tries.
  /// - Throws: ``CardError`` `refused` for any other outcome.
  public func verify(_ pin: CardPIN, reference: UInt8 = 0x81) async throws(CardError) -> PINOutcome {
    try await pinOutcome(CommandAPDU(ins: CardInstruction.verify, p2: reference, data: pin.bytes))
  }

  /// Queries the state of a PIN, without using up a try.
  public func pinState(reference: UInt8 = 0x81) async throws(CardError) -> PINState {
    switch try await pinOutcome(CommandAPDU(ins: CardInstruction.verify, p2: reference)) {
    case .verified: .verified
    case .wrong(let left): left == 0 ? .blocked : .notVerified(triesLeft: left)
    case .blocked: .blocked
    }
  }

  /// Changes a PIN. A wrong outcome refers to the old one.
  public func changePIN(
    from old: CardPIN, to new: CardPIN, reference: UInt8 = 0x81
  ) async throws(CardError) -> PINOutcome {
    try await pinOutcome(
      CommandAPDU(ins: CardInstruction.changeReferenceData, p2: reference, data: old.bytes + new.bytes))
  }

  /// Unblocks a PIN and sets a new one. A wrong outcome refers to the unblocking code.
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
    // Queried without a PIN, some cards return "security status not satisfied".
    case .securityNotSatisfied where command.data.isEmpty: return .wrong(triesLeft: nil)
    default: throw .refused(status, by: command)
    }
  }

  /// Random bytes from the card.
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

  /// Makes the card prove possession of a key.
  /// - Parameters:
  ///   - algorithm: P1; 0 if known to the card.
  ///   - challenge: 1 to 65,535 bytes that have not been used before.
  /// - Returns: the card's proof, to be verified by the caller.
  public func internalAuthenticate(
    challenge: [UInt8], algorithm: UInt8 = 0, reference: UInt8 = 0
  ) async throws(CardError) -> [UInt8] {
    try await perform(
      CommandAPDU(
        ins: CardInstruction.internalAuthenticate, p1: algorithm, p2: reference, data: challenge,
        expected: 256))
  }

  /// Proves possession of a key to the card. Never retried: cards count tries of keys too.
  /// - Parameter proof: the response to the card's challenge.
  public func externalAuthenticate(
    proof: [UInt8], algorithm: UInt8 = 0, reference: UInt8 = 0
  ) async throws(CardError) -> PINOutcome {
    try await pinOutcome(
      CommandAPDU(ins: CardInstruction.externalAuthenticate, p1: algorithm, p2: reference, data: proof))
  }

  /// A data object of the selected application, by its tag.
  /// - Returns: the bytes as returned by the card: some return only the value.
  /// - Throws: ``CardError`` `refused`, with status `6A88` if there is none; `command` for a tag of three
  ///   bytes, which does not fit this form of the command.
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
