// SPDX-License-Identifier: Apache-2.0

/// A data object of ISO/IEC 7816-4 with a tag of one or two bytes, as biometric templates have: small ones,
/// whose errors name the byte. Cards in general are ImprintCard's, which links the runtime.
struct DataObject: Hashable {
  let tag: Int
  let value: [UInt8]
  /// Where the value begins in what was read.
  let offset: Int

  init(_ tag: Int, _ value: [UInt8], offset: Int = 0) {
    self.tag = tag
    self.value = value
    self.offset = offset
  }

  /// Tag, shortest length and value, of at most 65,535 bytes.
  var bytes: [UInt8] {
    var bytes: [UInt8] = tag > 0xFF ? [UInt8(tag >> 8), UInt8(tag & 0xFF)] : [UInt8(tag)]
    switch value.count {
    case ...0x7F: bytes.append(UInt8(value.count))
    case ...0xFF: bytes += [0x81, UInt8(value.count)]
    default:
      bytes.append(0x82)
      bytes.append(short: value.count)
    }
    return bytes + value
  }

  /// The data objects in another's value, in order.
  func children() throws(FingerFormatError) -> [DataObject] { try Self.read(value, offset: offset) }

  /// Data objects one after the other, from untrusted bytes.
  /// - Parameter offset: where the bytes begin in what was read, for errors.
  static func read(_ bytes: [UInt8], offset: Int = 0) throws(FingerFormatError) -> [DataObject] {
    var reader = BigEndianReader(bytes)
    var objects: [DataObject] = []
    while reader.left > 0 {
      let at = offset + reader.position
      var tag = Int(try reader.byte("a tag"))
      // Cards pad with these between data objects.
      if tag == 0x00 || tag == 0xFF { continue }
      if tag & 0x1F == 0x1F {
        tag = tag << 8 | Int(try reader.byte("a tag"))
        guard tag & 0x80 == 0 else {
          throw .reading(.badInformation, at: at, "a tag has three bytes or more.")
        }
      }
      var length = Int(try reader.byte("a length"))
      switch length {
      case ...0x7F: break
      case 0x81: length = Int(try reader.byte("a length"))
      case 0x82: length = try reader.short("a length")
      default: throw .reading(.badInformation, at: at, "a length is indefinite, or over 65,535.")
      }
      guard length <= reader.left else {
        throw .reading(
          .badInformation, at: at, "a data object says \(length) bytes, and \(reader.left) are left.")
      }
      let start = offset + reader.position
      objects.append(DataObject(tag, Array(try reader.take(length, "a value")), offset: start))
    }
    return objects
  }
}
