// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// How the bytes of an ``EncodedFrame`` lie. The words are stable.
public enum FrameFormat: String, Sendable, Hashable, Codable, CaseIterable {
  /// One byte a pixel.
  case grey8
  /// Three bytes a pixel: red, green, blue; sRGB.
  case rgb24
  /// Three bytes a pixel: blue, green, red.
  case bgr24
  /// 4:2:2, two bytes a pixel: Y0 U Y1 V; BT.601, limited range.
  case yuyv
  /// 4:2:0, planes Y, U, V; BT.601, limited range. The U and V rows are half as long as the Y rows.
  case i420
  /// 4:2:0, plane Y, then U and V in turn, in rows as long as the Y rows; BT.601, limited range.
  case nv12
  /// One JPEG file; its EXIF orientation counts.
  case jpeg
  /// One PNG file.
  case png

  /// Whether the bytes are a file that says its size itself.
  public var isCompressed: Bool { self == .jpeg || self == .png }

  init?(code: UInt32) {
    switch Int32(clamping: code) {
    case IMP_PIXEL_GREY8: self = .grey8
    case IMP_PIXEL_RGB24: self = .rgb24
    case IMP_PIXEL_BGR24: self = .bgr24
    case IMP_PIXEL_YUYV: self = .yuyv
    case IMP_PIXEL_I420: self = .i420
    case IMP_PIXEL_NV12: self = .nv12
    case IMP_PIXEL_JPEG: self = .jpeg
    case IMP_PIXEL_PNG: self = .png
    default: return nil
    }
  }

  /// Bytes that the first plane's row has at least; 0 for a compressed frame.
  func minimumRow(width: Int) -> Int {
    switch self {
    case .grey8, .i420: width
    // U and V share a row: an odd width needs one byte more.
    case .nv12: width + width % 2
    case .rgb24, .bgr24: width * 3
    // Two pixels share four bytes.
    case .yuyv: (width + width % 2) * 2
    case .jpeg, .png: 0
    }
  }

  /// Bytes of a whole frame whose first plane has rows of `row` bytes.
  func bytes(row: Int, height: Int) -> Int {
    switch self {
    case .grey8, .rgb24, .bgr24, .yuyv: row * height
    case .i420: row * height + 2 * ((row + 1) / 2) * ((height + 1) / 2)
    case .nv12: row * height + row * ((height + 1) / 2)
    case .jpeg, .png: 0
    }
  }
}

/// One frame as a camera delivers it: not decoded, with what goes with it.
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
  /// All planes, or the file. Checked: as long as the other values say, at least.
  public let bytes: [UInt8]
  /// When it was taken, in nanoseconds on the camera's monotonic clock; never falls.
  public let timestamp: UInt64
  /// Counts the source's frames from 0; always rises.
  public let sequence: UInt64
  /// Frames lost since the camera was opened.
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

  /// Takes over what a plugin filled, once it holds together.
  init(_ raw: imp_frame, bytes: [UInt8]) throws(ContractBreach) {
    guard raw.size == MemoryLayout<imp_frame>.size else {
      throw ContractBreach("imp_frame.size has become \(raw.size).")
    }
    guard let format = FrameFormat(code: raw.format) else {
      throw ContractBreach("the frame has format \(raw.format), which this contract does not know.")
    }
    let (width, height, row) = (Int(raw.width), Int(raw.height), Int(raw.row_bytes))
    if format.isCompressed {
      guard width == 0, height == 0, row == 0 else {
        throw ContractBreach("a compressed frame states \(width)x\(height) and rows of \(row) bytes, not 0.")
      }
      guard !bytes.isEmpty else { throw ContractBreach("the frame is empty.") }
    } else {
      guard (1...65535).contains(width), (1...65535).contains(height) else {
        throw ContractBreach("the frame has \(width)x\(height) pixels; sides are 1...65535.")
      }
      guard row >= format.minimumRow(width: width), row <= 8 * 65535 else {
        throw ContractBreach("the frame has rows of \(row) bytes for \(width) pixels of \(format.rawValue).")
      }
      guard bytes.count >= format.bytes(row: row, height: height) else {
        throw ContractBreach(
          "the frame has \(bytes.count) bytes; \(format.bytes(row: row, height: height)) belong to it.")
      }
    }
    self.init(
      format: format, width: width, height: height, bytesPerRow: row, bytes: bytes,
      timestamp: raw.timestamp_ns, sequence: raw.sequence, dropped: raw.dropped)
  }

  public var description: String {
    "EncodedFrame(\(sequence) at \(timestamp) ns, \(format.rawValue), \(bytes.count) bytes, <redacted>)"
  }
}
