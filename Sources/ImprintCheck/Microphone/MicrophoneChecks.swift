// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// Checks of plugins with `imprint.microphone/1`.
enum MicrophoneChecks: ListedDeviceCheckGroup {
  static let ability = AbilityID.microphone
  static let group = CheckGroup("microphone", "Devices and sound.")
  static let (name, opener, listed) = ("microphone", "open", "devices")

  static let all: [ConformanceCheck] = [
    lists(), stableIDs { $0.id }, unknownOnes, options, twice, sizeFields, asAsked, wholeFrames, whatThereIs,
    inOrder, lateReader, numbers, timeouts, unlimitedWait(for: "the next sound", times: 10), cancelWakes,
    cancelLasts, endLasts,
  ]

  /// A locator that can be opened: the given device, a listed one that opens, or a recording, for microphones
  /// that play recordings.
  /// - Throws: ``CheckSkip`` where there is nothing.
  static func locator(_ subject: CheckSubject, _ plugin: ProbePlugin) throws -> String {
    if let device = subject.device { return device }
    var refusals: [String] = []
    let recording = try SoundFile.write(in: subject.scratch)
    for locator in try locators(plugin).prefix(4) + [recording] {
      let answer = try opening(plugin, locator).ended().answer
      if answer.status == IMP_OK { return locator }
      refusals.append(answer.words)
    }
    throw CheckSkip(
      "there is no microphone that it can open, and it plays no WAV recording: \(refusals.joined(separator: "; "))."
    )
  }

  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> [AbilityWork] {
    let locator = try locator(subject, plugin)
    return [
      .ofDevice("microphone.read", make: { try MicrophoneProbe(plugin, locator) }) { _ = try $0.read() }
    ]
  }
  static let trials = AbilityTrials.ofDevices

  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) throws -> AbilityTranscript {
    let sound = try SoundFile.write(in: subject.scratch)
    return AbilityTranscript(readable: [sound] + subject.soundPaths(of: found)) { transcript, plugin in
      await transcript.note("microphones") {
        "\(try await plugin.withoutBlocking { try Microphone.list($0) })"
      }
      await transcript.note("a microphone that is not there") {
        "\(try await Microphone.open(plugin, options: MicrophoneOptions(locator: "no such device")).format)"
      }
      var opened: Microphone?
      await transcript.note("open") {
        let microphone = try await Microphone.open(
          plugin, options: MicrophoneOptions(locator: sound, pace: .full))
        opened = microphone
        return "\(microphone.format)"
      }
      guard let microphone = opened else { return }
      for index in 0..<12 {
        await transcript.note("sound \(index)") {
          guard let chunk = try await microphone.read(timeout: .seconds(10)) else { return "no more" }
          return "\(chunk.frames) frames from \(chunk.position) at \(chunk.timestamp): "
            + Transcript.hash(chunk.bytes)
        }
      }
    }
  }
}

/// A recording for microphones that play files: six seconds of a tone at 8 kHz, one channel, as a WAV file.
enum SoundFile {
  static let seconds = 6
  static let rate = 8000

  /// Writes it where it does not exist yet.
  static func write(in folder: String) throws -> String {
    let path = "\(folder)/recording.wav"
    if CheckFiles.exists(path) { return path }
    var samples: [UInt8] = []
    for index in 0..<seconds * rate {
      // A triangle wave of 250 Hz, at an eighth of full scale; in integers, so that it is the same
      // everywhere.
      let phase = index % 32
      let sample = Int16((phase < 16 ? phase - 8 : 24 - phase) * 512)
      withUnsafeBytes(of: sample.littleEndian) { samples.append(contentsOf: $0) }
    }
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes = Array("RIFF".utf8) + number(36 + samples.count, 4) + Array("WAVEfmt ".utf8)
    bytes += number(16, 4) + number(1, 2) + number(1, 2) + number(rate, 4) + number(2 * rate, 4)
    bytes += number(2, 2) + number(16, 2) + Array("data".utf8) + number(samples.count, 4) + samples
    try Scratch.write(bytes, to: path)
    return path
  }
}
