// SPDX-License-Identifier: Apache-2.0

/// How the bytes of one raw picture lie, as cameras and other libraries hand them over (F103).
public enum PixelLayout: String, Sendable, Hashable, CaseIterable {
  /// 1 byte a pixel (Y8).
  case grey8
  /// 2 bytes a pixel, little-endian, 65535 is white (Y16LE).
  case grey16
  /// 3 bytes a pixel: red, green, blue.
  case rgb24
  /// 3 bytes a pixel: blue, green, red.
  case bgr24
  /// 4:2:2, 4 bytes for two pixels: Y0 U Y1 V; BT.601, limited range. An odd width has a whole last pair.
  case yuyv
  /// 4:2:0, planes Y, U, V; BT.601, limited range. Rows of U and V take half of Y's bytes, rounded up, and
  /// there are half as many, rounded up.
  case i420
  /// 4:2:0, plane Y, then U and V in turn. Their rows take Y's bytes, rounded up to an even number.
  case nv12

  /// Bytes that a row of the first plane needs at least.
  func rowBytes(width: Int) -> Int {
    switch self {
    case .grey8, .i420, .nv12: width
    case .grey16: 2 * width
    case .rgb24, .bgr24: 3 * width
    case .yuyv: 4 * ((width + 1) / 2)
    }
  }

  /// Bytes that a picture needs at least. The last row may end with its last pixel.
  func totalBytes(width: Int, height: Int, bytesPerRow: Int) -> Int {
    let chromaRows = (height + 1) / 2
    return switch self {
    case .grey8, .grey16, .rgb24, .bgr24, .yuyv: (height - 1) * bytesPerRow + rowBytes(width: width)
    case .i420: height * bytesPerRow + (2 * chromaRows - 1) * ((bytesPerRow + 1) / 2) + (width + 1) / 2
    case .nv12: height * bytesPerRow + (chromaRows - 1) * ((bytesPerRow + 1) & ~1) + ((width + 1) & ~1)
    }
  }
}
