// SPDX-License-Identifier: Apache-2.0

/// What is kept of a frame whose bytes are left out.
public struct OmittedFrame: Sendable, Hashable {
  public var sequence: UInt64
  /// Nanoseconds on the camera's clock.
  public var timestamp: UInt64
  /// Frames lost since the camera was opened.
  public var dropped: UInt64
  public var format: FrameFormat
  /// Pixels; 0 for a compressed frame.
  public var width: Int
  /// Pixels; 0 for a compressed frame.
  public var height: Int
  /// 0 for a compressed frame.
  public var bytesPerRow: Int
  /// How many were left out.
  public var byteCount: Int

  public init(of frame: EncodedFrame) {
    sequence = frame.sequence
    timestamp = frame.timestamp
    dropped = frame.dropped
    format = frame.format
    width = frame.width
    height = frame.height
    bytesPerRow = frame.bytesPerRow
    byteCount = frame.bytes.count
  }
}

/// What both kinds of frame begin with.
private struct FrameFields {
  var sequence, timestamp, dropped: UInt64
  var format: FrameFormat
  var width, height, bytesPerRow: Int

  static let count = 40

  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(OmittedFrame.payloadBytes)
    bytes.append(littleEndian: sequence)
    bytes.append(littleEndian: timestamp)
    bytes.append(littleEndian: dropped)
    bytes.append(littleEndian: UInt32(width))
    bytes.append(littleEndian: UInt32(height))
    bytes.append(littleEndian: UInt32(bytesPerRow))
    bytes.append(littleEndian: format.number)
    // How the bytes are stored: as the camera gave them.
    bytes.append(littleEndian: UInt16(0))
    return bytes
  }

  init(
    sequence: UInt64, timestamp: UInt64, dropped: UInt64, format: FrameFormat, width: Int, height: Int,
    bytesPerRow: Int
  ) {
    self.sequence = sequence
    self.timestamp = timestamp
    self.dropped = dropped
    self.format = format
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
  }

  init(_ reader: inout PayloadReader) throws(SessionFault) {
    sequence = try reader.take(UInt64.self)
    timestamp = try reader.take(UInt64.self)
    dropped = try reader.take(UInt64.self)
    width = Int(try reader.take(UInt32.self))
    height = Int(try reader.take(UInt32.self))
    bytesPerRow = Int(try reader.take(UInt32.self))
    let number = try reader.take(UInt16.self)
    guard let format = FrameFormat.all.first(where: { $0.number == number }) else {
      throw SessionFault("a frame has the format \(number), which this version does not define.")
    }
    self.format = format
    try require(try reader.take(UInt16.self) == 0, "a frame is stored in a form that is not known.")
  }
}

extension EncodedFrame {
  static let fieldBytes = FrameFields.count

  /// Before its bytes.
  var fields: [UInt8] {
    FrameFields(
      sequence: sequence, timestamp: timestamp, dropped: dropped, format: format, width: width,
      height: height, bytesPerRow: bytesPerRow
    ).encoded()
  }

  init(decoding payload: ArraySlice<UInt8>) throws(SessionFault) {
    var reader = PayloadReader(payload)
    let fields = try FrameFields(&reader)
    self.init(
      format: fields.format, width: fields.width, height: fields.height, bytesPerRow: fields.bytesPerRow,
      bytes: Array(reader.rest), timestamp: fields.timestamp, sequence: fields.sequence,
      dropped: fields.dropped)
  }
}

extension OmittedFrame {
  static let payloadBytes = FrameFields.count + 8

  func check() throws(SessionFault) {
    // The bounds of a camera's frame, whose bytes are not looked at.
    if format.layout == nil {
      try require(width == 0 && height == 0 && bytesPerRow == 0, "a compressed frame states its size.")
    } else {
      try require(
        (1...Image.maximumSide).contains(width) && (1...Image.maximumSide).contains(height)
          && (0...PixelLayout.maximumBytesPerRow).contains(bytesPerRow),
        "an omitted frame's size is not one of a frame.")
    }
    try require((0...EncodedFrame.maximumBytes).contains(byteCount), "an omitted frame is too long.")
  }

  func encoded() -> [UInt8] {
    var bytes = FrameFields(
      sequence: sequence, timestamp: timestamp, dropped: dropped, format: format, width: width,
      height: height, bytesPerRow: bytesPerRow
    ).encoded()
    bytes.append(littleEndian: UInt64(byteCount))
    return bytes
  }

  init(decoding payload: ArraySlice<UInt8>) throws(SessionFault) {
    var reader = PayloadReader(payload)
    let fields = try FrameFields(&reader)
    sequence = fields.sequence
    timestamp = fields.timestamp
    dropped = fields.dropped
    format = fields.format
    width = fields.width
    height = fields.height
    bytesPerRow = fields.bytesPerRow
    byteCount = Int(clamping: try reader.take(UInt64.self))
    try reader.end()
  }
}

extension FrameFormat {
  /// In a session; that of `IMP_PIXEL_...`.
  var number: UInt16 {
    switch self {
    case .pixels(.grey8): 1
    case .pixels(.rgb24): 2
    case .pixels(.bgr24): 101
    case .pixels(.yuyv): 102
    case .pixels(.i420): 103
    case .pixels(.nv12): 104
    case .pixels(.uyvy): 105
    case .pixels(.grey16): 106
    case .jpeg: 201
    case .png: 202
    }
  }
}
