// SPDX-License-Identifier: Apache-2.0

/// One frame.
public struct CameraFrame: Sendable {
  /// `IMP_PIXEL_...`
  public var format: UInt32
  /// Pixels; 0 for a compressed frame.
  public var width: UInt32
  /// Pixels; 0 for a compressed frame.
  public var height: UInt32
  /// Of the first plane; 0 for a compressed frame.
  public var rowBytes: UInt32
  /// Nanoseconds on the camera's own monotonic clock, whose epoch is its own; never decreases. A replayed
  /// source counts from 0.
  public var timestamp: UInt64
  /// Of the source's frames, from 0; rises with each, gaps are lost frames.
  public var sequence: UInt64
  /// Frames lost since the camera was opened, those answered with `.file` among them.
  public var dropped: UInt64
  /// What is copied to the host, once.
  public var bytes: FrameBytes

  public init(
    format: UInt32, width: UInt32 = 0, height: UInt32 = 0, rowBytes: UInt32 = 0, timestamp: UInt64,
    sequence: UInt64, dropped: UInt64 = 0, bytes: [UInt8]
  ) {
    self.init(
      format: format, width: width, height: height, rowBytes: rowBytes, timestamp: timestamp,
      sequence: sequence, dropped: dropped, lending: .array(bytes))
  }

  /// A frame whose bytes stay where they are, such as in a driver's buffer: they go to the host in one copy.
  public init(
    format: UInt32, width: UInt32 = 0, height: UInt32 = 0, rowBytes: UInt32 = 0, timestamp: UInt64,
    sequence: UInt64, dropped: UInt64 = 0, lending bytes: FrameBytes
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.rowBytes = rowBytes
    self.timestamp = timestamp
    self.sequence = sequence
    self.dropped = dropped
    self.bytes = bytes
  }
}

/// The bytes of a frame, until they have been copied to the host.
public enum FrameBytes: Sendable {
  case array([UInt8])
  /// Memory that is somebody else's. The kit releases `lease` once it has copied them, or needs them no more:
  /// what takes the memory back belongs in its `deinit`, which runs in a call on the camera's object, or when
  /// that closes. A host whose buffer was too short leaves a frame with the kit until its next call.
  case lent(FrameMemory, lease: any AnyObject & Sendable)

  /// How many there are.
  public var count: Int {
    switch self {
    case .array(let bytes): bytes.count
    case .lent(let memory, _): memory.count
    }
  }

  func write(to room: LentBuffer) throws(PluginFailure) {
    switch self {
    case .array(let bytes):
      try room.write(bytes.span.bytes)
    case .lent(let memory, let lease):
      defer { withExtendedLifetime(lease) {} }
      try room.write(UnsafeRawBufferPointer(start: memory.start, count: memory.count).bytes)
    }
  }
}

/// Memory that a frame lends. `@unchecked Sendable`: it is read alone, and its lease keeps it.
public struct FrameMemory: @unchecked Sendable {
  public let start: UnsafeRawPointer
  /// Bytes.
  public let count: Int

  public init(start: UnsafeRawPointer, count: Int) {
    self.start = start
    self.count = max(count, 0)
  }
}
