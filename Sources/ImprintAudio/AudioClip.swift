// SPDX-License-Identifier: Apache-2.0
private import ImprintRuntime

/// Sound of some length.
///
/// Redacted: its description never shows a sample.
public struct AudioClip: Sendable, Hashable, CustomStringConvertible {
  /// Frames a second, 1...``AudioFormat/maximumRate``.
  public let rate: Int
  /// 1...``AudioFormat/maximumChannels``.
  public let channels: Int
  /// Whole frames.
  public let samples: AudioSamples

  /// - Returns: `nil` where rate or channels are outside their ranges, or the last frame is incomplete.
  public init?(rate: Int, channels: Int, samples: AudioSamples) {
    guard (1...AudioFormat.maximumRate).contains(rate), (1...AudioFormat.maximumChannels).contains(channels),
      samples.count.isMultiple(of: channels)
    else { return nil }
    self.rate = rate
    self.channels = channels
    self.samples = samples
  }

  public var frames: Int { samples.count / channels }

  public var duration: Duration { .seconds(Double(frames) / Double(rate)) }

  /// Some frames of it; `range` is clamped.
  public func frames(_ range: Range<Int>) -> AudioClip {
    let range = range.clamped(to: 0..<frames)
    return AudioClip(
      unchecked: rate, channels, samples[range.lowerBound * channels..<range.upperBound * channels])
  }

  private init(unchecked rate: Int, _ channels: Int, _ samples: AudioSamples) {
    self.rate = rate
    self.channels = channels
    self.samples = samples
  }

  public var description: String {
    "AudioClip(\(frames) frames at \(rate)/s, \(channels) channels, \(samples.sample.rawValue), <redacted>)"
  }
}
