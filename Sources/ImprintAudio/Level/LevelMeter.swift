// SPDX-License-Identifier: Apache-2.0

/// Measures peak and RMS level of each channel, from its first sample.
///
/// ```swift
/// var meter = LevelMeter(channels: clip.channels)
/// meter.add(clip.samples.scaled)
/// print(meter.levels[0].rms)
/// ```
public struct LevelMeter: Sendable {
  private struct Channel {
    var peak: Float = 0
    var squares = 0.0
  }

  private var channels: [Channel]
  private var frames = 0

  /// - Parameter channels: from 1.
  public init(channels: Int) {
    self.channels = Array(repeating: Channel(), count: max(1, channels))
  }

  /// Processes whole interleaved frames; full scale is -1...1. A non-finite sample counts as 0, and an
  /// incomplete last frame is ignored.
  public mutating func add(_ samples: some Collection<Float>) {
    var channel = 0
    var left = samples.count / channels.count * channels.count
    frames += samples.count / channels.count
    for sample in samples {
      guard left > 0 else { return }
      left -= 1
      let size = sample.isFinite ? sample.magnitude : 0
      channels[channel].peak = max(channels[channel].peak, size)
      channels[channel].squares += Double(size) * Double(size)
      channel = channel + 1 == channels.count ? 0 : channel + 1
    }
  }

  /// Of each channel; ``AudioLevel/silence`` before the first frame.
  public var levels: [AudioLevel] {
    channels.map { channel in
      AudioLevel(peak: channel.peak, meanSquare: frames == 0 ? 0 : channel.squares / Double(frames))
    }
  }

  /// Restarts.
  public mutating func reset() { self = LevelMeter(channels: channels.count) }
}
