// SPDX-License-Identifier: Apache-2.0

/// How the bytes of one raw picture lie, as cameras and other libraries hand them over (F103).
///
/// Lengths are those of `imprint/image.h`. The words are stable.
public enum PixelLayout: String, Sendable, Hashable, Codable, CaseIterable {
  /// 1 byte a pixel (Y8).
  case grey8
  /// 2 bytes a pixel, little-endian, 65535 is white (Y16LE). A camera with fewer bits has them in the upper
  /// ones.
  case grey16
  /// 3 bytes a pixel: red, green, blue; sRGB.
  case rgb24
  /// 3 bytes a pixel: blue, green, red.
  case bgr24
  /// 4:2:2, 4 bytes for two pixels: Y0 U Y1 V; BT.601, limited range. An odd width has a whole last pair.
  case yuyv
  /// As ``yuyv``, in the order U Y0 V Y1.
  case uyvy
  /// 4:2:0, planes Y, U, V; BT.601, limited range.
  case i420
  /// 4:2:0, plane Y, then U and V in turn; BT.601, limited range.
  case nv12

  /// The most bytes from one row to the next that a picture may have.
  public static let maximumBytesPerRow = 8 * Image.maximumSide

  /// Bytes that a row of the first plane has at least.
  /// - Parameter width: 1...65535 pixels.
  public func minimumBytesPerRow(width: Int) -> Int {
    switch self {
    case .grey8, .i420, .nv12: width
    case .grey16: 2 * width
    case .rgb24, .bgr24: 3 * width
    case .yuyv, .uyvy: 4 * Self.pairs(width)
    }
  }

  /// Bytes from one row of a chroma plane to the next: half of the first plane's for I420 (U and V each),
  /// all of it for NV12, rounded up to whole pixels; 0 without chroma planes.
  public func chromaBytesPerRow(bytesPerRow: Int) -> Int {
    switch self {
    case .i420: Self.pairs(bytesPerRow)
    case .nv12: 2 * Self.pairs(bytesPerRow)
    case .grey8, .grey16, .rgb24, .bgr24, .yuyv, .uyvy: 0
    }
  }

  /// Rows that each chroma plane has, where there are any.
  public static func chromaRows(height: Int) -> Int { pairs(height) }

  /// Bytes that a picture has at least; the last row may end with its last pixel.
  /// - Parameters:
  ///   - width: 1...65535 pixels.
  ///   - height: 1...65535 pixels.
  ///   - bytesPerRow: of the first plane; at most ``maximumBytesPerRow``, which keeps this from overflowing.
  public func minimumBytes(width: Int, height: Int, bytesPerRow: Int) -> Int {
    let chromaRow = chromaBytesPerRow(bytesPerRow: bytesPerRow)
    let chromaRows = Self.chromaRows(height: height)
    return switch self {
    case .grey8, .grey16, .rgb24, .bgr24, .yuyv, .uyvy:
      (height - 1) * bytesPerRow + minimumBytesPerRow(width: width)
    case .i420: height * bytesPerRow + (2 * chromaRows - 1) * chromaRow + Self.pairs(width)
    case .nv12: height * bytesPerRow + (chromaRows - 1) * chromaRow + 2 * Self.pairs(width)
    }
  }

  /// Half, rounded up: an odd side has a whole last pair.
  private static func pairs(_ count: Int) -> Int { (count + 1) / 2 }
}
