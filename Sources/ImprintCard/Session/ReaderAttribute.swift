// SPDX-License-Identifier: Apache-2.0

/// An attribute of a reader.
/// - SeeAlso: PC/SC part 3, revision 2.01.09, appendix A.
public struct ReaderAttribute: RawRepresentable, Sendable, Hashable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Text.
  public static let vendorName = ReaderAttribute(rawValue: 0x10100)
  /// Text.
  public static let vendorType = ReaderAttribute(rawValue: 0x10101)
  /// Four bytes, little-endian: build, minor, major.
  public static let vendorVersion = ReaderAttribute(rawValue: 0x10102)
  /// Text.
  public static let serialNumber = ReaderAttribute(rawValue: 0x10103)
  /// Four bytes, little-endian: `DDDDCCCC`, connection type and number.
  public static let channel = ReaderAttribute(rawValue: 0x20110)
  public static let asynchronousProtocols = ReaderAttribute(rawValue: 0x30120)
  public static let defaultClock = ReaderAttribute(rawValue: 0x30121)
  public static let highestClock = ReaderAttribute(rawValue: 0x30122)
  public static let defaultRate = ReaderAttribute(rawValue: 0x30123)
  public static let highestRate = ReaderAttribute(rawValue: 0x30124)
  public static let largestBlock = ReaderAttribute(rawValue: 0x30125)
  /// One byte: the presence of a card in the reader.
  public static let cardPresence = ReaderAttribute(rawValue: 0x90300)
  /// One byte: whether its contacts are used.
  public static let cardInterface = ReaderAttribute(rawValue: 0x90301)
  /// The card's answer to reset.
  public static let answerToReset = ReaderAttribute(rawValue: 0x90303)
  /// Text, for people.
  public static let friendlyName = ReaderAttribute(rawValue: 0x7FFF_0003)
  /// Text: the system's name for it.
  public static let systemName = ReaderAttribute(rawValue: 0x7FFF_0004)

  /// Those shown in a reader's description, with their names.
  public static let described: [(name: String, attribute: ReaderAttribute, isText: Bool)] = [
    ("vendor", .vendorName, true), ("type", .vendorType, true), ("version", .vendorVersion, false),
    ("serial number", .serialNumber, true), ("channel", .channel, false),
    ("protocols", .asynchronousProtocols, false), ("default clock", .defaultClock, false),
    ("highest clock", .highestClock, false), ("default rate", .defaultRate, false),
    ("highest rate", .highestRate, false), ("largest block", .largestBlock, false),
  ]
}
