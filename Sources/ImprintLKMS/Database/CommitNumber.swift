// SPDX-License-Identifier: Apache-2.0

/// Counts the transactions of a database, as its `PRAGMA user_version` holds it: 32 bits that wrap around
/// (serial number arithmetic, RFC 1982): compared numbers are less than half the range apart.
struct CommitNumber: Sendable, Hashable {
  let rawValue: UInt32

  static let zero = CommitNumber(rawValue: 0)

  var next: CommitNumber { CommitNumber(rawValue: rawValue &+ 1) }

  func isBefore(_ other: CommitNumber) -> Bool { other.distance(from: self) > 0 }

  /// The number of transactions since the earlier one; negative if that is later.
  func distance(from earlier: CommitNumber) -> Int {
    Int(Int32(bitPattern: rawValue &- earlier.rawValue))
  }
}
