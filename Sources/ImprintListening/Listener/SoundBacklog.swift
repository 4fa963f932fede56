// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// Sound that a microphone had captured, and not delivered, when it was asked to stop: the last words of
/// somebody who holds a button while they speak.
///
/// A microphone's clock has an epoch of its own. What it is worth here is taken from the chunk that came
/// soonest after its last frame.
struct SoundBacklog {
  /// Whether all of it was taken.
  private(set) var isOver = false
  private let first: UInt64
  /// Now, when the clock was at `first`.
  private var epoch: ContinuousClock.Instant
  private var stopped: ContinuousClock.Instant?
  /// Frames since the stop.
  private var frames = 0

  /// The most that is taken, in seconds: a clock that stands still is no reason to go on.
  private static let most = 30

  init(_ chunk: AudioChunk, at now: ContinuousClock.Instant) {
    first = chunk.timestamp
    epoch = now - Self.duration(chunk)
  }

  /// Of what begins later nothing is taken.
  mutating func stop(at now: ContinuousClock.Instant) { stopped = stopped ?? now }

  /// There is no more.
  mutating func end() { isOver = true }

  /// - Returns: whether the chunk is to be listened to.
  mutating func take(_ chunk: AudioChunk, at now: ContinuousClock.Instant) -> Bool {
    let age = Duration.nanoseconds(Int64(clamping: chunk.timestamp - min(chunk.timestamp, first)))
    guard let stopped else {
      epoch = min(epoch, now - age - Self.duration(chunk))
      return true
    }
    frames += chunk.frames
    isOver = epoch + age >= stopped || frames > Self.most * chunk.format.rate
    return !isOver
  }

  private static func duration(_ chunk: AudioChunk) -> Duration {
    .seconds(chunk.frames) / chunk.format.rate
  }
}
