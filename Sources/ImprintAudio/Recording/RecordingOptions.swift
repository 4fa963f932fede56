// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// How long to record, and how to handle interruptions.
public struct RecordingOptions: Sendable, Hashable {
  /// When a recording ends.
  public enum Length: Sendable, Hashable {
    /// Exactly so many frames as this lasts; above 0.
    case fixed(Duration)
    /// Until sound has begun and ended by the rule, or none has begun; at most this long, above 0.
    case untilSilence(SilenceRule = SilenceRule(), atMost: Duration)
  }

  /// What happens to a recording if the microphone is lost, or the machine is suspended.
  public enum Interruption: Sendable, Hashable {
    /// It ends with what there is. ``AudioRecorder/readyAgain(within:)`` waits until another can begin.
    case ends
    /// It continues once the microphone is back, within at most this time; with a gap in between.
    case goesOn(within: Duration)
  }

  public var length: Length
  public var interruption: Interruption
  /// The interval of level events; default every 100 ms, at the shortest 10 ms.
  public var levelInterval: Duration

  /// The longest recording: 1 hour, and 512 MiB of samples.
  public static let maximumLength: Duration = .seconds(3600)
  public static let maximumBytes = 512 << 20

  public init(
    length: Length, interruption: Interruption = .ends, levelInterval: Duration = .milliseconds(100)
  ) {
    self.length = length
    self.interruption = interruption
    self.levelInterval = levelInterval
  }

  var longest: Duration {
    switch length {
    case .fixed(let length): length
    case .untilSilence(_, let longest): longest
    }
  }

  /// - Returns: how many frames the recording has at most.
  /// - Throws: ``AudioError`` `argument`.
  func frames(of format: AudioFormat) throws(AudioError) -> Int {
    guard longest > .zero, longest <= Self.maximumLength else {
      throw Self.argument("a length of \(longest) is not above 0 and at most \(Self.maximumLength).")
    }
    if case .untilSilence(let rule, _) = length, !rule.isSound {
      throw Self.argument(
        "a silence rule's thresholds are not in order (offset, onset, 3 dBFS), or a time is not above 0.")
    }
    let frames = max(1, Int((longest / .seconds(1) * Double(format.rate)).rounded()))
    let bytes = frames.multipliedReportingOverflow(by: format.channels * format.sample.bytes)
    guard !bytes.overflow, bytes.partialValue <= Self.maximumBytes else {
      throw Self.argument(
        "\(longest) at \(format.rate) frames a second and \(format.channels) channels are more than "
          + "\(Self.maximumBytes >> 20) MiB.")
    }
    return frames
  }

  private static func argument(_ reason: String) -> AudioError {
    AudioError(
      .argument, place: "recording options", reason: reason, remedy: "Give a value inside the stated range.")
  }
}
