// SPDX-License-Identifier: Apache-2.0
private import Glibc

/// How long the machine has slept since it started: the clock that counts sleep, less the one that does not.
enum SleepClock {
  static func now() -> Duration { read(CLOCK_BOOTTIME) - read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
