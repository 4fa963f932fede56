// SPDX-License-Identifier: Apache-2.0

/// How much a plugin's lines may come into the host's log in each second: a plugin that writes without end
/// would fill the host's disk, and hide what others say.
struct LogBudget {
  /// What was left out.
  struct Omission: Equatable {
    var lines = 0
    var bytes = 0
  }

  /// An empty line costs something as well.
  static let bytesOfALine = 64

  private let bytesPerSecond: Int
  private var second: ContinuousClock.Instant
  private var used = 0
  private var omitted = Omission()

  /// - Parameter bytesPerSecond: 0: no limit.
  init(bytesPerSecond: Int, now: ContinuousClock.Instant) {
    self.bytesPerSecond = bytesPerSecond
    second = now
  }

  /// Takes the place of one line; `false` where there is none in this second.
  mutating func takes(_ bytes: Int, at now: ContinuousClock.Instant) -> Bool {
    guard bytesPerSecond > 0 else { return true }
    if now - second >= .seconds(1) {
      second = now
      used = 0
    }
    let (sum, overflow) = used.addingReportingOverflow(bytes + Self.bytesOfALine)
    // The first line of a second always fits: a limit below one line's length is no silence.
    guard !overflow, sum <= bytesPerSecond || used == 0 else {
      omitted.lines += 1
      omitted.bytes += bytes
      return false
    }
    used = sum
    return true
  }

  /// What was left out in a second that is over, each once; `nil` where nothing was.
  mutating func omission(at now: ContinuousClock.Instant) -> Omission? {
    now - second >= .seconds(1) ? lastOmission() : nil
  }

  /// What was left out and not told yet, once nothing more comes.
  mutating func lastOmission() -> Omission? {
    guard omitted.lines > 0 else { return nil }
    defer { omitted = Omission() }
    return omitted
  }
}
