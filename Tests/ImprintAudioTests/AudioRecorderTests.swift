// SPDX-License-Identifier: Apache-2.0
@testable import ImprintAudio
import ImprintRuntime
import Synchronization
import Testing

private func recorder(_ length: RecordingOptions.Length, _ source: ScriptedSource) -> AudioRecorder {
  AudioRecorder(RecordingOptions(length: length)) { source }
}

private func events(of recorder: AudioRecorder) async -> [RecordingEvent] {
  var all: [RecordingEvent] = []
  for await event in recorder.events { all.append(event) }
  return all
}

/// What a test asks of an event, without what goes with it.
private func words(_ events: [RecordingEvent]) -> [String] {
  events.compactMap { event in
    switch event {
    case .level: nil
    default: String("\(event)".prefix { $0 != "(" })
    }
  }
}

private func chunk(
  _ value: Int16, frames: Int = 160, lost: UInt64 = 0, muted: Bool = false
) -> ScriptedSource.Step {
  .chunk(Sounds.chunk(.s16((0..<frames).map { value &+ Int16($0 & 3) }), lost: lost, muted: muted))
}

@Suite struct AudioRecorderTests {
  @Test func aFixedLengthHasExactlyThoseFrames() async throws {
    let sound = Sounds.sine(0.25, seconds: 2)
    let source = ScriptedSource(sound, frames: 333)
    let recording = try await recorder(.fixed(.milliseconds(1005)), source).record()
    #expect(recording.outcome == .complete)
    #expect(recording.clip.samples == Sounds.s16(Array(sound[..<16_080])))
    #expect(abs(recording.levels[0].rms + 12.04) < 0.05)
    #expect(recording.gaps.isEmpty && recording.lost == 0 && !recording.wasMuted)
    // It is closed.
    #expect(source.isClosed)
  }

  @Test func eventsTellLevelsAtTheirIntervalAndTheEnd() async throws {
    let made = recorder(.fixed(.seconds(1)), ScriptedSource(Sounds.sine(0.5, seconds: 2)))
    _ = try await made.record()
    let all = await events(of: made)
    let levels = all.compactMap { event -> Double? in
      if case .level(let levels) = event { levels[0].rms } else { nil }
    }
    #expect(levels.count == 10)
    #expect(levels.allSatisfy { abs($0 + 6.02) < 0.2 })
    #expect(words(all) == ["began", "finished"])
  }

  @Test func untilSilenceEndsAfterTheVoice() async throws {
    let sound =
      Sounds.hush(seconds: 0.5) + Sounds.sine(0.1, seconds: 1) + Sounds.hush(seconds: 5)
    let source = ScriptedSource(sound)
    let made = recorder(.untilSilence(atMost: .seconds(20)), source)
    let recording = try await made.record()
    #expect(recording.outcome == .silence)
    // 0.5 s before, 1 s of sound, 0.8 s of silence, to a piece of 20 ms.
    #expect(abs(recording.clip.frames - 36_800) <= 640)
    #expect(source.stepsLeft > 0)
    let trimmed = recording.trimmed(margin: .milliseconds(100))
    #expect(abs(trimmed.frames - 19_200) <= 640)
    #expect(words(await events(of: made)) == ["began", "heard", "finished"])
  }

  @Test func soundWithoutAnEndStopsAtTheMaximum() async throws {
    let source = ScriptedSource(Sounds.sine(0.1, seconds: 3))
    let recording = try await recorder(.untilSilence(atMost: .seconds(2)), source).record()
    #expect(recording.outcome == .maximum && recording.clip.frames == 32_000)
  }

  @Test func aQuietRoomIsNothingHeard() async throws {
    let rule = SilenceRule(patience: .seconds(1))
    let source = ScriptedSource(Sounds.hush(seconds: 3))
    let recording = try await recorder(.untilSilence(rule, atMost: .seconds(20)), source).record()
    #expect(recording.outcome == .nothingHeard && recording.heard == nil)
  }

