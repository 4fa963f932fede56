// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// What is heard is what there was.
enum SoundQualityTrials {
  static let all: [Trial] = [
    Trial("sound at the microphone's own rate is the file's, bit by bit", part: .sound) {
      let folder = try SoundFolder()
      let noise = Signal.noise(16000)
      try folder.writeWAV(noise, rate: 16000, channels: 1, "noise.wav")
      try folder.configure(#"pcm.mic { type imprint file "FOLDER/noise.wav" }"#)
      let microphone = try await Microphone.open(
        Sound.plugin(),
        options: MicrophoneOptions(
          locator: "mic", rate: 16000, channels: 1, sample: .s16, buffer: Sound.ample))
      var recording = Recording()
      try await recording.take(15000, from: microphone)
      let heard = recording.samples(Int16.self)
      try expect(heard == Array(noise.prefix(heard.count)), "the samples differ")
      try expect(recording.chunks.allSatisfy { $0.lost == 0 && !$0.isMuted }, "something was lost, or muted")
      try expect(microphone.format.deviceRate == 16000, "device rate \(microphone.format.deviceRate)")
      Sound.note("\(heard.count) frames in \(recording.chunks.count) reads, all equal")
    },
    Trial("every format of a stereo sound holds the same samples", part: .sound) {
      let folder = try SoundFolder()
      let noise = Signal.noise(24000)
      try folder.write(noise)
      try folder.configure(
        #"pcm.mic { type imprint file "FOLDER/sound.raw" rate 48000 channels 2 format S16_LE }"#)
      for sample in AudioSample.allCases {
        let microphone = try await Microphone.open(
          Sound.plugin(),
          options: MicrophoneOptions(
            locator: "mic", rate: 48000, channels: 2, sample: sample, buffer: Sound.ample))
        var recording = Recording()
        try await recording.take(6000, from: microphone)
        let heard =
          switch sample {
          case .s16: recording.samples(Int16.self)
          case .s32: recording.samples(Int32.self).map { Int16(truncatingIfNeeded: $0 >> 16) }
          case .float32: recording.samples(Float.self).map { Int16(($0 * 32768).rounded()) }
          }
        try expect(heard == Array(noise.prefix(heard.count)), "the samples of \(sample) differ")
      }
    },
    Trial("sound comes at its pace, and its timestamps tell the device's clock", part: .sound) {
      let folder = try SoundFolder()
      try folder.write(Signal.noise(16000))
      try folder.configure(
        """
        pcm.exact { type imprint file "FOLDER/sound.raw" rate 16000 loop yes }
        pcm.fast { type imprint file "FOLDER/sound.raw" rate 16000 loop yes clock_ppm 20000 }
        """)
      for (name, expected) in [("exact", 1.0), ("fast", 1.02)] {
        let start = ContinuousClock.now
        let microphone = try await Microphone.open(
          Sound.plugin(),
          options: MicrophoneOptions(
            locator: name, rate: 16000, channels: 1, sample: .s16, buffer: Sound.ample))
        var recording = Recording()
        try await recording.take(32000, from: microphone)
        let pace = Double(recording.frames) / 16000 / Sound.seconds(ContinuousClock.now - start)
        let rate = recording.rateByTimestamps / 16000
        Sound.note("\(name): pace \(number(pace)) by the wall clock, \(number(rate)) by the timestamps")
        // The timestamps leave the last read out, and are smoothed: they are the better measure.
        try expect(abs(rate - expected) < 0.003, "\(rate) by the timestamps instead of \(expected)")
        // The wall clock also counts how late a busy machine opens and reads, so it says one thing: nothing
        // came early.
        try expect(pace < expected + 0.003, "\(pace) by the wall clock, more than \(expected)")
      }
    },
    Trial("16 kHz asked for as 48 kHz float stereo is the same sound, resampled", part: .sound) {
      let folder = try SoundFolder()
      let low = Signal.tone(440, rate: 16000, frames: 24000)
      let high = Signal.tone(5000, rate: 16000, frames: 24000)
      try folder.write(Signal.s16(zip(low, high).map { $0 + $1 }))
      try folder.configure(#"pcm.mic { type imprint file "FOLDER/sound.raw" rate 16000 }"#)
      let microphone = try await Microphone.open(
        Sound.plugin(),
        options: MicrophoneOptions(
          locator: "mic", rate: 48000, channels: 2, sample: .float32, buffer: Sound.ample))
      var recording = Recording()
      try await recording.take(48000, from: microphone)
      let samples = recording.samples(Float.self).map(Double.init)
      let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
      let right = stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
      try expect(left == right, "the two channels of a mono sound differ")
      let meant = zip(
        Signal.tone(440, rate: 48000, frames: left.count), Signal.tone(5000, rate: 48000, frames: left.count)
      ).map { $0 + $1 }
      // The first frames hear the silence before the beginning.
      let range = 1000..<left.count
      let likeness = Signal.correlation(left[range], meant[range])
      // What 5 kHz would be heard as too, were it not kept out: 16 kHz - 5 kHz.
      let image = Signal.level(11000, in: Array(left[range]), rate: 48000)
      Sound.note("correlation \(number(likeness)), the image at 11 kHz \(number(image)) dB")
      try expect(likeness > 0.99999, "correlation \(likeness)")
      try expect(image < -80, "an image of 5 kHz at 11 kHz is at \(image) dB")
      try expect(microphone.format.deviceRate == 16000, "device rate \(microphone.format.deviceRate)")
    },
    Trial("what a lower rate cannot hold is kept out", part: .sound) {
      let folder = try SoundFolder()
      let voice = Signal.tone(1000, rate: 44100, frames: 88200)
      let whistle = Signal.tone(12000, rate: 44100, frames: 88200)
      let both = Signal.s16(zip(voice, whistle).map { $0 + $1 })
      try folder.writeWAV(both.flatMap { [$0, $0] }, rate: 44100, channels: 2, "sound.wav")
      try folder.configure(#"pcm.mic { type imprint file "FOLDER/sound.wav" }"#)
      let microphone = try await Microphone.open(
        Sound.plugin(),
        options: MicrophoneOptions(
          locator: "mic", rate: 16000, channels: 1, sample: .s16, buffer: Sound.ample))
      var recording = Recording()
      try await recording.take(16000, from: microphone)
      let heard = recording.samples(Int16.self).dropFirst(400).map { Double($0) / 32768 }
      let voiceLevel = Signal.level(1000, in: heard, rate: 16000)
      // 16 kHz - 12 kHz.
      let alias = Signal.level(4000, in: heard, rate: 16000)
      Sound.note("1 kHz at \(number(voiceLevel)) dB, 12 kHz heard at 4 kHz \(number(alias)) dB")
      try expect(abs(voiceLevel - 20 * log10(0.4)) < 0.2, "1 kHz is at \(voiceLevel) dB")
      try expect(alias < -80, "12 kHz is heard at 4 kHz with \(alias) dB")
    },
    Trial("a buffer that holds less than the filter reaches over gives sound all the same", part: .sound) {
      let folder = try SoundFolder()
      try folder.write(Signal.s16(Signal.tone(440, rate: 48000, frames: 48000)))
      try folder.configure(#"pcm.mic { type imprint file "FOLDER/sound.raw" rate 48000 loop yes }"#)
      let microphone = try await Microphone.open(
        Sound.plugin(),
        options: MicrophoneOptions(
          locator: "mic", rate: 8000, channels: 1, sample: .float32, buffer: .milliseconds(5)))
      var recording = Recording()
      try await recording.take(800, from: microphone)
      let last = try recording.last()
      // So small a buffer may run over on a busy machine.
      Sound.note(
        "\(recording.frames) frames of a buffer of \(microphone.format.bufferFrames), \(last.overruns) overruns"
      )
      try expect(microphone.format.bufferFrames <= 48, "it keeps \(microphone.format.bufferFrames) frames")
      let loudest = recording.samples(Float.self).map(abs).max() ?? 0
      try expect(loudest > 0.3 && loudest < 0.5, "the tone is at \(loudest) instead of 0.4")
    },
    Trial("clipping of a 48 kHz card is told where 16 kHz are asked for", part: .sound) {
      let folder = try SoundFolder()
      let whole = Signal.tone(440, rate: 48000, frames: 48000, amplitude: 0.9)
      let driven = Signal.tone(440, rate: 48000, frames: 48000, amplitude: 2).map { max(-1, min(1, $0)) }
      try folder.write(Signal.s16(whole + driven))
      try folder.configure(#"pcm.mic { type imprint file "FOLDER/sound.raw" rate 48000 }"#)
      let recorder = AudioRecorder(RecordingOptions(length: .fixed(.milliseconds(1800)))) {
        try await Microphone.open(
          Sound.plugin(),
          options: MicrophoneOptions(
            locator: "mic", rate: 16000, channels: 1, sample: .s16, buffer: Sound.ample))
      }
      let recording = try await recorder.record()
      var runs: [Int] = []
      for await event in recorder.events { if case .clipped(let count) = event { runs.append(count) } }
      let preset = VoiceRecordingPreset.voice(.milliseconds(1800))
      Sound.note("\(recording.clipping.runs) runs, told \(runs.count) times")
      try expect(runs.count > 5, "clipping was told \(runs.count) times")
      try expect(preset.problems(of: recording).contains(.clipped), "the preset does not see it")
      // The first second is loud, and whole.
      let first = try await Microphone.open(
        Sound.plugin(),
        options: MicrophoneOptions(
          locator: "mic", rate: 16000, channels: 1, sample: .s16, buffer: Sound.ample))
      var before = Recording()
      try await before.take(12800, from: first)
      try expect(before.chunks.allSatisfy { !$0.isClipped }, "what is whole is said to be clipped")
    },
    Trial("samples that are no numbers become silence", part: .sound) {
      let folder = try SoundFolder()
      try folder.write((0..<16000).map { $0 % 7 == 3 ? Float.nan : $0 % 7 == 5 ? -.infinity : 0.5 })
      try folder.configure(
        #"pcm.mic { type imprint file "FOLDER/sound.raw" rate 16000 format FLOAT_LE }"#)
      let microphone = try await Microphone.open(
        Sound.plugin(),
        options: MicrophoneOptions(
          locator: "mic", rate: 16000, channels: 1, sample: .float32, buffer: Sound.ample))
      var recording = Recording()
      try await recording.take(8000, from: microphone)
      let wrong = recording.samples(Float.self).enumerated().filter { index, sample in
        sample != (index % 7 == 3 || index % 7 == 5 ? 0 : 0.5)
      }
      try expect(
        wrong.isEmpty, "\(wrong.count) samples are wrong, the first \(String(describing: wrong.first))")
    },
  ]

  private static func number(_ value: Double) -> String { String(format: "%.5f", value) }
}

extension Recording {
  /// Frames a second, as the timestamps of the first and the last read say.
  var rateByTimestamps: Double {
    guard let first = chunks.first, let last = chunks.last, last.timestamp > first.timestamp else { return 0 }
    return Double(last.position - first.position) * 1e9 / Double(last.timestamp - first.timestamp)
  }
}
