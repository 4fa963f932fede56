// SPDX-License-Identifier: Apache-2.0

/// The tag of a data object, by its bytes: `4F`, `7F66`, `5FC102`.
/// - SeeAlso: ISO/IEC 7816-4:2020, 6.3.
public struct BERTag: RawRepresentable, Sendable, Hashable, CustomStringConvertible,
  ExpressibleByIntegerLiteral
{
  /// The class of a tag.
  public enum Class: Int, Sendable, Hashable, CaseIterable {
    case universal, application, context, `private`
  }

  /// One to three bytes, big-endian.
  public let rawValue: UInt32

  /// `nil` for a number that is not a tag of one to three bytes.
  public init?(rawValue: UInt32) {
    self.rawValue = rawValue
    var position = 0
    guard let read = try? Self(reading: bytes, at: &position), read.rawValue == rawValue,
      position == bytes.count
    else { return nil }
  }

  /// - Precondition: it is a tag of one to three bytes.
  public init(integerLiteral value: UInt32) {
    guard let tag = BERTag(rawValue: value) else { preconditionFailure("\(value) is no tag") }
    self = tag
  }

  /// Parses a tag from untrusted bytes.
  init(reading bytes: [UInt8], at position: inout Int) throws(CardError) {
    let start = position
    guard position < bytes.count else {
      throw .data("byte \(start)", "a tag is expected, and nothing comes.")
    }
    var value = UInt32(bytes[position])
    position += 1
    if value & 0x1F == 0x1F {
      repeat {
        guard position - start < 3 else { throw .data("byte \(start)", "its tag is longer than 3 bytes.") }
        guard position < bytes.count else { throw .data("byte \(start)", "its tag is cut.") }
        value = value << 8 | UInt32(bytes[position])
        position += 1
        // A second byte of 80 would be a tag number with leading zeros.
        guard value & 0xFF != 0x80 || position - start > 2 else {
          throw .data("byte \(start)", "its tag's number begins with zeros.")
        }
      } while value & 0x80 != 0
    }
    rawValue = value
  }

  /// The tag's bytes.
  public var bytes: [UInt8] {
    let all = [UInt8(rawValue >> 16 & 0xFF), UInt8(rawValue >> 8 & 0xFF), UInt8(rawValue & 0xFF)]
    if rawValue > 0xFF_FFFF { return [UInt8(rawValue >> 24)] + all }
    if rawValue > 0xFFFF { return all }
    return rawValue > 0xFF ? Array(all[1...]) : [all[2]]
  }

  /// Whether the value consists of data objects.
  public var isConstructed: Bool { bytes[0] & 0x20 != 0 }

  public var tagClass: Class { Class(rawValue: Int(bytes[0] >> 6)) ?? .universal }

  public var description: String { Hex.text(bytes) }
}
