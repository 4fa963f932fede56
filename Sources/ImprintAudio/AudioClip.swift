// SPDX-License-Identifier: Apache-2.0

/// Sound of some length.
///
/// Redacted: its description never shows a sample.
public struct AudioClip: Sendable, Hashable, CustomStringConvertible {
  /// Frames a second.
  public let rate: Int
  /// From 1.
  public let channels: Int
  /// Whole frames.
  public let samples: AudioSamples

  /// Rates of sound, 1 to this many frames a second.
  public static let maximumRate = 768_000
  /// Channels, 1 to this many.
  public static let maximumChannels = 32

  /// - Returns: `nil` where rate or channels are outside their ranges, or the last frame is cut.
  public init?(rate: Int, channels: Int, samples: AudioSamples) {
    guard (1...Self.maximumRate).contains(rate), (1...Self.maximumChannels).contains(channels),
      samples.count.isMultiple(of: channels)
    else { return nil }
    self.rate = rate
    self.channels = channels
    self.samples = samples
  }

  public var frames: Int { samples.count / channels }

  public var duration: Duration { .seconds(Double(frames) / Double(rate)) }

  /// Some frames of it; those of `range` that it does not have are left out.
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
    "AudioClip(\(frames) frames at \(rate)/s, \(channels) channels, \(samples.kind.rawValue), <redacted>)"
  }
}
