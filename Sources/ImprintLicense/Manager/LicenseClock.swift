// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The clocks for licences: injectable, for tests.
public struct LicenseClock: Sendable {
  /// Seconds since 1970 UTC by the device's clock, which may be set, and wrong.
  public let now: @Sendable () -> Int64
  /// Monotonic seconds since an arbitrary epoch, which cannot be set, and include suspend.
  public let elapsed: @Sendable () -> Int64

  /// Times are clamped to 2⁴⁰ seconds, 34,000 years, so that sums do not overflow.
  public init(now: @escaping @Sendable () -> Int64, elapsed: @escaping @Sendable () -> Int64) {
    self.now = { Self.bounded(now()) }
    self.elapsed = { Self.bounded(elapsed()) }
  }

  private static func bounded(_ seconds: Int64) -> Int64 { min(max(seconds, -1 << 40), 1 << 40) }

  /// The device's clocks.
  public static let system = LicenseClock(
    now: { seconds(CLOCK_REALTIME) }, elapsed: { seconds(CLOCK_BOOTTIME) })

  /// How far a clock may be behind a time seen before: 10 minutes, in seconds. Clocks of devices and servers
  /// differ, and are corrected.
  public static let tolerance: Int64 = 600

  private static func seconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    // Fails only for an unknown clock.
    clock_gettime(clock, &time)
    return Int64(time.tv_sec)
  }
}
