// SPDX-License-Identifier: Apache-2.0

/// A rate limit of a plugin's lines in the host's log: a plugin that logs without end would fill the host's
/// disk, and bury other messages.
struct LogBudget {
  /// What was omitted.
  struct Omission: Equatable {
    var lines = 0
    var bytes = 0
  }

  /// An empty line has a cost as well.
  static let bytesOfALine = 64

  private let bytesPerSecond: Int
  private var second: ContinuousClock.Instant
  private var used = 0
  private var omitted = Omission()

  /// - Parameter bytesPerSecond: The limit; 0 for none.
  init(bytesPerSecond: Int, now: ContinuousClock.Instant) {
    self.bytesPerSecond = bytesPerSecond
    second = now
  }

  /// Accounts for one line; `false` where this second's budget is spent.
  mutating func takes(_ bytes: Int, at now: ContinuousClock.Instant) -> Bool {
    guard bytesPerSecond > 0 else { return true }
    if now - second >= .seconds(1) {
      second = now
      used = 0
    }
    let (sum, overflow) = used.addingReportingOverflow(bytes + Self.bytesOfALine)
    // The first line of a second always fits: a limit below one line's length does not silence the plugin.
    guard !overflow, sum <= bytesPerSecond || used == 0 else {
      omitted.lines += 1
      omitted.bytes += bytes
      return false
    }
    used = sum
    return true
  }

  /// What was omitted in a past second, returned once; `nil` where nothing was.
  mutating func omission(at now: ContinuousClock.Instant) -> Omission? {
    now - second >= .seconds(1) ? lastOmission() : nil
  }

  /// Omissions not yet reported, once nothing more comes.
  mutating func lastOmission() -> Omission? {
    guard omitted.lines > 0 else { return nil }
    defer { omitted = Omission() }
    return omitted
  }
}
