// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The system's monotonic clock, in nanoseconds; drivers stamp frames with it too.
public enum MonotonicClock {
  public static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The deadline of a wait of at most `span` nanoseconds that begins at `start`; `UInt64.max` is never.
  public static func after(_ span: UInt64, from start: UInt64 = now) -> UInt64 {
    let (sum, overflow) = start.addingReportingOverflow(span)
    return overflow ? .max : sum
  }
}
