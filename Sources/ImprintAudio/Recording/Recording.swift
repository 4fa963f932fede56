// SPDX-License-Identifier: Apache-2.0

/// What was recorded, and what is known about it.
///
/// Redacted: its description never shows a sample.
public struct Recording: Sendable, CustomStringConvertible {
  /// How it came to its end. The words are stable.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// The length that was asked for is there.
    case complete
    /// Silence after sound.
    case silence
    /// No sound began for as long as the silence rule waits.
    case nothingHeard = "nothing-heard"
    /// Sound went on for the longest time that was allowed.
    case maximum
    /// The application stopped it.
    case stopped
    /// The source has ended.
    case ended
    /// The microphone went, or the machine slept.
    case interrupted
    /// The source failed; ``Recording/cause`` says how.
    case failed
  }

  /// A place where sound is missing.
  public struct Gap: Sendable, Hashable {
    public enum Reason: String, Sendable, Hashable, CaseIterable {
      /// The recorder, or the machine, was too slow: frames were lost.
      case lost
      case paused
      case interrupted
    }

    /// Frames of the clip before it.
    public let position: Int
    /// Frames missing; `nil` where nobody knows.
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
  /// What the source answered where that ended it: with ``Outcome/failed``, and ``Outcome/interrupted`` of a
  /// microphone that went.
  public let cause: AudioError?
  /// Of each channel, over the whole clip.
  public let levels: [AudioLevel]
  /// Of all channels, over the whole clip.
  public let clipping: ClippingDetector.Count
  /// Where the source alone has seen clipping, as it was resampled since: the frames of its chunks, in order.
  /// How much of them was clipped, nobody knows. Not a chunk in which a run is left to be seen: what is seen
  /// of it is counted.
  public let hiddenClipping: [Range<Int>]
  /// Whether the microphone was muted, or seemed so, at any time.
  public let wasMuted: Bool
  /// Whether the microphone's own switch was off at any time.
  public let wasSwitchedOff: Bool
  /// Where sound began and ended, in frames of the clip; `nil` where none did, or no silence rule was given.
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

  /// What was heard, with this much before and after it; the whole clip where no silence rule was given.
  public func trimmed(margin: Duration = .milliseconds(200)) -> AudioClip {
    guard let heard else { return clip }
    let frames = margin.frames(at: clip.rate)
    return clip.frames(max(0, heard.lowerBound - frames)..<min(clip.frames, heard.upperBound + frames))
  }

  public var description: String { "Recording(\(outcome.rawValue), \(clip))" }
}
