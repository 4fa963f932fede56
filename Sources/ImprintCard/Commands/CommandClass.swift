// SPDX-License-Identifier: Apache-2.0

/// The class byte of a command, CLA: interindustry or proprietary, logical channel, secure messaging and
/// chaining.
/// - SeeAlso: ISO/IEC 7816-4:2020, 5.4.1.
public struct CommandClass: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The kind of class.
  public enum Kind: String, Sendable, Hashable {
    /// `000x xxxx`: first interindustry, channels 0 to 3.
    case first
    /// `01xx xxxx`: further interindustry, channels 4 to 19.
    case further
    /// `001x xxxx`: reserved for future use.
    case reserved
    /// `1xxx xxxx`: proprietary.
    case proprietary
    /// `FF`: for the reader, by PC/SC part 3; never reaches the card.
    case reader
  }

  /// The secure messaging of a command.
  public enum Protection: String, Sendable, Hashable {
    case unprotected
    /// Proprietary.
    case proprietary
    /// By the standard; the header is not authenticated.
    case standard
    /// By the standard; the header is authenticated.
    case authenticatedHeader = "authenticated-header"
  }

  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The interindustry class on channel 0, not protected, not chained.
  public static let plain = CommandClass(rawValue: 0x00)

  public var kind: Kind {
    switch rawValue {
    case 0x00...0x1F: .first
    case 0x20...0x3F: .reserved
    case 0x40...0x7F: .further
    case 0xFF: .reader
    default: .proprietary
    }
  }

  /// The logical channel; `nil` if the class has none by the standard.
  public var channel: Int? {
    switch kind {
    case .first: Int(rawValue & 0x03)
    case .further: Int(rawValue & 0x0F) + 4
    case .reserved, .proprietary, .reader: nil
    }
  }

  /// Whether another command of the same chain follows. The bit is the same in all classes; proprietary
  /// commands use it too.
  public var isChained: Bool { kind != .reader && kind != .reserved && rawValue & 0x10 != 0 }

  /// `nil` if the class does not encode it by the standard.
  public var protection: Protection? {
    switch kind {
    case .first:
      [Protection.unprotected, .proprietary, .standard, .authenticatedHeader][Int(rawValue >> 2 & 0x03)]
    case .further: rawValue & 0x20 == 0 ? Protection.unprotected : .standard
    case .reserved, .proprietary, .reader: nil
    }
  }

  /// This class on a logical channel, 0 to 19. A proprietary class allows 0 to 3, as on GlobalPlatform cards.
  /// - Throws: ``CardError`` `command`.
  public func onChannel(_ channel: Int) throws(CardError) -> CommandClass {
    switch (kind, channel) {
    case (.first, 0...3), (.further, 0...3):
      return Self.first(channel: channel, chained: isChained, protection: protection ?? .unprotected)
    case (.first, 4...19), (.further, 4...19):
      guard protection != .proprietary else {
        throw .command("channels 4 to 19 have no protection of the card's own.", place: "CLA \(self)")
      }
      return CommandClass(
        rawValue: 0x40 | (isChained ? 0x10 : 0) | (protection == Protection.unprotected ? 0 : 0x20)
          | UInt8(channel - 4))
    case (.proprietary, 0...3): return CommandClass(rawValue: rawValue & 0xFC | UInt8(channel))
    case (_, 0): return self
    default:
      throw .command(
        "this class has no logical channel \(channel); channels are 0 to 19.", place: "CLA \(self)")
    }
  }

  private static func first(channel: Int, chained: Bool, protection: Protection) -> CommandClass {
    let bits: UInt8 =
      switch protection {
      case .unprotected: 0x00
      case .proprietary: 0x04
      case .standard: 0x08
      case .authenticatedHeader: 0x0C
      }
    return CommandClass(rawValue: UInt8(channel) | (chained ? 0x10 : 0) | bits)
  }

  /// This class with or without the chaining bit.
  public func chained(_ goesOn: Bool) -> CommandClass {
    guard kind != .reader, kind != .reserved else { return self }
    return CommandClass(rawValue: goesOn ? rawValue | 0x10 : rawValue & ~0x10)
  }

  /// The class of GET RESPONSE for a command of this class: interindustry, on the same channel, neither
  /// protected nor chained. A reader's class is unchanged.
  var ofGetResponse: CommandClass {
    switch kind {
    case .first, .proprietary: CommandClass(rawValue: rawValue & 0x03)
    case .further: CommandClass(rawValue: 0x40 | rawValue & 0x0F)
    case .reserved: .plain
    case .reader: self
    }
  }

  /// This class with the standard's secure messaging bits, with authenticated header if the class can encode
  /// it. A proprietary class gets the bit commonly used, as in `84`.
  public var protected: CommandClass {
    switch kind {
    case .first: CommandClass(rawValue: rawValue | 0x0C)
    case .further: CommandClass(rawValue: rawValue | 0x20)
    case .proprietary: CommandClass(rawValue: rawValue | 0x04)
    case .reserved, .reader: self
    }
  }

  public var description: String { Hex.text([rawValue]) }
}
