// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// A raw frame as planes Y, U and V of 4:2:0 without padding.
///
/// Luma is unchanged. Chroma of 4:2:2, such as YUYV, is averaged over two rows, rounded up; a grey frame gets
/// neutral chroma.
struct PlanarFrame {
  let bytes: [UInt8]

  /// - Returns: `nil` for what is not 4:2:0, 4:2:2 or grey of 8 bits.
  init?(_ frame: EncodedFrame) {
    guard let layout = frame.format.layout else { return nil }
    let (width, height, row) = (frame.width, frame.height, frame.bytesPerRow)
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    let source = frame.bytes
    var planes: [UInt8] = []
    planes.reserveCapacity(width * height + 2 * halfWidth * halfHeight)
    switch layout {
    case .grey8:
      for y in 0..<height { planes += source[y * row..<y * row + width] }
      // Full range is converted to limited range, as Y4M requires.
      for index in planes.indices { planes[index] = UInt8(16 + (Int(planes[index]) * 219 + 127) / 255) }
      planes += [UInt8](repeating: 128, count: 2 * halfWidth * halfHeight)
    case .i420:
      let chroma = layout.chromaBytesPerRow(bytesPerRow: row)
      for y in 0..<height { planes += source[y * row..<y * row + width] }
      for y in 0..<2 * halfHeight {
        let start = height * row + y * chroma
        planes += source[start..<start + halfWidth]
      }
    case .nv12:
      let chroma = layout.chromaBytesPerRow(bytesPerRow: row)
      for y in 0..<height { planes += source[y * row..<y * row + width] }
      for channel in 0..<2 {
        for y in 0..<halfHeight {
          let start = height * row + y * chroma + channel
          for x in 0..<halfWidth { planes.append(source[start + 2 * x]) }
        }
      }
    case .yuyv, .uyvy:
      let (light, first) = layout == .yuyv ? (0, 1) : (1, 0)
      for y in 0..<height {
        for x in 0..<width { planes.append(source[y * row + 2 * x + light]) }
      }
      for channel in 0..<2 {
        for y in 0..<halfHeight {
          let (upper, lower) = (2 * y * row, min(2 * y + 1, height - 1) * row)
          for x in 0..<halfWidth {
            let offset = 4 * x + first + 2 * channel
            planes.append(UInt8((Int(source[upper + offset]) + Int(source[lower + offset]) + 1) / 2))
          }
        }
      }
    case .grey16, .rgb24, .bgr24: return nil
    }
    bytes = planes
  }
}
