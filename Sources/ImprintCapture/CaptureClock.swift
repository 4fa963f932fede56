// SPDX-License-Identifier: Apache-2.0

/// A capture's time: the camera's timestamps from the first frame on, continued by the host's clock while no
/// frame arrives, or all have one timestamp.
///
/// So a replayed source uses its own times, independent of a camera's epoch, and a camera that stalls, or
/// whose clock stands still, times out nevertheless.
struct CaptureClock {
  /// Nanoseconds since the capture began; monotonic.
  private(set) var now: UInt64 = 0

  private let clock = ContinuousClock()
  /// When ``now`` was last set, by the host's clock.
  private var lastSet: ContinuousClock.Instant
  /// A camera timestamp and the corresponding capture time.
  private var first: (timestamp: UInt64, now: UInt64)?
  private var latest: UInt64?

  init() {
    lastSet = clock.now
  }

  /// A frame arrived. Timestamps are monotonic, with the camera's own epoch.
  mutating func frame(at timestamp: UInt64) {
    guard timestamp != latest else { return tick() }
    latest = timestamp
    let first = self.first ?? (timestamp, now)
    self.first = first
    now = max(now, first.now &+ (timestamp &- first.timestamp))
    lastSet = clock.now
  }

  /// No frame arrived in time, or none with a later timestamp.
  mutating func tick() {
    let waited = lastSet.duration(to: clock.now).components
    now &+=
      UInt64(max(0, waited.seconds)) * 1_000_000_000 + UInt64(max(0, waited.attoseconds) / 1_000_000_000)
    lastSet = clock.now
  }
}
