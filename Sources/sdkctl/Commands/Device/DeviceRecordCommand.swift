// SPDX-License-Identifier: Apache-2.0

struct DeviceRecordCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Records a microphone to a WAV or FLAC file.",
    discussion: """
      The file name's extension selects the format. By default sound is recorded as voice engines expect it: \
      16000 frames per second, one channel, 16 bits. Sound that FLAC cannot store losslessly is written to a \
      WAV file beside it. Ctrl-C stops without a file. Exit code 1 if sound was lost, or the microphone was \
      removed or failed: what was recorded is written anyway.
      """)
  static let isInterruptible = true

  @Argument(help: "A microphone as `device list` shows it, or the path of a recording.")
  var locator: String

  @Option(help: ArgumentHelp("The file to write; an existing one is replaced.", valueName: "file"))
  var out: String

  @Option(
    help: ArgumentHelp("Duration; with --until-silence the maximum. Above 0, at most 3600.", valueName: "s"))
  var seconds: Double = 5

  @Flag(help: "Stop when sound has started and ended, or has not started within 10 seconds.")
  var untilSilence = false

  @Option(help: "Playback speed of a recording: real (time) or full (speed).")
  var pace: CameraSource.Pace = .real

  @OptionGroup var sound: SoundOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard seconds > 0, seconds <= 3600 else {
      throw ValidationError("--seconds is above 0 and at most 3600.")
    }
    guard let kind = AudioFileKind(path: out) else {
      throw ValidationError("--out must end in .wav or .flac.")
    }
    if let sample = sound.samples, !kind.mayKeep(sample) {
      throw ValidationError(
        "\(kind.rawValue) cannot store \(sample.rawValue): give an --out that ends in .wav.")
    }
  }

  func report(to console: Console) async throws -> Report {
    // Before recording: a missing folder would lose everything said.
    let target = try AudioFileTarget(out)
    let directory = await global.devices(telling: console)
    let voice = VoiceRecordingPreset.voice(.seconds(seconds))
    var microphone = sound.options(locator, pace: pace)
    microphone.rate = microphone.rate ?? voice.format.rate
    microphone.channels = microphone.channels ?? voice.format.channels
    microphone.sample = microphone.sample ?? voice.format.sample
    let length: RecordingOptions.Length =
      untilSilence ? .untilSilence(atMost: .seconds(seconds)) : .fixed(.seconds(seconds))
    let recorder = directory.recorder(microphone, RecordingOptions(length: length))
    let telling = Task { await Self.tell(recorder, to: console) }
    let recording: Recording
    do {
      recording = try await recorder.record()
    } catch {
      await telling.value
      throw error
    }
    await telling.value
    let written = try target.write(recording.clip)
    if let reason = written.reason { console.tell("\(reason) Written to \(written.path) instead.") }
    return Self.report(recording, written.path)
  }

  private static func tell(_ recorder: AudioRecorder, to console: Console) async {
    for await event in recorder.events {
      switch event {
      case .clipped(let runs): console.tell("clipped: \(runs) times; speak more quietly")
      case .muted: console.tell("muted: check the microphone's switch")
      case .unmuted: console.tell("no longer muted")
      case .heard: console.tell("heard")
      case .lost(let frames): console.tell("lost: \(frames) frames")
      case .interrupted(let why): console.tell("interrupted: \(why.rawValue)")
      case .began, .level, .paused, .resumed, .readyAgain, .finished: break
      }
    }
  }

  private static func report(_ recording: Recording, _ out: String) -> Report {
    let isWhole = ![.interrupted, .failed].contains(recording.outcome) && recording.gaps.isEmpty
    let cause = recording.cause.map { [("because", "\($0.place): \($0.reason) \($0.remedy)")] } ?? []
    let levels = recording.levels.enumerated().map { ("level \($0 + 1)", $1.text) }
    let clip = recording.clip
    return Report(
      text: facts(
        [
          ("file", out), ("outcome", recording.outcome.rawValue),
        ] + cause + [
          ("length", "\(clip.duration.wholeMilliseconds) ms, \(clip.frames) frames at \(clip.rate)/s")
        ] + levels + [
          ("clipped", "\(recording.clipping.samples) samples"), ("lost", "\(recording.lost) frames"),
          ("muted", recording.wasMuted ? "yes, or apparently" : "no"),
        ]),
      json: [
        "file": out, "outcome": recording.outcome.rawValue,
        "cause": recording.cause.json {
          [
            "code": $0.cause?.rawValue ?? $0.code.rawValue, "place": $0.place, "reason": $0.reason,
            "remedy": $0.remedy,
          ]
        }, "frames": clip.frames, "rate": clip.rate, "channels": clip.channels,
        "samples": clip.samples.sample.rawValue, "levels": recording.levels.map(\.json),
        "clippedSamples": recording.clipping.samples, "lost": recording.lost, "muted": recording.wasMuted,
        "heard": recording.heard.json { ["from": $0.lowerBound, "to": $0.upperBound] },
        "gaps": recording.gaps.json {
          ["position": $0.position, "frames": $0.frames, "reason": $0.reason.rawValue]
        },
      ], isSuccess: isWhole)
  }
}
