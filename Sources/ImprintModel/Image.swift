// SPDX-License-Identifier: Apache-2.0

/// The memory layout of an ``Image``'s pixels.
public enum PixelFormat: String, Sendable, Hashable, Codable, CaseIterable {
  /// One byte a pixel.
  case grey8
  /// Three bytes a pixel: red, green, blue; sRGB.
  case rgb24

  /// Bytes per pixel.
  public var bytesPerPixel: Int {
    switch self {
    case .grey8: 1
    case .rgb24: 3
    }
  }
}

/// An upright image with its pixels (F102). A value with copy-on-write.
///
/// Redacted: its description never shows pixels.
public struct Image: Sendable, Hashable, CustomStringConvertible {
  /// Pixels in a row, 1...65535.
  public let width: Int
  /// Rows, 1...65535.
  public let height: Int
  /// The layout of a pixel.
  public let format: PixelFormat
  /// Stride: bytes from one row to the next; at least `width * format.bytesPerPixel`.
  public let bytesPerRow: Int
  /// Pixels per metre of the object, such as a finger on a sensor; `nil` if unknown. 500 dpi are 19685.
  public let resolution: Int?
  /// Rows from the top, `height * bytesPerRow` bytes.
  public let pixels: [UInt8]

  /// The largest allowed width and height.
  public static let maximumSide = 65535

  /// An image over the given pixels.
  /// - Parameters:
  ///   - bytesPerRow: `nil` where rows are contiguous.
  ///   - resolution: ``resolution``, 1...4294967295.
  /// - Returns: `nil` where a side is outside 1...65535, the resolution is no such number, or `pixels` is not
  ///   exactly as long as the other values say.
  public init?(
    width: Int, height: Int, format: PixelFormat, bytesPerRow: Int? = nil, resolution: Int? = nil,
    pixels: [UInt8]
  ) {
    guard resolution.map((1...Int(UInt32.max)).contains) ?? true else { return nil }
    // The sides first: untrusted ones could overflow the product.
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

/// A decoded image of a stream.
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
