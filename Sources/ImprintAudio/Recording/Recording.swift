// SPDX-License-Identifier: Apache-2.0

/// A recording and its metadata.
///
/// Redacted: its description never shows a sample.
public struct Recording: Sendable, CustomStringConvertible {
  /// How it ended. The raw values are stable.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// The requested length is complete.
    case complete
    /// Silence after sound.
    case silence
    /// No sound began for as long as the silence rule waits.
    case nothingHeard = "nothing-heard"
    /// Sound reached the maximum duration.
    case maximum
    /// The application stopped it.
    case stopped
    /// The source has ended.
    case ended
    /// The microphone was lost, or the machine was suspended.
    case interrupted
    /// The source failed; see ``Recording/cause``.
    case failed
  }

  /// A gap in the sound.
  public struct Gap: Sendable, Hashable {
    public enum Reason: String, Sendable, Hashable, CaseIterable {
      /// The recorder, or the machine, was too slow: frames were lost.
      case lost
      case paused
      case interrupted
    }

    /// Frames of the clip before it.
    public let position: Int
    /// The number of missing frames; `nil` if unknown.
    public let frames: Int?
    public let reason: Reason

    public init(position: Int, frames: Int?, reason: Reason) {
      self.position = position
      self.frames = frames
      self.reason = reason
    }
  }

  public let clip: AudioClip
  public let outcome: Outcome
  /// The source's error if that ended it: with ``Outcome/failed``, and ``Outcome/interrupted`` by a lost
  /// microphone.
  public let cause: AudioError?
  /// Of each channel, over the whole clip.
  public let levels: [AudioLevel]
  /// Of all channels, over the whole clip.
  public let clipping: ClippingDetector.Count
  /// Where only the source has detected clipping, before resampling: the frames of its chunks, in order. The
  /// extent is unknown. Excludes chunks with a visible run, which is counted instead.
  public let hiddenClipping: [Range<Int>]
  /// Whether the microphone was muted, or seemed so, at any time.
  public let wasMuted: Bool
  /// Whether the microphone's own switch was off at any time.
  public let wasSwitchedOff: Bool
  /// Where sound began and ended, in frames of the clip; `nil` if there was none, or no silence rule.
  public let heard: Range<Int>?
  /// In order.
  public let gaps: [Gap]

  public init(
    clip: AudioClip, outcome: Outcome, cause: AudioError? = nil, levels: [AudioLevel],
    clipping: ClippingDetector.Count, hiddenClipping: [Range<Int>] = [], wasMuted: Bool,
    wasSwitchedOff: Bool = false, heard: Range<Int>?, gaps: [Gap]
  ) {
    self.clip = clip
    self.outcome = outcome
    self.cause = cause
    self.levels = levels
    self.clipping = clipping
    self.hiddenClipping = hiddenClipping
    self.wasMuted = wasMuted
    self.wasSwitchedOff = wasSwitchedOff
    self.heard = heard
    self.gaps = gaps
  }

  /// Frames that were lost within it.
  public var lost: Int { gaps.reduce(0) { $0 + ($1.reason == .lost ? $1.frames ?? 0 : 0) } }

  /// The heard part with a margin on both sides; the whole clip without a silence rule.
  public func trimmed(margin: Duration = .milliseconds(200)) -> AudioClip {
    guard let heard else { return clip }
    let frames = margin.frames(at: clip.rate)
    return clip.frames(max(0, heard.lowerBound - frames)..<min(clip.frames, heard.upperBound + frames))
  }

  public var description: String { "Recording(\(outcome.rawValue), \(clip))" }
}
