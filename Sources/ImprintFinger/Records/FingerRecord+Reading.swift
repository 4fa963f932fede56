// SPDX-License-Identifier: Apache-2.0

extension FingerRecord {
  /// No record that is read is longer: 16 MiB.
  public static let mostBytes = 1 << 24

  /// Reads a record from untrusted bytes, by whichever standard it was written.
  ///
  /// ANSI INCITS 378-2004 and ISO/IEC 19794-2:2005 have the same identifier and version, and are told apart
  /// by where their length stands: a record of less than 64 KiB has two zeros there by ISO, and its length by
  /// ANSI. Of a longer one, it is the one by which the length is right.
  /// - Throws: `notARecord`, `otherVersion`, and what the format's own reader throws.
  /// - Complexity: O(bytes). Safe from any thread.
  public init(reading bytes: [UInt8]) throws(FingerFormatError) {
    switch try Self.format(of: bytes) {
    case .iso2005: self = try ISO2005Record.read(bytes)
    case .ansi2004: self = try ANSI2004Record.read(bytes)
    case .iso2011: self = try ISO2011Record.read(bytes)
    }
  }

  /// Which standard bytes claim to follow, by identifier, version and the place of their length.
  /// - Throws: `notARecord`, `otherVersion`, `truncated`.
  public static func format(of bytes: [UInt8]) throws(FingerFormatError) -> Format {
    guard bytes.count <= mostBytes else {
      throw .reading(.tooMany, at: mostBytes, "it has \(bytes.count) bytes; \(mostBytes) are read at most.")
    }
    var reader = BigEndianReader(bytes)
    guard bytes.starts(with: RecordField.identifier) else {
      throw .reading(.notARecord, at: 0, "it does not begin with \"FMR\" and a zero byte.")
    }
    _ = try reader.take(4, "the identifier")
    let version = Array(try reader.take(4, "the version"))
    if version == RecordField.version2011 { return .iso2011 }
    guard version == RecordField.version2005 else {
      throw .reading(
        .otherVersion, at: 4, "its version is neither \" 20\" nor \"030\", each with a zero byte.")
    }
    let upper = try reader.short("the length")
    let lower = try reader.short("the length")
    // By ISO, upper is zero up to 64 KiB. By ANSI, a zero says that four bytes of length follow, which begin
    // with the upper half of a number over 64 KiB.
    if upper == 0 {
      guard lower >= RecordField.leastISOBytes else { return .ansi2004 }
      guard lower != bytes.count, reader.left >= 2 else { return .iso2005 }
      let last = try reader.short("the length")
      return lower << 16 | last == bytes.count ? .ansi2004 : .iso2005
    }
    return upper << 16 | lower == bytes.count ? .iso2005 : .ansi2004
  }
}

/// Fields that the formats share.
enum RecordField {
  static let identifier = Array("FMR\0".utf8)
  static let version2005 = Array(" 20\0".utf8)
  static let version2011 = Array("030\u{0}".utf8)
  /// Header, and one view without minutiae.
  static let leastISOBytes = 24
  /// The largest position and picture size that 14 bits hold.
  static let mostPixels = 0x3FFF

  static func resolution(
    _ reader: inout BigEndianReader, _ field: String
  ) throws(FingerFormatError) -> Int {
    let at = reader.position
    let resolution = try reader.short(field)
    guard resolution > 0 else { throw .reading(.badField, at: at, "\(field) is 0 pixels a centimetre.") }
    return resolution
  }

  static func side(_ reader: inout BigEndianReader, _ field: String) throws(FingerFormatError) -> Int {
    let at = reader.position
    let side = try reader.short(field)
    guard (1...mostPixels).contains(side) else {
      throw .reading(.badField, at: at, "\(field) is \(side) pixels; 1...\(mostPixels) is allowed.")
    }
    return side
  }

  /// Type and position: two bits of type and 14 of x, two that are reserved and 14 of y.
  static func place(
    _ reader: inout BigEndianReader, width: Int, height: Int
  ) throws(FingerFormatError) -> (kind: Minutia.Kind, x: Int, y: Int) {
    let at = reader.position
    let first = try reader.short("a minutia's type and x")
    let second = try reader.short("a minutia's y")
    guard let kind = Minutia.Kind(rawValue: UInt8(first >> 14)) else {
      throw .reading(.badField, at: at, "a minutia has the reserved type 3.")
    }
    let (x, y) = (first & mostPixels, second & mostPixels)
    guard x < width, y < height else {
      throw .reading(
        .outsidePicture, at: at, "a minutia lies outside of the picture of \(width) × \(height).")
    }
    return (kind, x, y)
  }

  static func end(_ reader: BigEndianReader) throws(FingerFormatError) {
    guard reader.left == 0 else {
      throw .reading(.trailingBytes, at: reader.position, "\(reader.left) bytes follow the last view.")
    }
  }

  /// 1...100 as they are; all others say that it was not reported, failed, or is of no meaning.
  static func quality(_ byte: UInt8) -> UInt8? { (1...100).contains(byte) ? byte : nil }
}