  @Test func lostFramesAreToldAndKeptAsGaps() async throws {
    let source = ScriptedSource([
      chunk(1), chunk(2, lost: 50), chunk(3, lost: 50), chunk(4, lost: 80), .error(101), chunk(5, lost: 80),
    ])
    let made = recorder(.fixed(.milliseconds(50)), source)
    let recording = try await made.record()
    #expect(recording.clip.frames == 800)
    #expect(recording.lost == 80)
    #expect(recording.gaps.map(\.position) == [160, 480] && recording.gaps.map(\.frames) == [50, 30])
    #expect(recording.gaps.allSatisfy { $0.reason == .lost })
    #expect(words(await events(of: made)) == ["began", "lost", "lost", "finished"])
  }

  @Test func clippingIsTold() async throws {
    let loud =
      Sounds.sine(0.1, seconds: 0.1) + [Float](repeating: 1, count: 10) + Sounds.sine(0.1, seconds: 0.1)
    let made = recorder(.fixed(.milliseconds(200)), ScriptedSource(loud))
    let recording = try await made.record()
    #expect(recording.clipping == ClippingDetector.Count(runs: 1, samples: 10))
    #expect(recording.hiddenClipping.isEmpty)
    #expect(words(await events(of: made)) == ["began", "clipped", "finished"])
  }

  @Test func clippingThatOnlyTheSourceHasSeenIsTold() async throws {
    let quiet = Sounds.chunk(Sounds.s16(Sounds.sine(0.5, seconds: 0.02)), clipped: true)
    let made = recorder(
      .fixed(.milliseconds(60)), ScriptedSource([.chunk(quiet), .chunk(quiet), chunk(1, frames: 320)]))
    let recording = try await made.record()
    #expect(recording.clipping.runs == 2 && recording.hiddenClipping == [0..<640])
    #expect(VoiceRecordingPreset.voice(.milliseconds(60)).problems(of: recording).contains(.clipped))
    #expect(words(await events(of: made)) == ["began", "clipped", "clipped", "finished"])
  }

  @Test func theSwitchOfTheDeviceIsTold() async throws {
    let source = ScriptedSource([chunk(1), chunk(2, muted: true), chunk(3, muted: true), chunk(4), chunk(5)])
    let made = recorder(.fixed(.milliseconds(50)), source)
    #expect(try await made.record().wasMuted)
    #expect(words(await events(of: made)) == ["began", "muted", "unmuted", "finished"])
  }

  @Test func samplesThatNeverChangeAreToldAsMuted() async throws {
    let made = recorder(.fixed(.seconds(1)), ScriptedSource(Sounds.silence(seconds: 2)))
    #expect(try await made.record().wasMuted)
    #expect(words(await events(of: made)) == ["began", "muted", "finished"])
  }

  @Test func aSourceThatEndsGivesWhatThereIs() async throws {
    let recording = try await recorder(.fixed(.seconds(9)), ScriptedSource([chunk(1), chunk(2)])).record()
    #expect(recording.outcome == .ended && recording.clip.frames == 320)
  }

  @Test func stopEndsWithWhatThereIs() async throws {
    let made = recorder(.fixed(.seconds(60)), ScriptedSource([chunk(1), chunk(2), .nothing]))
    async let recording = made.record()
    try await Task.sleep(for: .milliseconds(50))
    await made.stop()
    #expect(try await recording.outcome == .stopped)
    #expect(try await recording.clip.frames == 320)
  }

  @Test func cancellingTheTaskIsAnErrorAtOnce() async throws {
    let source = ScriptedSource([chunk(1), .nothing])
    let made = recorder(.fixed(.seconds(60)), source)
    let task = Task { try await made.record() }
    try await Task.sleep(for: .milliseconds(50))
    let start = ContinuousClock.now
    task.cancel()
    await #expect { try await task.value } throws: { ($0 as? AudioError)?.code == .cancelled }
    // Not when the 60 seconds are over; how soon else is the machine's matter.
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(source.isClosed)
  }

