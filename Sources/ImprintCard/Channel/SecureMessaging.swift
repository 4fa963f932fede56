// SPDX-License-Identifier: Apache-2.0

/// Protects commands and opens responses: encryption and checksums between application and card.
///
/// A value with its counters; ``CardChannel`` keeps it and calls it once for each command, in order. Keys and
/// key agreement are up to the implementation. It may be the standard's secure messaging or a proprietary
/// one.
/// - SeeAlso: ISO/IEC 7816-4:2020, 10.
public protocol SecureMessaging: Sendable {
  /// Protects a command. Lengths may grow: the channel decides afterwards on extended length or chaining.
  /// - Throws: ``CardError``; nothing is sent then.
  mutating func protect(_ command: CommandAPDU) throws(CardError) -> CommandAPDU

  /// Verifies the whole response, and unwraps it.
  /// - Throws: ``CardError`` `response` if a checksum is wrong or missing. The channel then stops using this
  ///   protection, and sends nothing unprotected instead.
  mutating func open(_ response: ResponseAPDU) throws(CardError) -> ResponseAPDU
}
