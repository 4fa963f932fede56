// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// What time it is, for licences: injected, so that a test has any time it likes.
public struct LicenseClock: Sendable {
  /// Seconds since 1970 UTC, as the device's clock says; it may be set, and be wrong.
  public let now: @Sendable () -> Int64
  /// Seconds since some moment, which nobody can set; they go on while the device sleeps.
  public let elapsed: @Sendable () -> Int64

  /// Times beyond 2⁴⁰ seconds, 34,000 years, count as that: no sum of them overflows.
  public init(now: @escaping @Sendable () -> Int64, elapsed: @escaping @Sendable () -> Int64) {
    self.now = { Self.bounded(now()) }
    self.elapsed = { Self.bounded(elapsed()) }
  }

  private static func bounded(_ seconds: Int64) -> Int64 { min(max(seconds, -1 << 40), 1 << 40) }

  /// The device's own.
  public static let system = LicenseClock(
    now: { seconds(CLOCK_REALTIME) }, elapsed: { seconds(CLOCK_BOOTTIME) })

  /// How far a clock may be behind the time that was seen before: 10 minutes, in seconds. Clocks of devices
  /// and servers differ, and are corrected.
  public static let tolerance: Int64 = 600

  private static func seconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    // It fails for an unknown clock only.
    clock_gettime(clock, &time)
    return Int64(time.tv_sec)
  }
}
