// SPDX-License-Identifier: Apache-2.0
public import ImprintPluginKit

/// A grey picture of a file: PGM or BMP.
public struct GreyImage: Sendable, Hashable {
  /// Pixels, 1...65535.
  public let width: Int
  /// Pixels, 1...65535.
  public let height: Int
  /// What the file states, if it does.
  public let resolution: FingerResolution?
  /// Rows from the top, `width * height` bytes.
  public private(set) var pixels: [UInt8]

  /// 64 MiB: more than any sensor has, and what the host takes.
  public static let mostPixels = 64 << 20
  /// A file of as many pixels, 4 bytes each, and its header.
  public static let mostBytes = 4 * mostPixels + (1 << 16)

  /// Reads a file.
  /// - Parameter place: for words: its path.
  /// - Throws: `.file` for what is neither PGM nor BMP, is cut, or is of a kind that is not read.
  public init(_ bytes: [UInt8], place: String) throws(PluginFailure) {
    var cursor = ImageCursor(bytes, place: place)
    if bytes.starts(with: [UInt8(ascii: "P"), UInt8(ascii: "5")]) {
      (width, height, pixels) = try cursor.readPGM()
      resolution = nil
    } else if bytes.starts(with: [UInt8(ascii: "B"), UInt8(ascii: "M")]) {
      (width, height, pixels, resolution) = try cursor.readBMP()
    } else {
      throw cursor.wrong("it is neither a binary PGM (P5) nor a BMP file")
    }
  }

  /// Fades its ridges, as those of a dry finger, and leaves white what the finger does not cover.
  /// - Parameters:
  ///   - contrast: what is left of it, in percent.
  ///   - area: in percent of the image, around its middle.
  public mutating func worsen(contrast: Int, area: Int) {
    if contrast < 100 {
      for index in pixels.indices { pixels[index] = UInt8(255 - (255 - Int(pixels[index])) * contrast / 100) }
    }
    guard area < 100 else { return }
    // An ellipse as wide and high as the image has 78.54 % of its area.
    let reach = Double(area) / 78.54
    for y in 0..<height {
      let down = Double(2 * y + 1 - height) / Double(height)
      for x in 0..<width {
        let across = Double(2 * x + 1 - width) / Double(width)
        if across * across + down * down > reach { pixels[y * width + x] = 255 }
      }
    }
  }
}
