// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What a voice engine wants to be given: sound of a fixed length, in one channel, 16 bits a sample (F174).
///
/// ```swift
/// let preset = VoiceRecordingPreset.voice(.seconds(4))
/// let recorder = AudioRecorder(preset.options) { try await
/// system.devices.microphone(preset.microphone(locator)) }
/// ```
public struct VoiceRecordingPreset: Sendable, Hashable {
  /// What a source has to give.
  public let format: AudioFormat
  public let options: RecordingOptions
  /// Quieter speech than this, in dBFS (AES17), is too quiet to tell people apart by.
  public let quietest: Double

  /// For engines on this machine: 16,000 frames a second, which holds speech up to 8 kHz.
  public static func voice(_ length: Duration) -> VoiceRecordingPreset {
    VoiceRecordingPreset(rate: 16_000, length: .fixed(length))
  }

  /// For engines that were made for telephones: 8,000 frames a second.
  public static func telephone(_ length: Duration) -> VoiceRecordingPreset {
    VoiceRecordingPreset(rate: 8_000, length: .fixed(length))
  }

  /// As ``voice(_:)``, until the speaker is silent.
  public static func utterance(
    _ rule: SilenceRule = SilenceRule(), atMost longest: Duration = .seconds(15)
  ) -> VoiceRecordingPreset {
    VoiceRecordingPreset(rate: 16_000, length: .untilSilence(rule, atMost: longest))
  }

  /// What to ask a microphone for.
  /// - Parameter locator: what a listing gave.
  public func microphone(_ locator: String) -> MicrophoneOptions {
    MicrophoneOptions(locator: locator, rate: format.rate, channels: format.channels, sample: format.sample)
  }

  private init(rate: Int, length: RecordingOptions.Length) {
    format = AudioFormat(rate: rate, channels: 1, sample: .s16)
    options = RecordingOptions(length: length)
    quietest = -45
  }

  /// Why speech should be asked for again.
  public enum Problem: String, Sendable, Hashable, CaseIterable {
    /// The microphone's switch was off, or one sample stayed the same over most of the speech. A noise gate
    /// gives that between words, which is no fault.
    case muted
    /// Nothing was heard, or too quietly: of the part that was heard, where the silence rule says which,
    /// without a constant offset.
    case tooQuiet = "too-quiet"
    /// More than one sample in a thousand of the part that was heard was cut off, by the silence rule or the
    /// standard one. Of sound that was resampled, where nobody knows how many were: the chunks that the
    /// source says so of are more than a hundredth of that part's time. So one short chunk is let pass, and
    /// one long chunk is not.
    case clipped
    /// Sound is missing in between.
    case gaps
    /// It is not as long as was asked for.
    case tooShort = "too-short"
    /// It has another rate, another number of channels or other samples.
    case otherFormat = "other-format"
  }

  /// What is wrong with a recording for a voice engine; empty where nothing is.
  public func problems(of recording: Recording) -> Set<Problem> {
    var problems: Set<Problem> = []
    let clip = recording.clip
    if clip.rate != format.rate || clip.channels != format.channels || clip.samples.sample != format.sample {
      problems.insert(.otherFormat)
    }
    let whole = 0..<clip.frames
    let speech = SpeechJudgement(clip, part: recording.heard ?? whole)
    // Of a fixed length nobody has said what was heard: a gate's silence around the words is not most of
    // them.
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
