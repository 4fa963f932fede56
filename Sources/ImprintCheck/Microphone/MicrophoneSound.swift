// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc

extension MicrophoneChecks {
  static let asAsked = check(
    "gives-what-was-asked", "The requested format is delivered exactly, or is unsupported.", rules: ["R-22"]
  ) { subject, plugin, _ in
    let locator = try locator(subject, plugin)
    for rate in [0, 8000, 16000, 44100, 48000] as [UInt32] {
      for (channels, format) in [(0, 0), (1, IMP_AUDIO_S16), (2, IMP_AUDIO_S32), (1, IMP_AUDIO_FLOAT32)] {
        let asked = MicrophoneProbe.Settings(
          rate: rate, channels: UInt32(channels), format: UInt32(bitPattern: format))
        let what = "for \(rate) frames per second, \(channels) channels and format \(format)"
        subject.note("microphone.open \(what)")
        let opening = try MicrophoneProbe.open(plugin, locator, asked).ended()
        // Its default is always supported.
        let mayRefuse = rate != 0 || channels != 0
        try expect(
          opening.answer, isOneOf: mayRefuse ? [IMP_OK, IMP_E_UNSUPPORTED] : [IMP_OK], "microphone.open", what
        )
        guard opening.answer.status == IMP_OK else { continue }
        if let wrong = problem(of: opening.said, asked) {
          throw CheckFailure("\(what) \(wrong).", place: "microphone.open")
        }
      }
    }
  }

  /// What is wrong with an opened microphone's description; `nil` where nothing is.
  private static func problem(of format: imp_audio_format, _ asked: MicrophoneProbe.Settings) -> String? {
    if format.size != structSize(imp_audio_format.self) {
      return "it changed the size field to \(format.size)"
    }
    guard (IMP_AUDIO_S16...IMP_AUDIO_FLOAT32).contains(Int32(bitPattern: format.format)) else {
      return "it delivers format \(format.format), which the contract does not define"
    }
    guard (1...2).contains(format.channels) else { return "it gives \(format.channels) channels" }
    guard (1...768_000).contains(format.rate) else { return "it gives \(format.rate) frames per second" }
    if format.buffer_frames == 0 { return "it states a buffer of 0 frames" }
    if format.device_rate == 0 { return "it states a device rate of 0 frames per second" }
    if asked.rate != 0, asked.rate != format.rate { return "it gives \(format.rate) frames per second" }
    if asked.channels != 0, asked.channels != format.channels {
      return "it gives \(format.channels) channels"
    }
    if asked.format != 0, asked.format != format.format { return "it gives the format \(format.format)" }
    return nil
  }

  static let wholeFrames = check(
    "whole-frames", "Whole frames are returned, at least one and no more than the buffer holds.",
    rules: ["R-01", "R-22", "R-35"]
  ) { subject, plugin, _ in
    let microphone = try MicrophoneProbe(plugin, locator(subject, plugin), .init(channels: 2))
    let frame = microphone.frameBytes
    for room in [frame, 2 * frame - 1, 3 * frame, 160 * frame + 1, frame, 4096 * frame + frame / 2] {
      let answer = try microphone.read(capacity: room)
      let what = "for a buffer of \(room) bytes, where a frame has \(frame),"
      if answer.answer.status == IMP_OUTCOME_END { break }
      try expectSuccess(answer.answer, "microphone.read", what)
      try expect(
        answer.length >= frame && answer.length % frame == 0,
        "\(what) it returned \(answer.length) bytes; whole frames are expected, at least one (R-35).",
        place: "microphone.read")
      try expect(
        answer.chunk.size == structSize(imp_audio_chunk.self),
        "it changed the chunk's size field to \(answer.chunk.size) (R-20).", place: "microphone.read")
    }
    for room in [0, frame - 1] {
      let answer = try microphone.read(capacity: room)
      let what = "for a buffer of \(room) bytes, where a frame has \(frame),"
      try expect(answer.answer, isOneOf: [IMP_E_ARGUMENT], "microphone.read", what)
      try expect(
        answer.isUntouched, "\(what) it wrote to its outputs (R-22).",
        place: "microphone.read")
    }
  }

  static let whatThereIs = check(
    "reads-what-there-is", "read returns the available sound, without waiting for a full buffer.",
    rules: ["R-35"]
  ) { subject, plugin, _ in
    let microphone = try MicrophoneProbe(plugin, locator(subject, plugin), .init(isRealPace: true))
    for _ in 0..<3 {
      let room = microphone.room(milliseconds: 10_000)
      let answer = try microphone.read(timeout: .seconds(20), capacity: room)
      if answer.answer.status == IMP_OUTCOME_END { return }
      try expectSuccess(answer.answer, "microphone.read", "with a time-out of 20 s")
      try expect(
        answer.duration <= WaitingCall.slack,
        "with a buffer for 10 s of sound it returned after \(answer.duration); 20 ms of sound must be "
          + "returned as soon as available (R-35).", place: "microphone.read")
    }
  }

  static let numbers = check(
    "samples-are-numbers", "Floating-point samples are finite, and about full scale at most."
  ) { subject, plugin, _ in
    let locator = try locator(subject, plugin)
    let asked = MicrophoneProbe.Settings(format: UInt32(IMP_AUDIO_FLOAT32))
    let opening = try MicrophoneProbe.open(plugin, locator, asked).ended()
    if opening.answer.status == IMP_E_UNSUPPORTED {
      throw CheckSkip("it delivers no floating-point samples.")
    }
    let microphone = try MicrophoneProbe(plugin, locator, asked)
    var (all, loudest, clipped) = (0, Float(0), 0)
    while all < Int(microphone.format.rate) {
      let answer = try microphone.read()
      if answer.answer.status == IMP_OUTCOME_END { break }
      try expectSuccess(answer.answer, "microphone.read", "with a time-out of 5 s")
      for sample in samples(answer.bytes) {
        guard sample.isFinite, abs(sample) <= 8 else {
          throw CheckFailure(
            "sample \(all) is \(sample); a finite number is expected, full scale is -1...1.",
            place: "microphone.read")
        }
        (all, loudest) = (all + 1, max(loudest, abs(sample)))
        if abs(sample) >= 0.999 { clipped += 1 }
      }
    }
    if all > 0, loudest == 0 {
      throw CheckWarning(
        "all \(all) samples are 0: is the microphone switched off?", place: "microphone.read")
    }
    if clipped * 100 > all {
      throw CheckWarning(
        "\(clipped) of \(all) samples are at full scale: is the microphone turned up too far?",
        place: "microphone.read")
    }
  }

  private static func samples(_ bytes: [UInt8]) -> [Float] {
    bytes.withUnsafeBytes { raw in
      (0..<raw.count / 4).map {
        Float(bitPattern: UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
      }
    }
  }
}
