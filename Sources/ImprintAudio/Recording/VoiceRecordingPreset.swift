// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// A recording suited for voice extraction: fixed length, one channel, 16-bit samples (F174).
///
/// ```swift
/// let preset = VoiceRecordingPreset.voice(.seconds(4))
/// let recorder = AudioRecorder(preset.options) {
///   try await system.devices.microphone(preset.microphone(locator))
/// }
/// ```
public struct VoiceRecordingPreset: Sendable, Hashable {
  /// The required source format.
  public let format: AudioFormat
  public let options: RecordingOptions
  /// The minimum speech level for recognition, in dBFS (AES17).
  public let quietest: Double

  /// Wideband: 16,000 frames per second, for speech up to 8 kHz.
  public static func voice(_ length: Duration) -> VoiceRecordingPreset {
    VoiceRecordingPreset(rate: 16_000, length: .fixed(length))
  }

  /// Narrowband, for telephone engines: 8,000 frames per second.
  public static func telephone(_ length: Duration) -> VoiceRecordingPreset {
    VoiceRecordingPreset(rate: 8_000, length: .fixed(length))
  }

  /// As ``voice(_:)``, until the speaker is silent.
  public static func utterance(
    _ rule: SilenceRule = SilenceRule(), atMost longest: Duration = .seconds(15)
  ) -> VoiceRecordingPreset {
    VoiceRecordingPreset(rate: 16_000, length: .untilSilence(rule, atMost: longest))
  }

  /// The options of a microphone.
  /// - Parameter locator: from a listing.
  public func microphone(_ locator: String) -> MicrophoneOptions {
    MicrophoneOptions(locator: locator, rate: format.rate, channels: format.channels, sample: format.sample)
  }

  private init(rate: Int, length: RecordingOptions.Length) {
    format = AudioFormat(rate: rate, channels: 1, sample: .s16)
    options = RecordingOptions(length: length)
    quietest = -45
  }

  /// Why the recording should be repeated.
  public enum Problem: String, Sendable, Hashable, CaseIterable {
    /// The microphone's switch was off, or samples were constant over most of the speech. A noise gate does
    /// that between words, which is no fault.
    case muted
    /// Nothing was heard, or too quietly: measured on the heard part, if the silence rule determines it,
    /// without DC offset.
    case tooQuiet = "too-quiet"
    /// More than one sample in a thousand of the heard part, by the silence rule or the standard one, is
    /// clipped. For resampled sound, where their number is unknown: chunks flagged by the source are more
    /// than a hundredth of that part's duration. So one short chunk is tolerated, and one long chunk is not.
    case clipped
    /// Sound is missing in between.
    case gaps
    /// It is shorter than requested.
    case tooShort = "too-short"
    /// It has another rate, number of channels or sample format.
    case otherFormat = "other-format"
  }

  /// The problems of a recording for voice extraction; empty if none.
  public func problems(of recording: Recording) -> Set<Problem> {
    var problems: Set<Problem> = []
    let clip = recording.clip
    if clip.rate != format.rate || clip.channels != format.channels || clip.samples.sample != format.sample {
      problems.insert(.otherFormat)
    }
    let whole = 0..<clip.frames
    let speech = SpeechJudgement(clip, part: recording.heard ?? whole)
    // For a fixed length the heard part is not known: determine it, so that a gate's silence around the words
    // does not dominate.
    let said =
      recording.heard == nil
      ? SpeechJudgement(clip, part: SpeechJudgement.heard(in: clip) ?? whole) : speech
    if recording.wasSwitchedOff || said.sameFrames * 2 > said.frames { problems.insert(.muted) }
    if speech.level < quietest || recording.outcome == .nothingHeard { problems.insert(.tooQuiet) }
    if said.clippedSamples * 1000 > said.frames * clip.channels
      || said.frames(in: recording.hiddenClipping) * 100 > said.frames
    {
      problems.insert(.clipped)
    }
    if !recording.gaps.isEmpty { problems.insert(.gaps) }
    if ![.complete, .silence, .maximum].contains(recording.outcome) { problems.insert(.tooShort) }
    return problems
  }
}
