// SPDX-License-Identifier: Apache-2.0

/// How many chunks of each kind a session has.
public struct SessionCounts: Sendable, Hashable {
  /// All of them, the header included and the end not.
  public internal(set) var chunks: UInt64 = 0
  /// With their bytes.
  public internal(set) var frames: UInt64 = 0
  public internal(set) var omittedFrames: UInt64 = 0
  /// Frames that are not in it.
  public internal(set) var lostFrames: UInt64 = 0
  public internal(set) var faces: UInt64 = 0
  public internal(set) var steps: UInt64 = 0
  public internal(set) var comparisons: UInt64 = 0
  public internal(set) var events: UInt64 = 0

  public init() {}

  /// - Parameter kind: `nil` for one that is passed over.
  mutating func add(_ kind: SessionForm.Kind?, lost: UInt64 = 0) {
    chunks += 1
    lostFrames += lost
    switch kind {
    case .frame: frames += 1
    case .omittedFrame: omittedFrames += 1
    case .faces: faces += 1
    case .step: steps += 1
    case .comparison: comparisons += 1
    case .events: events += 1
    case .header, .camera, .cameraAndSeed, .orientation, .verdict, .lost, .end, nil: break
    }
  }
}

/// What a whole session ends with.
public struct SessionEnd: Sendable, Hashable {
  /// Raw values are in files and never change.
  public enum Reason: UInt32, Sendable, Hashable, CaseIterable {
    /// All that was appended is in it.
    case complete = 1
    /// It is a copy of a session that was cut.
    case copyOfCut = 2
  }

  public let reason: Reason
  public let counts: SessionCounts
  /// SHA-256 of all bytes before this chunk.
  public let hash: ContentHash
}

extension SessionEnd {
  static let payloadBytes = 8 + 8 * 8 + 32

  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: reason.rawValue)
    bytes.append(littleEndian: UInt32(0))
    for count in counts.inOrder { bytes.append(littleEndian: count) }
    return bytes + hash.bytes
  }

  init(decoding payload: ArraySlice<UInt8>) throws(SessionFault) {
    var reader = PayloadReader(payload)
    guard let reason = Reason(rawValue: try reader.take(UInt32.self)) else {
      throw SessionFault("it ends for a reason that this version does not define.")
    }
    self.reason = reason
    try reader.zero(UInt32.self)
    var counts = SessionCounts()
    counts.chunks = try reader.take(UInt64.self)
    counts.frames = try reader.take(UInt64.self)
    counts.omittedFrames = try reader.take(UInt64.self)
    counts.lostFrames = try reader.take(UInt64.self)
    counts.faces = try reader.take(UInt64.self)
    counts.steps = try reader.take(UInt64.self)
    counts.comparisons = try reader.take(UInt64.self)
    counts.events = try reader.take(UInt64.self)
    self.counts = counts
    guard let hash = ContentHash(bytes: reader.rest) else {
      throw SessionFault("its end is not as long as an end is.")
    }
    self.hash = hash
  }
}

extension SessionCounts {
  /// As an end has them.
  fileprivate var inOrder: [UInt64] {
    [chunks, frames, omittedFrames, lostFrames, faces, steps, comparisons, events]
  }
}
