// SPDX-License-Identifier: Apache-2.0

/// Counts the transactions of a database, as its `PRAGMA user_version` holds it: 32 bits that go round
/// (serial numbers of RFC 1982). Of two numbers that are compared, one is less than half a round after the
/// other.
struct CommitNumber: Sendable, Hashable {
  let rawValue: UInt32

  static let zero = CommitNumber(rawValue: 0)

  var next: CommitNumber { CommitNumber(rawValue: rawValue &+ 1) }

  func isBefore(_ other: CommitNumber) -> Bool { other.distance(from: self) > 0 }

  /// How many transactions came after the earlier one; negative where it is the later one.
  func distance(from earlier: CommitNumber) -> Int {
    Int(Int32(bitPattern: rawValue &- earlier.rawValue))
  }
}