  @Test func whatComesWhilePausedIsLeftOut() async throws {
    // Paused before it begins, so that all pieces come while it is.
    let source = ScriptedSource([chunk(1), chunk(2), .nothing])
    let made = recorder(.fixed(.seconds(60)), source)
    await made.pause()
    async let recording = made.record()
    try await Task.sleep(for: .milliseconds(50))
    await made.stop()
    #expect(try await recording.clip.frames == 0)
    #expect(words(await events(of: made)) == ["paused", "began", "finished"])
  }

  @Test func whatWasPausedIsAGap() throws {
    var progress = try RecordingProgress(
      RecordingOptions(length: .fixed(.seconds(1))), of: AudioFormat(rate: 16_000, channels: 1, sample: .s16))
    let silent: (RecordingEvent) -> Void = { _ in }
    _ = try progress.add(Sounds.chunk(.s16([1, 2])), tell: silent)
    progress.pass(Sounds.chunk(.s16([3]), lost: 7))
    progress.add(gap: .paused, frames: 1)
    _ = try progress.add(Sounds.chunk(.s16([4]), lost: 7), tell: silent)
    let recording = try progress.recording(.stopped)
    #expect(recording.clip.samples == .s16([1, 2, 4]))
    #expect(recording.gaps == [Recording.Gap(position: 2, frames: 1, reason: .paused)])
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(-Int64.max), .zero])
  func anIntervalOfAnyLengthIsTaken(interval: Duration) async throws {
    let source = ScriptedSource(Sounds.sine(0.1, seconds: 0.2))
    let options = RecordingOptions(length: .fixed(.milliseconds(100)), levelInterval: interval)
    let recording = try await AudioRecorder(options) { source }.record()
    #expect(recording.outcome == .complete)
  }

  @Test(arguments: [
    (Duration.seconds(Int64.max), 1600), (.seconds(-Int64.max), 800), (.milliseconds(10), 1120),
  ])
  func aMarginOfAnyLengthIsCutAtTheClipsEnds(margin: Duration, frames: Int) throws {
    let clip = try #require(
      AudioClip(rate: 16_000, channels: 1, samples: .s16([Int16](repeating: 1, count: 1600))))
    let recording = Recording(
      clip: clip, outcome: .silence, levels: [], clipping: .init(), wasMuted: false, heard: 400..<1200,
      gaps: [])
    #expect(recording.trimmed(margin: margin).frames == frames)
  }

  @Test func aRecorderRecordsOnce() async throws {
    let made = recorder(.fixed(.milliseconds(10)), ScriptedSource([chunk(1)]))
    _ = try await made.record()
    await #expect { try await made.record() } throws: { ($0 as? AudioError)?.code == .alreadyRun }
  }

  @Test func failuresOfTheMicrophoneKeepTheirCause() async throws {
    let broken = recorder(.fixed(.seconds(1)), ScriptedSource([.error(101), .error(801)]))
    await #expect { try await broken.record() } throws: {
      ($0 as? AudioError)?.code == .source && ($0 as? AudioError)?.cause == .memory
    }
    let denied = AudioRecorder(RecordingOptions(length: .fixed(.seconds(1)))) {
      throw PluginCallError(status: 603, plugin: "p", function: "open")
    }
    await #expect { try await denied.record() } throws: {
      ($0 as? AudioError)?.cause == .deviceDenied
    }
  }

  @Test(arguments: [801, 604, 1002] as [Int32])
  func whatWasRecordedBeforeAFailureIsKeptWithItsCause(status: Int32) async throws {
    let made = recorder(.fixed(.seconds(1)), ScriptedSource([chunk(1), chunk(2), .error(status)]))
    let recording = try await made.record()
    #expect(recording.outcome == .failed && recording.clip.frames == 320)
    let cause = try #require(recording.cause)
    #expect(cause.code == (status == 1002 ? .cancelled : .source))
    let codes: [Int32: PluginCallError.Code] = [801: .memory, 604: .deviceFailed]
    #expect(cause.cause == codes[status])
    #expect(words(await events(of: made)) == ["began", "finished"])
    #expect(VoiceRecordingPreset.voice(.seconds(1)).problems(of: recording).contains(.tooShort))
  }

  @Test func aSourceThatChangesItsSamplesEndsWithWhatCameBefore() async throws {
    let other = AudioChunk(
      format: AudioFormat(rate: 8_000, channels: 1, sample: .s16), bytes: [1, 0], timestamp: 0, position: 160)
    let recording = try await recorder(.fixed(.seconds(1)), ScriptedSource([chunk(1), .chunk(other)]))
      .record()
    #expect(recording.outcome == .failed && recording.clip.frames == 160)
    #expect(recording.cause?.code == .source)
  }

  @Test func aMicrophoneThatFallsSilentEndsWithWhatCameBefore() async throws {
    let made = recorder(.fixed(.seconds(60)), ScriptedSource([chunk(1), .nothing]))
    let recording = try await made.record()
    #expect(recording.outcome == .failed && recording.clip.frames == 160)
    #expect(recording.cause?.code == .noSound)
  }

  @Test(arguments: [
    RecordingOptions.Length.fixed(.zero), .fixed(.seconds(3601)), .untilSilence(atMost: .zero),
    .untilSilence(SilenceRule(onset: -50, offset: -40), atMost: .seconds(1)),
    .untilSilence(SilenceRule(onset: .nan), atMost: .seconds(1)),
    .untilSilence(SilenceRule(ends: .zero), atMost: .seconds(1)),
  ])
  func aLengthOrRuleThatMeansNothingIsRefused(length: RecordingOptions.Length) async throws {
    let made = recorder(length, ScriptedSource([chunk(1)]))
    await #expect { try await made.record() } throws: { ($0 as? AudioError)?.code == .argument }
  }

  @Test func aRecordingThatWouldNotFitIsRefusedBeforeMemoryIsTaken() {
    let format = AudioFormat(rate: 192_000, channels: 2, sample: .float32)
    let options = RecordingOptions(length: .fixed(.seconds(3600)))
    #expect(throws: AudioError.self) { try options.frames(of: format) }
  }
}

