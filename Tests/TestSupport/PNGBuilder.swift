// SPDX-License-Identifier: Apache-2.0

/// Writes PNG files of every kind by hand, so that the decoder is not tested against its own library alone.
/// Pixel data is stored, not compressed.
public struct PNGBuilder: Sendable {
  public var width: Int
  public var height: Int
  public var depth: UInt8 = 8
  /// 0 grey, 2 colour, 3 palette, 4 grey with alpha, 6 colour with alpha.
  public var colourType: UInt8
  /// One array a row, without the filter byte.
  public var rows: [[UInt8]]
  /// Name and body of chunks between the header and the pixels.
  public var chunks: [(name: String, body: [UInt8])] = []

  public init(
    width: Int, height: Int, depth: UInt8 = 8, colourType: UInt8, rows: [[UInt8]],
    chunks: [(name: String, body: [UInt8])] = []
  ) {
    self.width = width
    self.height = height
    self.depth = depth
    self.colourType = colourType
    self.rows = rows
    self.chunks = chunks
  }

  public func file() -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += Self.chunk("IHDR", Self.big(width) + Self.big(height) + [depth, colourType, 0, 0, 0])
    for (name, body) in chunks { file += Self.chunk(name, body) }
    file += Self.chunk("IDAT", Self.stored(rows.flatMap { [0] + $0 }))
    return file + Self.chunk("IEND", [])
  }

  public static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let covered = Array(name.utf8) + body
    return big(body.count) + covered + big(Int(crc(covered)))
  }

  /// The file with the checksum of every whole chunk set right, so that changed bytes reach the decoder.
  public static func withChecksums(_ file: [UInt8]) -> [UInt8] {
    var file = file
    var at = 8
    while at + 12 <= file.count {
      let length = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      guard at + 12 + length <= file.count else { break }
      let end = at + 8 + length
      file.replaceSubrange(end..<end + 4, with: big(Int(crc(Array(file[at + 4..<end])))))
      at = end + 4
    }
    return file
  }

  public static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// A zlib stream of blocks that are not compressed: each has at most 65535 bytes.
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var at = 0
    repeat {
      let end = min(at + 65535, data.count)
      let length = UInt16(end - at)
      stream.append(end == data.count ? 1 : 0)
      stream += [length, ~length].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      stream += data[at..<end]
      at = end
    } while at < data.count
    return stream + big(Int(adler(data)))
  }

  private static func adler(_ data: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in data {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return b << 16 | a
  }

  private static func crc(_ data: [UInt8]) -> UInt32 {
    var crc: UInt32 = .max
    for byte in data {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
    }
    return ~crc
  }
}
