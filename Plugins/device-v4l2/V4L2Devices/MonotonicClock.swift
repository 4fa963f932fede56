// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The system's monotonic clock, which drivers stamp frames with too.
enum MonotonicClock {
  /// Nanoseconds.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// When a call that may wait `timeout` nanoseconds from now has to end.
  static func deadline(_ timeout: UInt64) -> UInt64 {
    let (sum, overflow) = now.addingReportingOverflow(timeout)
    return overflow ? .max : sum
  }
}
