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

  /// A room with a constant offset, as cheap converters have it.
  private func offset(_ sound: [Float], _ offset: Float = 0.005) -> [Float] { sound.map { $0 + offset } }

  @Test func waitingBeforeSpeechDoesNotMakeItTooQuiet() async throws {
    let speech = Sounds.sine(Sounds.amplitude(-35), seconds: 1)
    let sound = Sounds.hush(seconds: 9) + speech + Sounds.hush(seconds: 2)
    #expect(try await problems(sound, .utterance()).isEmpty)
  }

  @Test func aConstantOffsetIsNoSpeech() async throws {
    #expect(try await problems(offset(Sounds.hush(seconds: 2))) == [.tooQuiet])
    #expect(try await problems(offset(Sounds.sine(0.1, seconds: 2))).isEmpty)
  }

  @Test func silenceOfANoiseGateIsNoSwitch() async throws {
    let word = Sounds.sine(0.1, seconds: 0.5)
    let gated = word + Sounds.silence(seconds: 0.6) + word + Sounds.silence(seconds: 2)
    #expect(try await problems(gated, .utterance()).isEmpty)
    // Of a fixed length the most of it may be the gate's.
    #expect(try await problems(gated, .voice(.seconds(3))).isEmpty)
  }

  @Test func aMicrophoneThatStaysTheSameInTheMidstOfSpeechIsMuted() async throws {
    let sound = Sounds.sine(0.1, seconds: 0.2) + Sounds.silence(seconds: 2) + Sounds.sine(0.1, seconds: 0.2)
    #expect(try await problems(sound, .voice(.milliseconds(2400))) == [.muted])
  }

  @Test func theSwitchOfTheDeviceIsAlwaysMuted() async throws {
    let sound = Sounds.s16(Sounds.sine(0.1, seconds: 0.5))
    let source = ScriptedSource([
      .chunk(Sounds.chunk(sound, muted: true)), .chunk(Sounds.chunk(sound)),
    ])
    let recording = try await AudioRecorder(preset.options) { source }.record()
    #expect(recording.wasSwitchedOff && preset.problems(of: recording) == [.muted])
  }

  @Test func clippingIsJudgedOfWhatWasHeard() async throws {
    var speech = Sounds.sine(0.2, seconds: 1)
    for index in 4000..<4100 { speech[index] = 1 }
    let sound = Sounds.hush(seconds: 9) + speech + Sounds.hush(seconds: 2)
    #expect(try await problems(sound, .utterance()) == [.clipped])
  }

  /// A source that has resampled, and says of some of its chunks that they were clipped before.
  private func resampled(_ sound: [Float], frames: Int, clipped: Set<Int>) -> ScriptedSource {
    var steps: [ScriptedSource.Step] = []
    for start in stride(from: 0, to: sound.count, by: frames) {
      let samples = Sounds.s16(Array(sound[start..<min(start + frames, sound.count)]))
      steps.append(.chunk(Sounds.chunk(samples, clipped: clipped.contains(steps.count))))
    }
    return ScriptedSource(steps)
  }

  @Test(arguments: [320, 8_000]) func clippingThatOnlyTheSourceHasSeenIsJudgedByItsTime(
    _ frames: Int
  ) async throws {
    let sound = Sounds.sine(0.5, seconds: 1)
    let source = resampled(sound, frames: frames, clipped: [1])
    let recording = try await AudioRecorder(preset.options) { source }.record()
    #expect(recording.hiddenClipping == [frames..<2 * frames])
    #expect(preset.problems(of: recording) == [.clipped])
  }

  @Test func oneShortChunkThatWasClippedIsLetPass() async throws {
    let source = resampled(Sounds.sine(0.5, seconds: 1), frames: 80, clipped: [7])
    let recording = try await AudioRecorder(preset.options) { source }.record()
    #expect(recording.hiddenClipping == [560..<640] && preset.problems(of: recording).isEmpty)
  }

  @Test func aKnockBeforeSpeechIsNoClippingOfIt() async throws {
    let sound =
      Sounds.hush(seconds: 0.5) + Sounds.sine(4, seconds: 0.02) + Sounds.hush(seconds: 0.5)
      + Sounds.sine(0.1, seconds: 1) + Sounds.hush(seconds: 2)
    #expect(try await problems(sound, .utterance()).isEmpty)
    // Of a fixed length too.
    #expect(try await problems(sound, .voice(.seconds(2))).isEmpty)
  }

  @Test func clippingThatOnlyTheSourceHasSeenCountsWithinSpeechAlone() async throws {
    let sound = Sounds.hush(seconds: 1) + Sounds.sine(0.1, seconds: 1) + Sounds.hush(seconds: 2)
    let preset = VoiceRecordingPreset.utterance()
    for (chunk, problems) in [(10, []), (60, [.clipped])] as [(Int, Set<VoiceRecordingPreset.Problem>)] {
      let source = resampled(sound, frames: 320, clipped: [chunk])
      let recording = try await AudioRecorder(preset.options) { source }.record()
      #expect(preset.problems(of: recording) == problems, "chunk \(chunk)")
    }
  }
}
