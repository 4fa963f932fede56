// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import Synchronization

/// A device's clocks, which stand still until a test moves them.
final class TestClock: Sendable {
  /// 2026-09-21 14:13:20 UTC.
  static let start: Int64 = 1_790_000_000
  static let day: Int64 = 86_400

  private let times = Mutex((now: TestClock.start, elapsed: Int64(1000)))

  var now: Int64 { times.withLock { $0.now } }

  /// Time passes.
  func pass(_ seconds: Int64) { times.withLock { $0 = ($0.now + seconds, $0.elapsed + seconds) } }

  /// Somebody sets the clock; no time passes.
  func set(_ now: Int64) { times.withLock { $0.now = now } }

  /// The device starts again: the clock that nobody can set begins anew.
  func restart() { times.withLock { $0.elapsed = 0 } }

  var clock: LicenseClock {
    LicenseClock(now: { self.now }, elapsed: { self.times.withLock { $0.elapsed } })
  }
}
