// SPDX-License-Identifier: Apache-2.0
public import ImprintAudio
public import ImprintRuntime

extension Imprint {
  /// A recorder of a microphone of the set, which opens it anew after an interruption.
  public func recorder(_ microphone: MicrophoneOptions, _ options: RecordingOptions) -> AudioRecorder {
    AudioRecorder(options) { try await self.microphone(microphone) }
  }

  /// A recorder for a voice engine (F174).
  public func recorder(_ locator: String, for preset: VoiceRecordingPreset) -> AudioRecorder {
    recorder(preset.microphone(locator), preset.options)
  }
}
