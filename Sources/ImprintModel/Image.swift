// SPDX-License-Identifier: Apache-2.0

/// How the pixels of an ``Image`` lie in memory.
public enum PixelFormat: String, Sendable, Hashable, Codable, CaseIterable {
  /// One byte a pixel.
  case grey8
  /// Three bytes a pixel: red, green, blue; sRGB.
  case rgb24

  /// Bytes a pixel takes.
  public var bytesPerPixel: Int {
    switch self {
    case .grey8: 1
    case .rgb24: 3
    }
  }
}

/// One upright picture with its pixels (F102). A value: copies share memory until one is changed.
///
/// Redacted: its description never shows pixels.
public struct Image: Sendable, Hashable, CustomStringConvertible {
  /// Pixels in a row, 1...65535.
  public let width: Int
  /// Rows, 1...65535.
  public let height: Int
  /// How the pixels lie.
  public let format: PixelFormat
  /// Bytes from one row to the next; at least `width * format.bytesPerPixel`.
  public let bytesPerRow: Int
  /// Pixels in a metre of what it shows, as where a finger lay on a sensor; `nil` where that is not known.
  /// 500 dots per inch are 19685.
  public let resolution: Int?
  /// Rows from the top, `height * bytesPerRow` bytes.
  public let pixels: [UInt8]

  /// The largest width and height there is.
  public static let maximumSide = 65535

  /// An image over the given pixels.
  /// - Parameters:
  ///   - bytesPerRow: `nil` where rows follow each other without a gap.
  ///   - resolution: ``resolution``, 1...4294967295.
  /// - Returns: `nil` where a side is outside 1...65535, the resolution is no such number, or `pixels` is not
  ///   exactly as long as the other values say.
  public init?(
    width: Int, height: Int, format: PixelFormat, bytesPerRow: Int? = nil, resolution: Int? = nil,
    pixels: [UInt8]
  ) {
    guard resolution.map((1...Int(UInt32.max)).contains) ?? true else { return nil }
    // The sides first: from outside they may be too large to be multiplied.
    guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height) else { return nil }
    let row = bytesPerRow ?? width * format.bytesPerPixel
    guard row >= width * format.bytesPerPixel, row <= 8 * Self.maximumSide, pixels.count == height * row
    else { return nil }
    self.width = width
    self.height = height
    self.format = format
    self.bytesPerRow = row
    self.resolution = resolution
    self.pixels = pixels
  }

  public var description: String { "Image(\(width)x\(height) \(format.rawValue), <redacted>)" }
}

/// One picture of a stream, decoded.
public struct Frame: Sendable, CustomStringConvertible {
  public let image: Image
  /// When it was taken, in nanoseconds on the camera's monotonic clock.
  public let timestamp: UInt64
  /// Counts the source's frames from 0.
  public let sequence: UInt64
  /// Frames lost since the camera was opened.
  public let dropped: UInt64

  public init(image: Image, timestamp: UInt64, sequence: UInt64, dropped: UInt64) {
    self.image = image
    self.timestamp = timestamp
    self.sequence = sequence
    self.dropped = dropped
  }

  public var description: String { "Frame(\(sequence) at \(timestamp) ns, \(image))" }
}
