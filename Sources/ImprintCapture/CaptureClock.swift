// SPDX-License-Identifier: Apache-2.0

/// A capture's time: the camera's timestamps from the first frame on, carried on by the host's clock while no
/// frame comes.
///
/// So a replayed source is judged by its own times, whatever epoch a camera counts from, and a camera that
/// stalls still times out.
struct CaptureClock {
  /// Nanoseconds since the capture began; never falls.
  private(set) var now: UInt64 = 0

  private let clock = ContinuousClock()
  /// When ``now`` was last set, by the host's clock.
  private var lastSet: ContinuousClock.Instant
  /// The camera's timestamp and the capture's time that belong together.
  private var first: (timestamp: UInt64, now: UInt64)?

  init() {
    lastSet = clock.now
  }

  /// A frame came. Timestamps never fall; their epoch is the camera's own.
  mutating func frame(at timestamp: UInt64) {
    let first = self.first ?? (timestamp, now)
    self.first = first
    now = max(now, first.now &+ (timestamp &- first.timestamp))
    lastSet = clock.now
  }

  /// No frame came in time.
  mutating func tick() {
    let waited = lastSet.duration(to: clock.now).components
    now &+=
      UInt64(max(0, waited.seconds)) * 1_000_000_000 + UInt64(max(0, waited.attoseconds) / 1_000_000_000)
    lastSet = clock.now
  }
}
