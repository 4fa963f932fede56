// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// How many captures may fail before captures are locked, and for how long.
///
/// Whatever shares a folder of a ``LockoutStore`` is meant to have the same settings: each applies its own to
/// the counts that all share.
public struct LockoutSettings: Sendable, Hashable {
  /// The failed attempts that bring a lock: 1...100, default 5; -1 where nothing is ever locked.
  public let maxCapturesBeforeDelay: Int
  /// How long the first lock lasts, the second and so on, in seconds: 1...32 of 1...2,592,000 (30 days) each,
  /// default 60, 300, 900 and 3600. After the last the last one repeats.
  public let delays: [Int]

  /// What ``maxCapturesBeforeDelay`` may be besides -1.
  public static let captures = 1...100
  /// How many delays there may be.
  public static let delayCounts = 1...32
  /// What each of them may be, in seconds.
  public static let delaySeconds = 1...2_592_000

  /// Five attempts, then 1, 5, 15 and 60 minutes.
  public static let standard = LockoutSettings(valid: 5, [60, 300, 900, 3600])
  /// Nothing is counted or locked, and no file is touched.
  public static let off = LockoutSettings(valid: -1, standard.delays)

  /// - Throws: ``LockoutError`` `badSettings` for a value out of its range.
  public init(
    maxCapturesBeforeDelay: Int = standard.maxCapturesBeforeDelay, delays: [Int] = standard.delays
  ) throws(LockoutError) {
    guard maxCapturesBeforeDelay == -1 || Self.captures.contains(maxCapturesBeforeDelay) else {
      throw LockoutError(
        .badSettings, place: "maxCapturesBeforeDelay", reason: "it is \(maxCapturesBeforeDelay).",
        remedy: "Give \(Self.text(Self.captures)), or -1 for no lock-out.")
    }
    guard Self.delayCounts.contains(delays.count) else {
      throw LockoutError(
        .badSettings, place: "delays", reason: "there are \(delays.count).",
        remedy: "Give \(Self.text(Self.delayCounts)) delays; for no lock-out, maxCapturesBeforeDelay -1.")
    }
    for (index, delay) in delays.enumerated() where !Self.delaySeconds.contains(delay) {
      throw LockoutError(
        .badSettings, place: "delays[\(index)]", reason: "it is \(delay) seconds.",
        remedy: "Give \(Self.text(Self.delaySeconds)) seconds.")
    }
    self.init(valid: maxCapturesBeforeDelay, delays)
  }

  private init(valid captures: Int, _ delays: [Int]) {
    maxCapturesBeforeDelay = captures
    self.delays = delays
  }

  /// The failed attempts that bring a lock; `nil` where nothing is ever locked.
  var most: Int? { maxCapturesBeforeDelay < 0 ? nil : maxCapturesBeforeDelay }

  /// How long the next lock lasts, in nanoseconds.
  /// - Parameter locks: how many there were since the last success.
  func delay(after locks: Int) -> Int64 { Int64(delays[min(locks, delays.count - 1)]) * 1_000_000_000 }

  private static func text(_ range: ClosedRange<Int>) -> String {
    "\(range.lowerBound) to \(range.upperBound)"
  }
}
