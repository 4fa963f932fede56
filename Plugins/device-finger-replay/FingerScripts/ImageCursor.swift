// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Reads the bytes of a picture's file, none beyond its end.
struct ImageCursor {
  private let bytes: [UInt8]
  private let place: String
  private var position = 0

  init(_ bytes: [UInt8], place: String) {
    self.bytes = bytes
    self.place = place
  }

  func wrong(_ what: String) -> PluginFailure {
    PluginFailure(.file, "\(place): \(what); convert it to a grey picture of 8 bits.")
  }

  private func checkSides(_ width: Int, _ height: Int) throws(PluginFailure) {
    guard (1...65535).contains(width), (1...65535).contains(height), width * height <= GreyImage.mostPixels
    else {
      throw wrong("\(width) x \(height) pixels are none, or more than \(GreyImage.mostPixels)")
    }
  }

  // MARK: PGM

  /// Netpbm's pgm(5), of one picture.
  mutating func readPGM() throws(PluginFailure) -> (Int, Int, [UInt8]) {
    position = 2
    let (width, height, most) = (try number(), try number(), try number())
    try checkSides(width, height)
    guard (1...255).contains(most) else { throw wrong("its brightest value is \(most), not 1...255") }
    // One byte of white space ends the head.
    position += 1
    guard position + width * height <= bytes.count else { throw wrong("it is cut") }
    let values = bytes[position..<(position + width * height)]
    guard most < 255 else { return (width, height, Array(values)) }
    return (width, height, values.map { UInt8((min(Int($0), most) * 255 + most / 2) / most) })
  }

  /// A decimal number after white space and comments.
  private mutating func number() throws(PluginFailure) -> Int {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "#") {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      } else if Self.isSpace(byte) {
        position += 1
      } else {
        break
      }
    }
    let start = position
    var value = 0
    while position < bytes.count, (0x30...0x39).contains(bytes[position]), position - start < 9 {
      value = 10 * value + Int(bytes[position] - 0x30)
      position += 1
    }
    guard position > start, position < bytes.count, Self.isSpace(bytes[position]) else {
      throw wrong("a number is missing in its head")
    }
    return value
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  // MARK: BMP

  /// A bitmap of Windows, uncompressed, of 8 bits with a palette, or of 24 or 32.
  mutating func readBMP() throws(PluginFailure) -> (Int, Int, [UInt8], FingerResolution?) {
    let (start, head) = (Int(try word(at: 10)), Int(try word(at: 14)))
    guard (40...124).contains(head) else { throw wrong("its head has \(head) bytes, not 40...124") }
    let width = Int(Int32(bitPattern: try word(at: 18)))
    let signed = Int(Int32(bitPattern: try word(at: 22)))
    let height = abs(signed)
    try checkSides(width, height)
    let bits = Int(try word(at: 28) & 0xFFFF)
    guard try word(at: 30) == 0, [8, 24, 32].contains(bits) else {
      throw wrong("it is compressed, or has \(bits) bits a pixel")
    }
    let row = (width * bits / 8 + 3) / 4 * 4
    guard start >= 14 + head, start <= bytes.count, row * height <= bytes.count - start else {
      throw wrong("it is cut")
    }
    let palette = try bits == 8 ? palette(at: 14 + head, before: start) : []
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      // From the bottom, where the height is positive.
      let from = start + (signed > 0 ? height - 1 - y : y) * row
      for x in 0..<width {
        guard bits == 8 else {
          pixels.append(grey(at: from + x * bits / 8))
          continue
        }
        let index = Int(bytes[from + x])
        guard index < palette.count else { throw wrong("a pixel has the colour \(index), which it lacks") }
        pixels.append(palette[index])
      }
    }
    return (width, height, pixels, try resolution())
  }

  /// At most 256 colours of 4 bytes.
  private func palette(at first: Int, before end: Int) throws(PluginFailure) -> [UInt8] {
    let stated = Int(try word(at: 46))
    let count = stated == 0 ? 256 : stated
    guard count <= 256, first + 4 * count <= end else { throw wrong("its palette is cut") }
    return (0..<count).map { grey(at: first + 4 * $0) }
  }

  /// Of blue, green and red; by the weights of BT.601.
  private func grey(at place: Int) -> UInt8 {
    let (blue, green, red) = (Int(bytes[place]), Int(bytes[place + 1]), Int(bytes[place + 2]))
    return UInt8((77 * red + 150 * green + 29 * blue) >> 8)
  }

  /// `nil` where it states none, or none that a finger's image can have.
  private func resolution() throws(PluginFailure) -> FingerResolution? {
    let (x, y) = (try word(at: 38), try word(at: 42))
    let possible: ClosedRange<UInt32> = 1...1_000_000
    guard possible.contains(x), possible.contains(y) else { return nil }
    return FingerResolution(x: x, y: y)
  }

  private func word(at place: Int) throws(PluginFailure) -> UInt32 {
    guard place + 4 <= bytes.count else { throw wrong("its head is cut") }
    return (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
  }
}
