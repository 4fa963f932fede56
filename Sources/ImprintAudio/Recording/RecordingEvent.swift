// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What happens during a recording.
public enum RecordingEvent: Sendable {
  /// The microphone is open and gives sound like this.
  case began(AudioFormat)
  /// How loud each channel was since the last of these.
  case level([AudioLevel])
  /// So many more runs of samples at full scale: speak more quietly, or turn the gain down.
  case clipped(runs: Int)
  /// The microphone is switched off, or gives the same sample again and again.
  case muted
  /// It is no longer.
  case unmuted
  /// The first sound, by the silence rule.
  case heard
  /// So many frames were lost; sound goes on after them.
  case lost(frames: Int)
  /// The application has paused it, and goes on.
  case paused
  case resumed
  /// Sound has stopped coming for a reason of the system's (F69).
  case interrupted(RecordingInterruption)
  /// The microphone can be recorded from again (F185).
  case readyAgain
  /// The last of all, but where ``AudioRecorder/record()`` throws.
  case finished(Recording)
}

/// Why sound stopped coming.
public enum RecordingInterruption: String, Sendable, Hashable, CaseIterable {
  /// The microphone was unplugged, or failed.
  case deviceGone = "device-gone"
  /// The machine slept.
  case machineSlept = "machine-slept"
}
