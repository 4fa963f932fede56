// SPDX-License-Identifier: Apache-2.0

/// The frames of an animated GIF, each as the whole picture: what a clip that comes as one is unpacked with.
/// Interlaced ones are refused.
public struct AnimatedGIF: Sendable {
  public let width: Int
  public let height: Int
  /// Red, green and blue of each pixel, row by row.
  public private(set) var frames: [[UInt8]] = []

  /// - Throws: `MissingForTest` where it is none, or ends early.
  public init(_ bytes: [UInt8]) throws {
    var reader = Reader(bytes: bytes)
    guard try reader.take(6).elementsEqual("GIF89a".utf8) else { throw MissingForTest("no GIF of 1989") }
    (width, height) = (try reader.number(), try reader.number())
    let flags = try reader.byte()
    _ = try reader.take(2)
    let palette = try flags & 0x80 == 0 ? [] : reader.take(3 << (Int(flags & 7) + 1))
    var canvas = [UInt8](repeating: 0, count: 3 * width * height)
    var (transparent, disposal) = (Int?.none, UInt8(0))
    while true {
      switch try reader.byte() {
      case 0x21:
        let label = try reader.byte()
        let block = try reader.blocks()
        guard label == 0xF9, block.count == 4 else { continue }
        transparent = block[0] & 1 == 0 ? nil : Int(block[3])
        disposal = block[0] >> 2 & 7
      case 0x2C:
        let before = canvas
        try draw(&reader, palette, transparent, on: &canvas)
        frames.append(canvas)
        // 2 leaves the background, which players take for nothing; 3 what was there before.
        if disposal == 2 { canvas = [UInt8](repeating: 0, count: canvas.count) }
        if disposal == 3 { canvas = before }
        (transparent, disposal) = (nil, 0)
      case 0x3B: return
      case let other: throw MissingForTest("a GIF has no block of kind \(other)")
      }
    }
  }

  private func draw(
    _ reader: inout Reader, _ common: [UInt8], _ transparent: Int?, on canvas: inout [UInt8]
  ) throws {
    let (left, top) = (try reader.number(), try reader.number())
    let (wide, high) = (try reader.number(), try reader.number())
    let flags = try reader.byte()
    guard flags & 0x40 == 0 else { throw MissingForTest("an interlaced GIF") }
    let palette = try flags & 0x80 == 0 ? common : reader.take(3 << (Int(flags & 7) + 1))
    let bits = Int(try reader.byte())
    let places = try Self.unpacked(reader.blocks(), bits: bits)
    guard left + wide <= width, top + high <= height, places.count == wide * high,
      places.allSatisfy({ 3 * Int($0) < palette.count })
    else { throw MissingForTest("a GIF whose frame is not as large as it says") }
    for row in 0..<high {
      for column in 0..<wide {
        let place = Int(places[row * wide + column])
        if place == transparent { continue }
        let pixel = 3 * ((top + row) * width + left + column)
        for channel in 0..<3 { canvas[pixel + channel] = palette[3 * place + channel] }
      }
    }
  }

  /// Lempel, Ziv and Welch: each code stands for an earlier string and one byte more.
  private static func unpacked(_ packed: [UInt8], bits: Int) throws -> [UInt8] {
    guard (2...8).contains(bits) else { throw MissingForTest("a GIF with codes of \(bits) bits") }
    let (clear, end) = (1 << bits, 1 << bits + 1)
    let plain = (0..<clear).map { [UInt8($0)] } + [[], []]
    var (table, size, before) = (plain, bits + 1, [UInt8]())
    var (collected, held) = (0, 0)
    var unpacked: [UInt8] = []
    for byte in packed {
      collected |= Int(byte) << held
      held += 8
      while held >= size {
        let code = collected & (1 << size - 1)
        collected >>= size
        held -= size
        if code == end { return unpacked }
        if code == clear {
          (table, size, before) = (plain, bits + 1, [])
          continue
        }
        guard code < table.count || code == table.count && !before.isEmpty else {
          throw MissingForTest("a GIF with a code that stands for nothing yet")
        }
        let string = code < table.count ? table[code] : before + before.prefix(1)
        if !before.isEmpty, table.count < 4096 {
          table.append(before + string.prefix(1))
          if table.count == 1 << size, size < 12 { size += 1 }
        }
        unpacked += string
        before = string
      }
    }
    return unpacked
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    mutating func take(_ count: Int) throws -> [UInt8] {
      guard bytes.count - place >= count else { throw MissingForTest("a GIF that ends early") }
      defer { place += count }
      return Array(bytes[place..<place + count])
    }

    mutating func byte() throws -> UInt8 { try take(1)[0] }

    mutating func number() throws -> Int { Int(try byte()) | Int(try byte()) << 8 }

    /// Blocks up to an empty one, as one.
    mutating func blocks() throws -> [UInt8] {
      var all: [UInt8] = []
      while true {
        let count = Int(try byte())
        if count == 0 { return all }
        all += try take(count)
      }
    }
  }
}