/// F69, F185.
@Suite struct InterruptionTests {
  @Test func aMicrophoneThatGoesEndsTheRecordingWithWhatThereIs() async throws {
    let made = recorder(.fixed(.seconds(60)), ScriptedSource([chunk(1), .error(601)]))
    let recording = try await made.record()
    #expect(recording.outcome == .interrupted && recording.clip.frames == 160)
    #expect(recording.cause?.cause == .deviceGone)
    #expect(words(await events(of: made)) == ["began", "interrupted", "finished"])
    // It can be opened again at once here.
    #expect(await made.readyAgain(within: .seconds(1)))
  }

  @Test func readyAgainWaitsUntilTheMicrophoneOpens() async throws {
    let tries = Mutex(0)
    let made = AudioRecorder(RecordingOptions(length: .fixed(.seconds(1)))) {
      let count = tries.withLock { count -> Int in
        count += 1
        return count
      }
      guard count > 2 else { throw PluginCallError(status: 602, plugin: "p", function: "open") }
      return ScriptedSource([Float]())
    }
    #expect(await !made.readyAgain(within: .milliseconds(100)))
    #expect(await made.readyAgain(within: .seconds(5)))
    #expect(tries.withLock { $0 } == 3)
  }

  @Test func aRecordingGoesOnAfterAReplug() async throws {
    let sources = Mutex([
      ScriptedSource([chunk(1, lost: 5), .error(601)]),
      ScriptedSource([chunk(2, lost: 3), chunk(3, lost: 3)]),
    ])
    let made = AudioRecorder(
      RecordingOptions(length: .fixed(.milliseconds(30)), interruption: .goesOn(within: .seconds(5)))
    ) { sources.withLock { $0.removeFirst() } }
    let recording = try await made.record()
    #expect(recording.outcome == .complete && recording.clip.frames == 480)
    // The new source counts what it lost from 0.
    #expect(recording.gaps.map(\.reason) == [.lost, .interrupted, .lost])
    #expect(recording.lost == 8)
    #expect(
      words(await events(of: made)) == ["began", "lost", "interrupted", "readyAgain", "lost", "finished"])
  }

  @Test func aMicrophoneThatOnlyOneMayHaveIsLetGoBeforeItIsOpenedAgain() async throws {
    let card = ExclusiveCard([[chunk(1), .error(601)], [chunk(2), chunk(3)]])
    let made = AudioRecorder(
      RecordingOptions(length: .fixed(.milliseconds(30)), interruption: .goesOn(within: .seconds(2)))
    ) { try card.open() }
    let recording = try await made.record()
    #expect(recording.outcome == .complete && recording.clip.frames == 480)
  }

  @Test func readyAgainAnswersAfterTheRecordingWasStopped() async throws {
    let made = AudioRecorder(RecordingOptions(length: .fixed(.seconds(60)))) {
      ScriptedSource([chunk(1), .nothing])
    }
    await made.stop()
    #expect(try await made.record().outcome == .stopped)
    #expect(await made.readyAgain(within: .seconds(1)))
  }

  @Test func stopEndsTheWaitForAMicrophoneThatHasGone() async throws {
    let card = ExclusiveCard([[chunk(1), .error(601)]])
    let made = AudioRecorder(
      RecordingOptions(length: .fixed(.seconds(60)), interruption: .goesOn(within: .seconds(60)))
    ) { try card.open() }
    async let recording = made.record()
    for await event in made.events { if case .interrupted = event { break } }
    await made.stop()
    #expect(try await recording.outcome == .stopped)
    #expect(try await recording.clip.frames == 160)
  }

  @Test func aMicrophoneThatComesBackWithAnotherFormatIsClosed() async throws {
    let other = ScriptedSource([], format: AudioFormat(rate: 8_000, channels: 1, sample: .s16))
    let sources = Mutex([ScriptedSource([chunk(1), .error(601)]), other])
    let made = AudioRecorder(
      RecordingOptions(length: .fixed(.seconds(60)), interruption: .goesOn(within: .seconds(5)))
    ) { sources.withLock { $0.removeFirst() } }
    #expect(try await made.record().outcome == .interrupted)
    #expect(other.isClosed)
  }

  @Test func aMicrophoneThatDoesNotComeBackEndsIt() async throws {
    let first = Mutex<ScriptedSource?>(ScriptedSource([chunk(1), .error(601)]))
    let made = AudioRecorder(
      RecordingOptions(length: .fixed(.seconds(1)), interruption: .goesOn(within: .milliseconds(300)))
    ) {
      guard let source = first.withLock({ source in source.take() }) else {
        throw PluginCallError(status: 602, plugin: "p", function: "open")
      }
      return source
    }
    #expect(try await made.record().outcome == .interrupted)
  }

  @Test func clocksThatAreReadLateAreNoSleep() async throws {
    // The first and third look were kept waiting, and know little; nobody has slept.
    let exact = Duration.seconds(9)
    let looks = Mutex([
      .milliseconds(8850)...exact, exact...exact, exact - .seconds(1)...exact + .seconds(1), exact...exact,
    ])
    let made = AudioRecorder(
      RecordingOptions(length: .fixed(.milliseconds(30))),
      slept: { looks.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
    ) { ScriptedSource([chunk(1), chunk(2), chunk(3)]) }
    #expect(try await made.record().outcome == .complete)
  }

  @Test func aMachineThatSleptIsAnInterruption() async throws {
    let asleep = Mutex(Duration.zero)
    let made = AudioRecorder(
      RecordingOptions(length: .fixed(.seconds(60))),
      slept: {
        asleep.withLock { asleep in
          asleep += .milliseconds(60)
          return asleep > .milliseconds(200) ? .seconds(30) ... .seconds(30) : .zero ... .zero
        }
      }
    ) { ScriptedSource([chunk(1), chunk(2), chunk(3), chunk(4), chunk(5)]) }
    let recording = try await made.record()
    #expect(recording.outcome == .interrupted)
    #expect(recording.gaps.map(\.reason) == [.interrupted])
    #expect(words(await events(of: made)) == ["began", "interrupted", "finished"])
  }
}
