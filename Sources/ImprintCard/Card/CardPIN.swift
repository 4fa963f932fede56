// SPDX-License-Identifier: Apache-2.0

/// A PIN, or an unblocking code, in a card's encoding.
///
/// Redacted: no description, error or log shows it or its length. Keep its lifetime short: memory of Swift
/// arrays is not wiped.
public struct CardPIN: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The encoding. See the card's documentation.
  public enum Form: Sendable, Hashable {
    /// One byte per character, unpadded.
    case text
    /// One byte per character, padded: PIV has eight bytes padded with `FF`.
    case padded(length: Int, with: UInt8)
    /// Two digits per byte, padded with `F`.
    case packed(length: Int)
    /// ISO 9564-1, format 2: `2`, the number of digits, the digits, padded with `F`; eight bytes. 4 to 12
    /// digits.
    case iso9564
  }

  let bytes: [UInt8]

  /// - Throws: ``CardError`` `command`: an invalid character, or too many. The error states the rule, never
  ///   the input.
  public init(_ digits: String, _ form: Form = .text) throws(CardError) {
    let characters = Array(digits.utf8)
    guard !characters.isEmpty, characters.count <= 255 else {
      throw Self.refused("a PIN has 1 to 255 characters.")
    }
    switch form {
    case .text: bytes = characters
    case .padded(let length, let filler):
      guard characters.count <= length, length <= 255 else {
        throw Self.refused("it is longer than the \(length) bytes of its form.")
      }
      bytes = characters + Array(repeating: filler, count: length - characters.count)
    case .packed(let length):
      let digits = try Self.digits(characters)
      guard digits.count <= length * 2, length <= 255 else {
        throw Self.refused("it is longer than the \(length * 2) digits of its form.")
      }
      bytes = Self.pack(digits, length: length)
    case .iso9564:
      let digits = try Self.digits(characters)
      guard (4...12).contains(digits.count) else { throw Self.refused("this form has 4 to 12 digits.") }
      bytes = Self.pack([2, UInt8(digits.count)] + digits, length: 8)
    }
  }

  /// Bytes already in the card's encoding, 1 to 255.
  public init(bytes: [UInt8]) throws(CardError) {
    guard (1...255).contains(bytes.count) else { throw Self.refused("a PIN has 1 to 255 bytes.") }
    self.bytes = bytes
  }

  private static func digits(_ characters: [UInt8]) throws(CardError) -> [UInt8] {
    guard characters.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw refused("this form has digits alone.")
    }
    return characters.map { $0 - 0x30 }
  }

  private static func pack(_ nibbles: [UInt8], length: Int) -> [UInt8] {
    (0..<length).map { index in
      let high = index * 2 < nibbles.count ? nibbles[index * 2] : 0xF
      let low = index * 2 + 1 < nibbles.count ? nibbles[index * 2 + 1] : 0xF
      return high << 4 | low
    }
  }

  private static func refused(_ reason: String) -> CardError { .command(reason, place: "PIN") }

  public var description: String { "CardPIN(<redacted>)" }
  public var debugDescription: String { description }
  /// Empty: `dump` shows no bytes either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
