// SPDX-License-Identifier: Apache-2.0
public import ImprintAudio
public import ImprintRuntime

extension Imprint {
  /// Opens a microphone of the set. A plugin in a process of its own may read what the locator names.
  /// - Throws: ``PluginError`` or ``PluginCallError``.
  public func microphone(_ options: MicrophoneOptions) async throws -> Microphone {
    let plugin = try plugin(providing: .microphone, readablePaths: options.readablePaths)
    return try await Microphone.open(plugin, options: options)
  }

  /// A recorder of a microphone of the set, which opens it anew after an interruption.
  public func recorder(_ microphone: MicrophoneOptions, _ options: RecordingOptions) -> AudioRecorder {
    AudioRecorder(options) { try await self.microphone(microphone) }
  }

  /// A recorder for a voice engine (F174).
  public func recorder(_ locator: String, for preset: VoiceRecordingPreset) -> AudioRecorder {
    recorder(preset.microphone(locator), preset.options)
  }
}
