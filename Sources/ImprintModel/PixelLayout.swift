// SPDX-License-Identifier: Apache-2.0

/// The memory layout of a raw image as cameras and other libraries deliver it (F103).
///
/// Lengths are those of `imprint/image.h`. The words are stable.
public enum PixelLayout: String, Sendable, Hashable, Codable, CaseIterable {
  /// 1 byte a pixel (Y8).
  case grey8
  /// 2 bytes a pixel, little-endian, 65535 is white (Y16LE). Sensors with fewer bits are left-aligned.
  case grey16
  /// 3 bytes a pixel: red, green, blue; sRGB.
  case rgb24
  /// 3 bytes a pixel: blue, green, red.
  case bgr24
  /// 4:2:2, 4 bytes for two pixels: Y0 U Y1 V; BT.601, limited range. An odd width is padded to a whole pair.
  case yuyv
  /// As ``yuyv``, in the order U Y0 V Y1.
  case uyvy
  /// 4:2:0, planes Y, U, V; BT.601, limited range.
  case i420
  /// 4:2:0, plane Y, then U and V interleaved; BT.601, limited range.
  case nv12

  /// The largest allowed stride.
  public static let maximumBytesPerRow = 8 * Image.maximumSide

  /// The minimum length of a row of the first plane, in bytes.
  /// - Parameter width: 1...65535 pixels.
  public func minimumBytesPerRow(width: Int) -> Int {
    switch self {
    case .grey8, .i420, .nv12: width
    case .grey16: 2 * width
    case .rgb24, .bgr24: 3 * width
    case .yuyv, .uyvy: 4 * Self.pairs(width)
    }
  }

  /// The stride of a chroma plane: half of the first plane's for I420 (U and V each), all of it for NV12,
  /// rounded up to whole pixels; 0 without chroma planes.
  public func chromaBytesPerRow(bytesPerRow: Int) -> Int {
    switch self {
    case .i420: Self.pairs(bytesPerRow)
    case .nv12: 2 * Self.pairs(bytesPerRow)
    case .grey8, .grey16, .rgb24, .bgr24, .yuyv, .uyvy: 0
    }
  }

  /// Rows of each chroma plane, if there are any.
  public static func chromaRows(height: Int) -> Int { pairs(height) }

  /// The minimum length of an image in bytes; the last row may end with its last pixel.
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

  /// Half, rounded up: an odd side is padded to a whole pair.
  private static func pairs(_ count: Int) -> Int { (count + 1) / 2 }
}
