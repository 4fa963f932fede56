// SPDX-License-Identifier: Apache-2.0

/// The two bytes that end a response: ISO/IEC 7816-4:2020, 5.6.
struct StatusWord: Error, Hashable {
  let value: UInt16

  init(_ value: UInt16) { self.value = value }

  var bytes: [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }

  static let ok = StatusWord(0x9000)
  static let endOfFile = StatusWord(0x6282)
  static let memoryFailed = StatusWord(0x6581)
  static let wrongLength = StatusWord(0x6700)
  static let noLogicalChannels = StatusWord(0x6881)
  static let noSecureMessaging = StatusWord(0x6882)
  static let endOfChainExpected = StatusWord(0x6883)
  static let notAllowed = StatusWord(0x6982)
  static let blocked = StatusWord(0x6983)
  static let noReferenceData = StatusWord(0x6984)
  static let noCurrentFile = StatusWord(0x6986)
  static let wrongData = StatusWord(0x6A80)
  static let notFound = StatusWord(0x6A82)
  static let noRoom = StatusWord(0x6A84)
  static let wrongParameters = StatusWord(0x6A86)
  static let noSuchReference = StatusWord(0x6A88)
  static let outsideFile = StatusWord(0x6B00)
  static let unknownCommand = StatusWord(0x6D00)
  static let unknownClass = StatusWord(0x6E00)

  /// So many more bytes are available; 0 means 256 or more.
  static func more(_ count: Int) -> StatusWord { StatusWord(0x6100 | UInt16(count < 256 ? count : 0)) }

  /// The command must be resent with this length; 0 means 256.
  static func exactLength(_ count: Int) -> StatusWord { StatusWord(0x6C00 | UInt16(count < 256 ? count : 0)) }

  /// The remaining tries.
  static func triesLeft(_ count: Int) -> StatusWord { StatusWord(0x63C0 | UInt16(min(max(count, 0), 15))) }
}
