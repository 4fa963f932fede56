// SPDX-License-Identifier: Apache-2.0

/// A capture's time: the camera's timestamps, carried on by the host's clock while no frame comes.
///
/// So a replayed source is judged by its own times, and a camera that stalls still times out.
struct CaptureClock {
  /// Nanoseconds; never falls.
  private(set) var now: UInt64 = 0

  private let clock = ContinuousClock()
  private var lastFrame: (timestamp: UInt64, received: ContinuousClock.Instant)?

  /// A frame came.
  mutating func frame(at timestamp: UInt64) {
    lastFrame = (timestamp, clock.now)
    now = max(now, timestamp)
  }

  /// No frame came in time.
  mutating func tick() {
    guard let lastFrame else {
      lastFrame = (now, clock.now)
      return
    }
    let waited = lastFrame.received.duration(to: clock.now).components
    let nanoseconds =
      UInt64(max(0, waited.seconds)) * 1_000_000_000 + UInt64(max(0, waited.attoseconds) / 1_000_000_000)
    now = max(now, lastFrame.timestamp &+ nanoseconds)
  }
}
