// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// One frame as a camera delivers it: not decoded, with its metadata.
///
/// Redacted: its description never shows the bytes.
public struct EncodedFrame: Sendable, CustomStringConvertible {
  public let format: FrameFormat
  /// Pixels, 1...65535; 0 for a compressed frame.
  public let width: Int
  /// Pixels, 1...65535; 0 for a compressed frame.
  public let height: Int
  /// Bytes from one row of the first plane to the next; 0 for a compressed frame.
  public let bytesPerRow: Int
  /// All planes, or the file. Validated to be at least as long as the other values imply.
  public let bytes: [UInt8]
  /// The capture time, in nanoseconds on the camera's own monotonic clock of arbitrary epoch; never
  /// decreases.
  public let timestamp: UInt64
  /// The number of the source's frame, from 0; strictly increasing, gaps are lost frames.
  public let sequence: UInt64
  /// Frames lost since the camera was opened, including those that could not be read.
  public let dropped: UInt64

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

  /// Validates what a plugin filled, and takes it over.
  init(_ raw: imp_frame, bytes: [UInt8]) throws(ContractBreach) {
    try checkSize(of: raw)
    guard let format = FrameFormat(code: raw.format) else {
      throw ContractBreach("the frame has the format \(raw.format), which this contract does not define.")
    }
    let (width, height, row) = (Int(raw.width), Int(raw.height), Int(raw.row_bytes))
    if let layout = format.layout {
      guard (1...Image.maximumSide).contains(width), (1...Image.maximumSide).contains(height) else {
        throw ContractBreach("the frame has \(width)x\(height) pixels; sides are 1...\(Image.maximumSide).")
      }
      guard row >= layout.minimumBytesPerRow(width: width), row <= PixelLayout.maximumBytesPerRow else {
        throw ContractBreach("the frame has rows of \(row) bytes for \(width) pixels of \(format).")
      }
      let needed = layout.minimumBytes(width: width, height: height, bytesPerRow: row)
      guard bytes.count >= needed else {
        throw ContractBreach("the frame has \(bytes.count) bytes; \(needed) are needed.")
      }
    } else {
      guard width == 0, height == 0, row == 0 else {
        throw ContractBreach("a compressed frame states \(width)x\(height) and rows of \(row) bytes, not 0.")
      }
      guard !bytes.isEmpty else { throw ContractBreach("the frame is empty.") }
    }
    self.init(
      format: format, width: width, height: height, bytesPerRow: row, bytes: bytes,
      timestamp: raw.timestamp_ns, sequence: raw.sequence, dropped: raw.dropped)
  }

  public var description: String {
    "EncodedFrame(\(sequence) at \(timestamp) ns, \(format), \(bytes.count) bytes, <redacted>)"
  }
}
