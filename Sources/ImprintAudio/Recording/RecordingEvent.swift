// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Events of a recording.
public enum RecordingEvent: Sendable {
  /// The microphone is open and delivers this format.
  case began(AudioFormat)
  /// The level of each channel since the last such event.
  case level([AudioLevel])
  /// So many more runs of samples at full scale: speak more quietly, or turn the gain down.
  case clipped(runs: Int)
  /// The microphone is switched off, or repeats the same sample.
  case muted
  /// It is no longer.
  case unmuted
  /// The first sound, by the silence rule.
  case heard
  /// So many frames were lost; sound continues after them.
  case lost(frames: Int)
  /// The application has paused it, and goes on.
  case paused
  case resumed
  /// Sound was interrupted by the system (F69).
  case interrupted(RecordingInterruption)
  /// The microphone can be recorded from again (F185).
  case readyAgain
  /// The last event, unless ``AudioRecorder/record()`` throws.
  case finished(Recording)
}

/// Why sound was interrupted.
public enum RecordingInterruption: String, Sendable, Hashable, CaseIterable {
  /// The microphone was unplugged, or failed.
  case deviceGone = "device-gone"
  /// The machine was suspended.
  case machineSlept = "machine-slept"
}
