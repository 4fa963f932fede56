// SPDX-License-Identifier: Apache-2.0

/// Protects commands and opens responses: encryption and checksums between application and card.
///
/// A value with its counters; ``CardChannel`` keeps it and calls it once for each command, in order. Keys and
/// how they were agreed are its own. It may be the standard's secure messaging or a card's own.
/// - SeeAlso: ISO/IEC 7816-4:2020, 10.
public protocol SecureMessaging: Sendable {
  /// Makes the command that is sent. Lengths may grow: the channel decides afterwards on long form or
  /// chaining.
  /// - Throws: ``CardError``; nothing is sent then.
  mutating func protect(_ command: CommandAPDU) throws(CardError) -> CommandAPDU

  /// Checks the whole response, and makes it what the card said.
  /// - Throws: ``CardError`` `response` where a checksum is wrong or missing. The channel uses this
  ///   protection no more, and sends nothing unprotected in its place.
  mutating func open(_ response: ResponseAPDU) throws(CardError) -> ResponseAPDU
}
