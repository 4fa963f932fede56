// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The device's clock.
public struct SystemVoiceClock: VoiceClock {
  public init() {}

  public func now() -> Int64 {
    var time = timespec()
    // Fails only for an unknown clock.
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
