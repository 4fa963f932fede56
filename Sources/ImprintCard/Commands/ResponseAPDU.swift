// SPDX-License-Identifier: Apache-2.0

/// A card's response: data and a status word.
///
/// Redacted: its description never shows the data.
public struct ResponseAPDU: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// 0...65,536 bytes.
  public let data: [UInt8]
  public let status: StatusWord

  /// The most bytes of data.
  public static let mostData = 65_536

  public init(data: [UInt8] = [], status: StatusWord) {
    self.data = data
    self.status = status
  }

  /// Splits off the status word.
  /// - Throws: ``CardError`` `response`: fewer than two bytes, more than 65,538, or an invalid status word.
  public init(parsing bytes: [UInt8], place: String = "card") throws(CardError) {
    guard bytes.count >= 2 else {
      throw .response("it answers \(bytes.count) bytes, and a status word alone has two.", place: place)
    }
    guard bytes.count <= Self.mostData + 2 else {
      throw .response("it answers \(bytes.count) bytes; \(Self.mostData + 2) are the most.", place: place)
    }
    let status = StatusWord(bytes[bytes.count - 2], bytes[bytes.count - 1])
    guard status.kind != .invalid else {
      throw .response("it ends in \(status), which is no status word.", place: place)
    }
    self.init(data: Array(bytes.dropLast(2)), status: status)
  }

  /// Data and status word as received.
  public var bytes: [UInt8] { data + [status.sw1, status.sw2] }

  /// Empty: `dump` shows no bytes either.
  public var customMirror: Mirror { Mirror(self, children: []) }

  public var description: String { "Response(\(data.count) bytes <redacted>, \(status))" }
}
