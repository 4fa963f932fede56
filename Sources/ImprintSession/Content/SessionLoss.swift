// SPDX-License-Identifier: Apache-2.0

/// Frames that came, and are not in the session.
public struct SessionLoss: Sendable, Hashable {
  /// Why. Raw values are in files and never change.
  public enum Reason: UInt32, Sendable, Hashable, CaseIterable {
    /// The disk was too slow.
    case queue = 1
    /// The session, or what is held in memory, had reached its limit.
    case limit = 2
  }

  /// The numbers of the first and the last of them.
  public var first: UInt64
  public var last: UInt64
  /// How many: the camera itself may have lost some between them.
  public var count: UInt32
  public var reason: Reason

  public init(first: UInt64, last: UInt64, count: UInt32, reason: Reason) {
    self.first = first
    self.last = last
    self.count = count
    self.reason = reason
  }
}

extension SessionLoss {
  static let payloadBytes = 24

  func check() throws(SessionFault) {
    try require(
      first <= last && count >= 1 && UInt64(count) - 1 <= last - first,
      "\(count) lost frames are not those from \(first) to \(last).")
  }

  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: first)
    bytes.append(littleEndian: last)
    bytes.append(littleEndian: count)
    bytes.append(littleEndian: reason.rawValue)
    return bytes
  }

  init(decoding payload: ArraySlice<UInt8>) throws(SessionFault) {
    var reader = PayloadReader(payload)
    first = try reader.take(UInt64.self)
    last = try reader.take(UInt64.self)
    count = try reader.take(UInt32.self)
    guard let reason = Reason(rawValue: try reader.take(UInt32.self)) else {
      throw SessionFault("frames were lost for a reason that this version does not define.")
    }
    self.reason = reason
    try reader.end()
  }
}
