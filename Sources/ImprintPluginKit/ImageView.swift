// SPDX-License-Identifier: Apache-2.0
import CImprint

/// One image, upright, lent for the length of a call: the compiler refuses to keep it longer.
///
/// The kit has checked it: the pixels hold every row. Its memory is the host's and read-only.
public struct ImageView: ~Escapable {
  public enum Format: UInt32, Sendable, Hashable {
    /// 1 byte per pixel.
    case grey8 = 1
    /// 3 bytes per pixel: red, green, blue; sRGB.
    case rgb24 = 2

    /// Bytes from one pixel to the next.
    public var bytesPerPixel: Int { self == .grey8 ? 1 : 3 }
  }

  public let format: Format
  /// Pixels, 1...65535.
  public let width: Int
  /// Pixels, 1...65535.
  public let height: Int
  /// Bytes from one row to the next; at least `width * format.bytesPerPixel`.
  public let rowBytes: Int
  /// Pixels per metre of what it shows, as of a finger; `nil` where that is not known.
  public let resolution: Int?
  /// At least `(height - 1) * rowBytes + width * format.bytesPerPixel` bytes; pass them to C with
  /// `pixels.withUnsafeBytes`.
  public let pixels: RawSpan

  @_lifetime(copy pixels)
  init(format: Format, width: Int, height: Int, rowBytes: Int, resolution: Int?, pixels: RawSpan) {
    self.format = format
    self.width = width
    self.height = height
    self.rowBytes = rowBytes
    self.resolution = resolution
    self.pixels = pixels
  }

  /// The most that the contract allows.
  private static let mostRowBytes = 8 * 65535

  /// Checks a host's image and lends it.
  /// - Throws: `.sample` for a layout that cannot be read.
  @_lifetime(borrow raw)
  init(checking raw: imp_image) throws(PluginFailure) {
    guard let format = Format(rawValue: raw.format) else {
      throw PluginFailure(.sample, "Pixel format \(raw.format) is neither grey (1) nor RGB (2).")
    }
    guard (1...65535).contains(raw.width), (1...65535).contains(raw.height) else {
      throw PluginFailure(.sample, "\(raw.width) × \(raw.height) pixels; a side must have 1...65535.")
    }
    // At most 65535 * 3 and 65535 * 2^32: no overflow in 64 bits.
    let row = Int(raw.width) * format.bytesPerPixel
    let needed = (Int(raw.height) - 1) * Int(raw.row_bytes) + row
    guard (row...Self.mostRowBytes).contains(Int(raw.row_bytes)), let data = raw.pixels.data,
      raw.pixels.length >= needed
    else {
      throw PluginFailure(
        .sample, "\(raw.pixels.length) bytes in rows of \(raw.row_bytes) do not hold the image's pixels.")
    }
    self.init(
      format: format, width: Int(raw.width), height: Int(raw.height), rowBytes: Int(raw.row_bytes),
      resolution: raw.resolution == 0 ? nil : Int(raw.resolution),
      pixels: _overrideLifetime(
        RawSpan(_unsafeStart: UnsafeRawPointer(data), byteCount: needed), borrowing: raw))
  }
}
