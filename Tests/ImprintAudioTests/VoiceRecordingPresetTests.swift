// SPDX-License-Identifier: Apache-2.0
import ImprintAudio
import ImprintRuntime
import Testing

/// F174.
@Suite struct VoiceRecordingPresetTests {
  private let preset = VoiceRecordingPreset.voice(.seconds(1))

  private func problems(
    _ sound: [Float], _ preset: VoiceRecordingPreset? = nil
  ) async throws -> Set<VoiceRecordingPreset.Problem> {
    let preset = preset ?? self.preset
    let recording = try await AudioRecorder(preset.options) { ScriptedSource(sound) }.record()
    return preset.problems(of: recording)
  }

  @Test func presetsSayRateChannelAndSamples() {
    #expect(preset.format == AudioFormat(rate: 16_000, channels: 1, sample: .s16))
    #expect(VoiceRecordingPreset.telephone(.seconds(3)).format.rate == 8_000)
    #expect(
      preset.microphone("hw:0") == MicrophoneOptions(locator: "hw:0", rate: 16_000, channels: 1, sample: .s16)
    )
    #expect(preset.options.length == .fixed(.seconds(1)))
  }

  @Test func goodSpeechHasNoProblem() async throws {
    #expect(try await problems(Sounds.sine(0.1, seconds: 2)).isEmpty)
    let sentence = Sounds.hush(seconds: 0.2) + Sounds.sine(0.1, seconds: 1) + Sounds.hush(seconds: 2)
    #expect(try await problems(sentence, .utterance()).isEmpty)
  }

  @Test func badSpeechIsAskedForAgain() async throws {
    #expect(try await problems(Sounds.sine(0.001, seconds: 2)) == [.tooQuiet])
    #expect(try await problems(Sounds.sine(4, seconds: 2)) == [.clipped])
    #expect(try await problems(Sounds.sine(0.1, seconds: 0.5)) == [.tooShort])
    #expect(try await problems(Sounds.silence(seconds: 2)) == [.tooQuiet, .muted])
    #expect(try await problems(Sounds.sine(0.1, seconds: 1), .telephone(.seconds(1))) == [.otherFormat])
  }
}
