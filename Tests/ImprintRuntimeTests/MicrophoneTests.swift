// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ImprintRuntime

@Suite(.timeLimit(.minutes(2)))
struct MicrophoneTests {
  private static let locator = "hw:CARD=fixture"

  private func microphone(
    _ read: String = "", _ options: MicrophoneOptions = MicrophoneOptions(locator: locator)
  ) async throws -> Microphone {
    try await Microphone.open(
      try FixturePlugin.devices(["FIX_READ": read]).opened(), options: options)
  }

  @Test func devicesAreListed() throws {
    let plugin = try FixturePlugin.devices().opened()
    #expect(
      try Microphone.list(plugin) == [
        MicrophoneInfo(
          locator: Self.locator, name: "Fixture microphone", id: "usb-3", maximumChannels: 2,
          rates: 8000...48000)
      ])
    let unknown = try FixturePlugin.devices([
      "FIX_MICROPHONES": "infos[0].channels_max = infos[0].rate_min = infos[0].rate_max = infos[0].id[0] = 0;"
    ]).opened()
    let info = try #require(try Microphone.list(unknown).first)
    #expect((info.maximumChannels, info.rates, info.id) == (nil, nil, nil))
  }

  @Test(arguments: [
    "infos[0].rate_min = 48001;", "infos[0].locator[0] = 0;", "memset(infos[0].id, 'x', 256);",
    "infos[0].size = 0;", "*count = 9;",
  ])
  func aHostileListIsMisbehaviour(statement: String) throws {
    let plugin = try FixturePlugin.devices(["FIX_MICROPHONES": statement]).opened()
    let error = try #require(throws: PluginCallError.self) { try Microphone.list(plugin) }
    #expect(error.code == .internalDefect, "\(error)")
  }

  @Test func formatIsWhatWasAskedForOrTheMicrophonesOwn() async throws {
    let own = try await microphone().format
    #expect(
      own
        == AudioFormat(
          rate: 48000, channels: 2, sample: .s16, deviceRate: 48000, latency: .milliseconds(20)))
    let asked = try await microphone(
      "",
      MicrophoneOptions(
        locator: Self.locator, rate: 16000, channels: 1, sample: .float32, buffer: .milliseconds(500))
    ).format
    #expect((asked.rate, asked.channels, asked.sample) == (16000, 1, .float32))
    #expect((asked.bufferFrames, asked.bytesPerFrame, asked.deviceRate) == (8000, 4, 48000))
  }

  @Test(arguments: [
    "format->rate = 0;", "format->rate = 768001;", "format->channels = 0;", "format->channels = 65;",
    "format->format = 4;", "format->size = 0;", "format->rate = 44100;", "format->channels = 2;",
    "format->format = IMP_AUDIO_S32;",
  ])
  func aFormatThatWasNotAskedForIsMisbehaviour(statement: String) async throws {
    let plugin = try FixturePlugin.devices(["FIX_OPEN_MICROPHONE": statement]).opened()
    let options = MicrophoneOptions(locator: Self.locator, rate: 16000, channels: 1, sample: .s16)
    let error = try await #require(throws: PluginCallError.self) {
      try await Microphone.open(plugin, options: options)
    }
    #expect(error.code == .internalDefect, "\(error)")
  }

  @Test func optionsOutsideTheirRangeAreRefused() async throws {
    let plugin = try FixturePlugin.devices().opened()
    for options in [
      MicrophoneOptions(locator: ""), MicrophoneOptions(locator: "a\0b"),
      MicrophoneOptions(locator: "x", rate: 0), MicrophoneOptions(locator: "x", rate: 768_001),
      MicrophoneOptions(locator: "x", channels: 0), MicrophoneOptions(locator: "x", channels: 65),
      MicrophoneOptions(locator: "x", buffer: .seconds(61)),
      MicrophoneOptions(locator: "x", buffer: .microseconds(999)), MicrophoneOptions(locator: "x", plays: 0),
    ] {
      let error = try await #require(throws: PluginCallError.self) {
        try await Microphone.open(plugin, options: options)
      }
      #expect(error.code == .argument, "\(options)")
    }
  }

  @Test func soundComesTillTheEnd() async throws {
    let microphone = try await microphone(
      "if (call == 3) return IMP_OUTCOME_END; chunk->flags = call; chunk->lost = chunk->overruns = 0; "
        + "return sound(microphone, samples, chunk, 100 + call);")
    var position: UInt64 = 0
    for call in 0..<3 {
      let chunk = try #require(try await microphone.read(timeout: .seconds(1)))
      #expect((chunk.frames, chunk.position) == (100 + call, position))
      #expect(chunk.bytes == (0..<4 * (100 + call)).map { UInt8($0 % 100) })
      #expect(chunk.timestamp == position * 20000)
      #expect(chunk.isMuted == (call == 1) && chunk.isClipped == (call == 2))
      position += UInt64(chunk.frames)
    }
    #expect(try await microphone.read(timeout: .seconds(1)) == nil)
  }

  //
  @Test func gapsInThePositionsAreLostFrames() async throws {
    let microphone = try await microphone(
      "if (call == 1) microphone->position += 50; sound(microphone, samples, chunk, 10); "
        + "chunk->lost = call ? 50 : 0; chunk->overruns = call ? 1 : 0; return IMP_OK;")
    var seen: [[UInt64]] = []
    for _ in 0..<3 {
      let chunk = try #require(try await microphone.read(timeout: .seconds(1)))
      seen.append([chunk.position, chunk.lost, chunk.overruns])
    }
    #expect(seen == [[0, 0, 0], [60, 50, 1], [70, 50, 1]])
  }

  // there is room for what the host waits for, and no more is asked.
  @Test func roomIsAFifthOfASecond() async throws {
    for (rate, channels, bytes) in [(16000, 1, 6400), (48000, 2, 38400), (8000, 1, 3200)] {
      let microphone = try await microphone(
        "if (samples->capacity != \(bytes)) return IMP_E_INTERNAL; return sound(microphone, samples, chunk, 1);",
        MicrophoneOptions(locator: Self.locator, rate: rate, channels: channels, sample: .s16))
      #expect(try await microphone.read(timeout: .zero)?.frames == 1)
    }
  }

  //
  @Test func noTimeAndAnyTimeArriveAsTheContractSays() async throws {
    let microphone = try await microphone(
      "if (timeout != (call ? UINT64_MAX : 0)) return IMP_E_INTERNAL; return sound(microphone, samples, chunk, 1);"
    )
    #expect(try await microphone.read(timeout: .zero) != nil)
    #expect(try await microphone.read(timeout: .seconds(Int64.max)) != nil)
  }

  @Test(arguments: [
    "samples->length = 7;", "samples->length = 0;", "samples->length = samples->capacity + 4;",
    "samples->length = (size_t)-4;", "chunk->size = 0;", "chunk->lost = 11;",
    "chunk->position = UINT64_MAX;", "return IMP_RETRY_SHORT_BUFFER;",
  ])
  func aHostileChunkIsMisbehaviour(statement: String) async throws {
    let microphone = try await microphone(
      "microphone->position = 10; sound(microphone, samples, chunk, 5); \(statement) return IMP_OK;")
    let first = try await #require(throws: PluginCallError.self) {
      try await microphone.read(timeout: .seconds(1))
    }
    let second = try await #require(throws: PluginCallError.self) {
      try await microphone.read(timeout: .seconds(1))
    }
    #expect([first.code, second.code] == [.internalDefect, .state], "\(first)")
  }

  @Test(arguments: ["timestamp_ns", "position", "lost", "overruns"])
  func aTimeOrCountThatFallsIsMisbehaviour(field: String) async throws {
    let microphone = try await microphone(
      "microphone->position = 100 + call * 10; sound(microphone, samples, chunk, 5); "
        + "chunk->timestamp_ns = chunk->lost = chunk->overruns = 50; "
        + "if (call) chunk->\(field) = 49; return IMP_OK;")
    _ = try await microphone.read(timeout: .seconds(1))
    let error = try await #require(throws: PluginCallError.self) {
      try await microphone.read(timeout: .seconds(1))
    }
    #expect(error.code == .internalDefect)
  }

  @Test func soundThatOverlapsTheSoundBeforeIsMisbehaviour() async throws {
    let microphone = try await microphone(
      "microphone->position = call * 4; return sound(microphone, samples, chunk, 5);")
    _ = try await microphone.read(timeout: .seconds(1))
    let error = try await #require(throws: PluginCallError.self) {
      try await microphone.read(timeout: .seconds(1))
    }
    #expect(error.code == .internalDefect)
  }

  @Test(arguments: [
    ("NAN", false), ("INFINITY", false), ("-INFINITY", false), ("1e30f", true), ("-0.0f", true),
  ])
  func floatingPointSamplesAreNumbers(value: String, isGood: Bool) async throws {
    for place in [0, 1, 79] {
      let microphone = try await microphone(
        "sound(microphone, samples, chunk, 40); memset(samples->data, 0, 320); "
          + "((float *)samples->data)[\(place)] = \(value); return IMP_OK;",
        MicrophoneOptions(locator: Self.locator, channels: 2, sample: .float32))
      if isGood {
        #expect(try await microphone.read(timeout: .seconds(1))?.frames == 40)
      } else {
        let error = try await #require(throws: PluginCallError.self) {
          try await microphone.read(timeout: .seconds(1))
        }
        #expect(error.code == .internalDefect)
      }
    }
  }

  @Test func cancellingTheTaskWakesAWaitingCall() async throws {
    let microphone = try await microphone()
    let waiting = Task { try await microphone.read(timeout: .seconds(3600)) }
    try await Task.sleep(for: .milliseconds(50))
    waiting.cancel()
    #expect((await waiting.result).code == .cancelled)
    let later = try await #require(throws: PluginCallError.self) {
      try await microphone.read(timeout: .seconds(3600))
    }
    #expect(later.code == .cancelled)
  }

  @Test func aTimeoutCanBeRetried() async throws {
    let microphone = try await microphone()
    let error = try await #require(throws: PluginCallError.self) {
      try await microphone.read(timeout: .milliseconds(5))
    }
    #expect(error.code == .timeout)
    #expect(error.isRetryable)
  }

  @Test(arguments: [
    ("IMP_E_DEVICE_GONE", PluginCallError.Code.deviceGone), ("IMP_E_DEVICE_FAILED", .deviceFailed),
    ("IMP_E_SERVICE", .service), ("IMP_E_FILE", .file), ("IMP_E_CARD_MISSING", .cardMissing),
    ("IMP_E_CARD_MUTE", .cardMute), ("IMP_E_CARD_RESET", .cardReset), ("609", .otherDevice),
  ])
  func statusesOfDevicesHaveTheirCodes(status: String, code: PluginCallError.Code) async throws {
    let microphone = try await microphone("return \(status);")
    let error = try await #require(throws: PluginCallError.self) {
      try await microphone.read(timeout: .seconds(1))
    }
    #expect(error.code == code)
  }

  @Test func descriptionShowsNoSample() async throws {
    let microphone = try await microphone("return sound(microphone, samples, chunk, 3);")
    let chunk = try #require(try await microphone.read(timeout: .seconds(1)))
    #expect("\(chunk)" == "AudioChunk(3 frames from 0 at 0 ns, <redacted>)")
  }
}
