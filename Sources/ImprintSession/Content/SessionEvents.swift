// SPDX-License-Identifier: Apache-2.0

/// The events that the capture machine answered a step with: their structs, as the contract lays them out.
public struct SessionEvents: Sendable, Hashable {
  /// At most 1024.
  public var count: Int
  /// `count` structs of equal length, at most 64 KiB in all.
  public var bytes: [UInt8]

  public init(count: Int, bytes: [UInt8]) {
    self.count = count
    self.bytes = bytes
  }
}

extension SessionEvents {
  private static let mostBytes = 64 << 10
  static let longestPayload = 8 + mostBytes

  func check() throws(SessionFault) {
    try require(
      (0...1024).contains(count) && bytes.count <= Self.mostBytes
        && (count == 0 ? bytes.isEmpty : !bytes.isEmpty && bytes.count % count == 0),
      "\(bytes.count) bytes are not \(count) events.")
  }

  func encoded() -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(8 + bytes.count)
    encoded.append(littleEndian: UInt32(count))
    encoded.append(littleEndian: UInt32(0))
    return encoded + bytes
  }

  init(decoding payload: ArraySlice<UInt8>) throws(SessionFault) {
    var reader = PayloadReader(payload)
    count = Int(try reader.take(UInt32.self))
    try reader.zero(UInt32.self)
    bytes = Array(reader.rest)
  }
}
