// SPDX-License-Identifier: Apache-2.0

/// One frame as a camera delivers it: not decoded, with its metadata.
///
/// Redacted: its description never shows the bytes.
public struct EncodedFrame: Sendable, Hashable, CustomStringConvertible {
  public let format: FrameFormat
  /// Pixels, 1...65535; 0 for a compressed frame.
  public let width: Int
  /// Pixels, 1...65535; 0 for a compressed frame.
  public let height: Int
  /// Bytes from one row of the first plane to the next; 0 for a compressed frame.
  public let bytesPerRow: Int
  /// All planes, or the file. Of a camera's frame at least as long as the other values imply.
  public let bytes: [UInt8]
  /// The capture time, in nanoseconds on the camera's own monotonic clock of arbitrary epoch; never
  /// decreases.
  public let timestamp: UInt64
  /// The number of the source's frame, from 0; strictly increasing, gaps are lost frames.
  public let sequence: UInt64
  /// Frames lost since the camera was opened, including those that could not be read.
  public let dropped: UInt64

  /// The longest frame that is accepted of a camera: 256 MiB.
  public static let maximumBytes = 256 << 20

  public init(
    format: FrameFormat, width: Int, height: Int, bytesPerRow: Int, bytes: [UInt8], timestamp: UInt64,
    sequence: UInt64, dropped: UInt64
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
    self.bytes = bytes
    self.timestamp = timestamp
    self.sequence = sequence
    self.dropped = dropped
  }

  /// What is wrong with the numbers or the length, as a sentence; `nil` if nothing. Whether a compressed
  /// frame is a picture is found out by decoding it.
  package var complaint: String? {
    guard let layout = format.layout else {
      guard width == 0, height == 0, bytesPerRow == 0 else {
        return "a compressed frame states \(width)x\(height) and rows of \(bytesPerRow) bytes, not 0."
      }
      return bytes.isEmpty ? "the frame is empty." : nil
    }
    guard (1...Image.maximumSide).contains(width), (1...Image.maximumSide).contains(height) else {
      return "the frame has \(width)x\(height) pixels; sides are 1...\(Image.maximumSide)."
    }
    guard
      (layout.minimumBytesPerRow(width: width)...PixelLayout.maximumBytesPerRow).contains(bytesPerRow)
    else {
      return "the frame has rows of \(bytesPerRow) bytes for \(width) pixels of \(format)."
    }
    let needed = layout.minimumBytes(width: width, height: height, bytesPerRow: bytesPerRow)
    return bytes.count >= needed ? nil : "the frame has \(bytes.count) bytes; \(needed) are needed."
  }

  public var description: String {
    "EncodedFrame(\(sequence) at \(timestamp) ns, \(format), \(bytes.count) bytes, <redacted>)"
  }
}
