// SPDX-License-Identifier: Apache-2.0

/// A TIFF block with one directory of one entry: the orientation.
public func exifBlock(orientation: UInt16, littleEndian: Bool) -> [UInt8] {
  func two(_ value: UInt16) -> [UInt8] {
    let big = [UInt8(value >> 8), UInt8(value & 255)]
    return littleEndian ? big.reversed() : big
  }
  func four(_ value: UInt16) -> [UInt8] { littleEndian ? two(value) + [0, 0] : [0, 0] + two(value) }
  let order = Array((littleEndian ? "II" : "MM").utf8)
  let entry = two(0x0112) + two(3) + four(1) + two(orientation) + [0, 0]
  return order + two(42) + four(8) + two(1) + entry + four(0)
}

/// A JPEG file with an EXIF segment right after its start.
public func jpeg(_ file: [UInt8], exif: [UInt8]) -> [UInt8] {
  let body = Array("Exif".utf8) + [0, 0] + exif
  let length = body.count + 2
  return Array(file[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + body + Array(file[2...])
}
