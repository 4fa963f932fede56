// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Imprint
import TestSupport

/// How late sound comes, and whether its timestamps tell when it was: on a live microphone, whose every
/// sample says when it sounded, and beside arecord in the same minute.
enum SoundSpeedTrials {
  static let all: [Trial] = [
    Trial("sound comes within its stated latency, and its timestamps are when it sounded", part: .sound) {
      let folder = try SoundFolder()
      try folder.write(Signal.ramp(length))
      try folder.configure(
        """
        pcm.mic { type imprint file "FOLDER/sound.raw" rate \(rate) format S32_LE live yes }
        pcm.off { type imprint file "FOLDER/sound.raw" rate \(rate) format S32_LE live yes clock_ppm 500 }
        """)
      let ours = try await measured()
      Sound.note("device-alsa: newest frame \(ours.age) old when read, stated \(ours.stated)")
      let theirs = try arecord(folder)
      Sound.note("arecord:     newest frame \(theirs) old when read from its pipe")
      Sound.note("timestamps:  \(ours.error) off")
      try expect(
        ours.age.middle <= Sound.seconds(ours.stated) * 1000 + 5, "the newest frame is \(ours.age) old")
      try expect(ours.age.middle <= theirs.middle + 15, "\(ours.age), and arecord \(theirs)")
      try expect(abs(ours.error.middle) < 2, "timestamps are \(ours.error) off")
      let drift = try await measuredDrift()
      Sound.note("a clock 500 millionths fast is seen as \(drift) millionths fast, in 4 s")
      try expect(abs(drift - 500) < 150, "\(drift) millionths")
    }
  ]

  private static let rate = 48000
  private static let length = 48000 * 30

  /// Milliseconds.
  struct Spread: CustomStringConvertible {
    let least: Double
    let middle: Double
    let most: Double

    init(_ values: [Double]) {
      let sorted = values.sorted()
      least = sorted.first ?? .nan
      middle = sorted.isEmpty ? .nan : sorted[sorted.count / 2]
      most = sorted.last ?? .nan
    }

    var description: String { String(format: "%.2f (%.2f...%.2f) ms", middle, least, most) }
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// How many milliseconds before `moment` a frame of the file sounded, the last time that it did.
  private static func age(_ frame: Int32, at moment: Int64) -> Double {
    let loop = Int64(length) * 1_000_000_000 / Int64(rate)
    let sounded = Int64(frame) * 1_000_000_000 / Int64(rate)
    let since = (moment - sounded) % loop
    // A little before is not almost a loop after.
    return Double(since > loop / 2 ? since - loop : since) / 1e6
  }

  private static func measured() async throws -> (age: Spread, error: Spread, stated: Duration) {
    let microphone = try await Microphone.open(
      Sound.plugin(), options: MicrophoneOptions(locator: "mic", rate: rate, channels: 1, sample: .s32))
    var ages: [Double] = []
    var errors: [Double] = []
    while ages.count < 200 {
      guard let chunk = try await microphone.read(timeout: .seconds(1)) else { break }
      let moment = now()
      let (first, last) = chunk.bytes.withUnsafeBytes {
        ($0.loadUnaligned(as: Int32.self), $0.loadUnaligned(fromByteOffset: $0.count - 4, as: Int32.self))
      }
      ages.append(age(last, at: moment))
      errors.append(-age(first, at: Int64(chunk.timestamp)))
    }
    return (Spread(ages), Spread(errors), microphone.format.latency)
  }

  /// The same of arecord with the same buffer and period, read from its pipe.
  private static func arecord(_ folder: SoundFolder) throws -> Spread {
    let recorder = Process()
    recorder.executableURL = URL(filePath: "/usr/bin/arecord")
    recorder.arguments = [
      "-q", "-D", "mic", "-f", "S32_LE", "-r", "\(rate)", "-c", "1", "-t", "raw", "--buffer-time=500000",
      "--period-time=20000",
    ]
    let pipe = Pipe()
    recorder.standardOutput = pipe
    try recorder.run()
    defer {
      // It would finish its sound first, into a pipe that nobody reads.
      recorder.send(SIGKILL)
      recorder.waitUntilExit()
    }
    var ages: [Double] = []
    var rest: [UInt8] = []
    while ages.count < 200 {
      let bytes = pipe.fileHandleForReading.availableData
      let moment = now()
      guard !bytes.isEmpty else { throw TrialFailure("arecord ended") }
      rest += bytes
      let whole = rest.count / 4 * 4
      guard whole >= 4 else { continue }
      let last = rest.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: whole - 4, as: Int32.self) }
      rest.removeFirst(whole)
      ages.append(age(last, at: moment))
    }
    return Spread(ages)
  }

  private static func measuredDrift() async throws -> Double {
    let microphone = try await Microphone.open(
      Sound.plugin(), options: MicrophoneOptions(locator: "off", rate: rate, channels: 1, sample: .s32))
    var recording = Recording()
    // The first reads find the clock.
    try await recording.take(rate / 2, from: microphone)
    var settled = Recording()
    try await settled.take(rate * 4, from: microphone)
    return (settled.rateByTimestamps / Double(rate) - 1) * 1e6
  }
}
