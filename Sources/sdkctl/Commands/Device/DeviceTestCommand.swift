// SPDX-License-Identifier: Apache-2.0

struct DeviceTestCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Opens a device, reads from it, and reports rate, losses and levels.",
    discussion: """
      A camera delivers frames, a microphone sound, a card reader its card's answer to reset, a fingerprint \
      reader an image of a finger. Exit code 1 if frames or sound were lost, a microphone is muted, or less \
      was delivered than requested.
      """)
  static let isInterruptible = true

  @OptionGroup var device: DeviceChoice

  @Option(help: ArgumentHelp("Frames to read from a camera, 1 to 100000.", valueName: "n"))
  var frames = 60

  @Option(
    help: ArgumentHelp(
      "Sound to read from a microphone, or how long to wait for a finger; at most 600.", valueName: "s"))
  var seconds: Double = 3

  @Option(help: "Playback speed of a recording: real (time) or full (speed).")
  var pace: CameraSource.Pace = .real

  @OptionGroup var sound: SoundOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard (1...100_000).contains(frames) else { throw ValidationError("--frames is 1 to 100000.") }
    guard seconds > 0, seconds <= 600 else { throw ValidationError("--seconds is above 0 and at most 600.") }
  }

  func report(to console: Console) async throws -> Report {
    let directory = await global.devices(telling: console)
    switch await device.kind(in: directory) {
    case .camera:
      let camera = try await directory.camera(CameraOptions(locator: device.locator, pace: pace.options))
      return Self.report(try await CameraTest.run(camera, frames: frames, place: device.locator), of: frames)
    case .microphone:
      let options = sound.options(device.locator, pace: pace)
      let microphone = try await directory.microphone(options)
      return Self.report(
        try await MicrophoneTest.run(microphone, for: .seconds(seconds), place: device.locator))
    case .cardReader:
      let connection = try await directory.card(CardOptions(locator: device.locator))
      let status = try await connection.status()
      await connection.close()
      return Self.report(status)
    case .fingerReader:
      let reader = try await directory.fingerReader(
        FingerReaderOptions(locator: device.locator, pace: pace == .real ? .real : .full))
      console.tell("place a finger on the reader")
      let test = try await FingerReaderTest.run(reader, within: .seconds(seconds))
      await reader.close()
      return Self.report(test)
    }
  }

  private static func report(_ test: CameraTest, of wanted: Int) -> Report {
    let isGood = test.dropped == 0 && test.unreadable == 0 && test.frames == wanted
    let size = test.width > 0 ? "\(test.width)x\(test.height)" : "compressed"
    let rate = test.framesPerSecond.map { "\(($0 * 100).rounded() / 100)/s" } ?? "no rate"
    return Report(
      text: facts([
        ("frames", "\(test.frames) of \(wanted), \(test.format), \(size)"), ("rate", rate),
        ("lost", "\(test.dropped), and \(test.unreadable) undecodable"),
        ("longest gap", "\(test.longestGap.wholeMilliseconds) ms"),
        ("first frame after", "\(test.firstFrameAfter.wholeMilliseconds) ms"),
      ]),
      json: [
        "kind": "camera", "good": isGood, "frames": test.frames, "format": "\(test.format)",
        "width": test.width, "height": test.height, "framesPerSecond": test.framesPerSecond,
        "dropped": test.dropped, "unreadable": test.unreadable,
        "longestGapMilliseconds": test.longestGap.wholeMilliseconds,
        "firstFrameMilliseconds": test.firstFrameAfter.wholeMilliseconds, "bytes": test.bytes,
        "ended": test.hasEnded,
      ], isSuccess: isGood)
  }

  private static func report(_ test: MicrophoneTest) -> Report {
    let isGood = test.lost == 0 && !test.isMuted && !test.hasEnded
    let levels = test.levels.enumerated().map { ("level \($0 + 1)", $1.text) }
    return Report(
      text: facts(
        [
          (
            "frames",
            "\(test.frames) at \(test.format.rate)/s, \(test.format.channels) channels, "
              + "\(test.format.sample.rawValue)"
          ),
          ("measured rate", test.measuredRate.map { "\(Int($0.rounded()))/s" } ?? "too short to measure"),
          ("lost", "\(test.lost) frames in \(test.overruns) overruns"),
          ("first sound after", "\(test.firstSoundAfter.wholeMilliseconds) ms"),
        ] + levels + [
          ("clipped", "\(test.clipping.samples) samples in \(test.clipping.runs) runs"),
          ("muted", test.isMuted ? "yes, or apparently: the signal is constant" : "no"),
        ]),
      json: [
        "kind": "microphone", "good": isGood, "frames": test.frames, "format": test.format.json,
        "measuredRate": test.measuredRate, "lost": test.lost, "overruns": test.overruns,
        "firstSoundMilliseconds": test.firstSoundAfter.wholeMilliseconds, "levels": test.levels.map(\.json),
        "clippedRuns": test.clipping.runs, "clippedSamples": test.clipping.samples, "muted": test.isMuted,
        "ended": test.hasEnded,
      ], isSuccess: isGood)
  }

  private static func report(_ test: FingerReaderTest) -> Report {
    let retries = test.retries.map(\.rawValue)
    let image = test.image
    return Report(
      text: facts([
        ("image", image.map { "\($0.image.width)x\($0.image.height), \($0.resolution)" } ?? "none"),
        ("liveness", image?.liveness.rawValue ?? FingerLiveness.unknown.rawValue),
        ("arrived", test.hasArrived ? "yes" : "not told"),
        ("retries", retries.isEmpty ? "none" : retries.joined(separator: ", ")),
        ("after", "\(test.duration.wholeMilliseconds) ms"),
      ]),
      json: [
        "kind": "finger-reader", "good": image != nil, "width": image?.image.width,
        "height": image?.image.height, "resolution": (image?.resolution).json { $0.json },
        "liveness": image?.liveness.rawValue, "arrived": test.hasArrived, "retries": retries,
        "milliseconds": test.duration.wholeMilliseconds,
      ], isSuccess: image != nil)
  }

  private static func report(_ status: CardStatus) -> Report {
    let name = status.cardProtocol.map { "\($0)" } ?? "none"
    return Report(
      text: facts([
        ("ATR", status.atr.hexadecimal), ("protocol", name),
        ("state", status.state.words.joined(separator: ", ")),
      ]),
      json: [
        "kind": "card-reader", "good": true, "atr": status.atr.hexadecimal, "protocol": name,
        "state": status.state.words,
      ])
  }
}
