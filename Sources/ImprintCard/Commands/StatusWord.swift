// SPDX-License-Identifier: Apache-2.0

/// The outcome of a command: two bytes, SW1 and SW2.
/// - SeeAlso: ISO/IEC 7816-4:2020, 5.6.
public struct StatusWord: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The standard's classes of outcomes.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// `9000`, `61XX`: executed.
    case normal
    /// `62XX`, `63XX`: executed, with a warning. A wrong PIN is one of these.
    case warning
    /// `64XX` to `66XX`: execution failed.
    case executionError = "execution-error"
    /// `67XX` to `6FXX`: refused, not executed.
    case checkingError = "checking-error"
    /// `9XXX`, other than `9000`: proprietary.
    case proprietary
    /// Invalid by the standard.
    case invalid
  }

  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public init(_ sw1: UInt8, _ sw2: UInt8) { rawValue = UInt16(sw1) << 8 | UInt16(sw2) }

  public static let done = StatusWord(rawValue: 0x9000)
  public static let endOfFile = StatusWord(rawValue: 0x6282)
  public static let authenticationBlocked = StatusWord(rawValue: 0x6983)
  public static let securityNotSatisfied = StatusWord(rawValue: 0x6982)
  public static let fileNotFound = StatusWord(rawValue: 0x6A82)
  public static let recordNotFound = StatusWord(rawValue: 0x6A83)
  public static let wrongLength = StatusWord(rawValue: 0x6700)
  public static let wrongParameters = StatusWord(rawValue: 0x6A86)
  public static let wrongOffset = StatusWord(rawValue: 0x6B00)

  public var sw1: UInt8 { UInt8(rawValue >> 8) }
  public var sw2: UInt8 { UInt8(rawValue & 0xFF) }

  public var kind: Kind {
    switch rawValue {
    case 0x9000, 0x6100...0x61FF: .normal
    case 0x6200...0x63FF: .warning
    case 0x6400...0x66FF: .executionError
    case 0x6700...0x6FFF: .checkingError
    case 0x9001...0x9FFF: .proprietary
    default: .invalid
    }
  }

  /// Whether the command was executed without a warning.
  public var isDone: Bool { kind == .normal }

  /// Of `61XX`: the number of bytes available by GET RESPONSE, 1...256; 256 may be more.
  public var waiting: Int? {
    guard sw1 == 0x61 else { return nil }
    return sw2 == 0 ? 256 : Int(sw2)
  }

  /// Of `6CXX`: the correct expected length, 1...256. The command was not executed.
  public var exactLength: Int? {
    guard sw1 == 0x6C else { return nil }
    return sw2 == 0 ? 256 : Int(sw2)
  }

  /// Of `63CX`: the remaining tries, 0...15.
  public var triesLeft: Int? {
    guard rawValue & 0xFFF0 == 0x63C0 else { return nil }
    return Int(rawValue & 0x0F)
  }

  /// Four hexadecimal digits, such as `9000`.
  public var description: String { Hex.text([sw1, sw2]) }
}
