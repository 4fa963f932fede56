// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// What goes wrong with a microphone, and how it ends.
enum SoundFaultTrials {
  static let all: [Trial] = [
    Trial(
      "a reader that sleeps loses sound, is told how much, and goes on at the right place", part: .sound,
      attempts: 3
    ) {
      let folder = try SoundFolder()
      try folder.write(Signal.ramp(16000 * 6))
      try folder.configure(#"pcm.mic { type imprint file "FOLDER/sound.raw" rate 16000 format S32_LE }"#)
      let microphone = try await Microphone.open(
        Sound.plugin(),
        options: MicrophoneOptions(
          locator: "mic", rate: 16000, channels: 1, sample: .s32, buffer: .milliseconds(200)))
      var recording = Recording()
      for pause in [700, 450, 1300] {
        try await recording.take(3200, from: microphone)
        try await Task.sleep(for: .milliseconds(pause))
      }
      try await recording.take(3200, from: microphone)
      let last = try recording.last()
      // A machine that is busy may add some.
      try expect(last.overruns >= 3, "\(last.overruns) overruns instead of 3")
      var worst = 0
      for chunk in recording.chunks {
        let heard = chunk.bytes.withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }
        worst = max(worst, abs(Int(heard) - Int(chunk.position)))
      }
      Sound.note(
        "\(last.lost) frames lost in \(last.overruns) overruns, positions at most \(worst) frames off")
      // Two clocks are read one after the other; 5 ms are for a machine that is busy in between.
      try expect(
        last.lost + UInt64(recording.frames) == last.position + UInt64(last.frames), "the count is off")
      try LateHost.check(worst <= 80, "a position is \(worst) frames off")
    },
    Trial("an overrun of resampled sound moves its positions too", part: .sound, attempts: 3) {
      let folder = try SoundFolder()
      try folder.write(Signal.ramp(48000 * 4).map { $0 << 8 })
      try folder.configure(#"pcm.mic { type imprint file "FOLDER/sound.raw" rate 48000 format S32_LE }"#)
      let microphone = try await Microphone.open(
        Sound.plugin(),
        options: MicrophoneOptions(
          locator: "mic", rate: 16000, channels: 1, sample: .s32, buffer: .milliseconds(200)))
      var recording = Recording()
      try await recording.take(3200, from: microphone)
      try await Task.sleep(for: .milliseconds(900))
      try await recording.take(3200, from: microphone)
      let last = try recording.last()
      try expect(last.overruns >= 1 && last.lost > 10000, "\(last.overruns) overruns, \(last.lost) lost")
      // The middle of the last read: its ends hear what lies beside them.
      let heard = last.bytes.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: last.frames / 2 * 4, as: Int32.self)
      }
      let meant = Int(last.position) + last.frames / 2
      let off = abs(Int(heard >> 8) / 3 - meant)
      Sound.note("\(last.lost) frames lost, the position is \(off) frames off")
      try LateHost.check(off <= 80, "the position is \(off) frames off")
    },
    Trial("an unplugged microphone is gone within a second, and stays so", part: .sound) {
      let folder = try SoundFolder()
      try folder.write(Signal.noise(16000))
      try folder.configure(
        #"pcm.mic { type imprint file "FOLDER/sound.raw" rate 16000 unplug_after 8000 }"#)
      let microphone = try await Microphone.open(
        Sound.plugin(), options: MicrophoneOptions(locator: "mic", rate: 16000))
      let start = QuietClock.now
      var recording = Recording()
      try await Sound.refusal(.deviceGone) { try await recording.take(16000, from: microphone) }
      let late = QuietClock.now - start - .milliseconds(500)
      Sound.note("told after \(late)")
      try expect(late < .seconds(1), "told after \(late)")
      try await Sound.refusal(.deviceGone) { _ = try await microphone.read(timeout: .zero) }
    },
    Trial("a microphone that stands still for a while loses nothing", part: .sound) {
      let folder = try SoundFolder()
      let noise = Signal.noise(16000)
      try folder.write(noise)
      try folder.configure(
        #"pcm.mic { type imprint file "FOLDER/sound.raw" rate 16000 stall_after 4000 stall_ms 400 }"#)
      let microphone = try await Microphone.open(
        Sound.plugin(), options: MicrophoneOptions(locator: "mic", rate: 16000, channels: 1, sample: .s16))
      var recording = Recording()
      try await recording.take(12000, from: microphone)
      let heard = recording.samples(Int16.self)
      try expect(heard == Array(noise.prefix(heard.count)), "the samples differ")
      let pauses = zip(recording.chunks, recording.chunks.dropFirst()).map { $1.timestamp - $0.timestamp }
      try expect((pauses.max() ?? 0) > 350_000_000, "no pause of 400 ms in the timestamps")
      try expect(recording.chunks.allSatisfy { $0.lost == 0 }, "frames were counted as lost")
    },
    Trial("a microphone that stands still for ever is gone within a second", part: .sound) {
      let folder = try SoundFolder()
      try folder.write(Signal.noise(16000))
      try folder.configure(
        #"pcm.mic { type imprint file "FOLDER/sound.raw" rate 16000 stall_after 4000 stall_ms 60000 }"#)
      let microphone = try await Microphone.open(
        Sound.plugin(), options: MicrophoneOptions(locator: "mic", rate: 16000))
      var recording = Recording()
      let start = QuietClock.now
      try await Sound.refusal(.deviceGone) {
        try await recording.take(16000, from: microphone, timeout: .seconds(10))
      }
      let late = QuietClock.now - start - .milliseconds(250)
      Sound.note("told after \(late), with \(recording.frames) of 4000 frames")
      try expect(late < .seconds(1), "told after \(late)")
      try expect(recording.frames >= 3990, "only \(recording.frames) of 4000 frames came")
    },
    Trial(
      "a machine that slept goes on, and what was missed is counted", part: .sound,
      attempts: 3
    ) {
      let folder = try SoundFolder()
      try folder.write(Signal.ramp(32000))
      try folder.configure(
        #"pcm.mic { type imprint file "FOLDER/sound.raw" rate 16000 format S32_LE suspend_after 8000 }"#)
      let microphone = try await Microphone.open(
        Sound.plugin(), options: MicrophoneOptions(locator: "mic", rate: 16000, channels: 1, sample: .s32))
      var recording = Recording()
      try await recording.take(16000, from: microphone)
      let last = try recording.last()
      try expect(last.overruns >= 1, "no gap was told")
      let heard = last.bytes.withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }
      Sound.note("\(last.lost) frames lost, heard \(heard) at position \(last.position)")
      try LateHost.check(abs(Int(heard) - Int(last.position)) <= 80, "the position is wrong")
    },
    Trial(
      "a card that resumes by itself after a sleep goes on, and what was missed is counted", part: .sound,
      attempts: 3
    ) {
      let folder = try SoundFolder()
      try folder.write(Signal.ramp(32000))
      try folder.configure(
        """
        pcm.mic {
          type imprint file "FOLDER/sound.raw" rate 16000 format S32_LE suspend_after 8000 resume yes
        }
        """)
      let microphone = try await Microphone.open(
        Sound.plugin(), options: MicrophoneOptions(locator: "mic", rate: 16000, channels: 1, sample: .s32))
      var recording = Recording()
      try await recording.take(4800, from: microphone)
      // The sleep falls into it.
      try await Task.sleep(for: .milliseconds(400))
      try await recording.take(9600, from: microphone)
      let last = try recording.last()
      let worst = recording.chunks.map { chunk in
        abs(Int(chunk.bytes.withUnsafeBytes { $0.loadUnaligned(as: Int32.self) }) - Int(chunk.position))
      }.max()
      Sound.note(
        "\(last.lost) frames lost in \(last.overruns) gaps, positions at most \(worst ?? 0) frames off")
      try expect(last.overruns >= 1 && last.lost > 0, "\(last.overruns) gaps, \(last.lost) frames lost")
      try LateHost.check(worst ?? 0 <= 80, "a position is \(worst ?? 0) frames off")
    },
    Trial("the microphone's own switch is told, and the sound is silence", part: .sound) {
      let folder = try SoundFolder()
      try folder.write([Int16](repeating: 1000, count: 16000))
      try folder.configure(
        """
        pcm.mic { type imprint file "FOLDER/sound.raw" rate 16000 loop yes switch "FOLDER/switch" }
        ctl.mic { type imprint switch "FOLDER/switch" }
        """)
      let microphone = try await Microphone.open(
        Sound.plugin(), options: MicrophoneOptions(locator: "mic", rate: 16000, channels: 1, sample: .s16))
      for (word, isMuted) in [("on\n", false), ("off", true), ("on\n", false)] {
        try Data(word.utf8).write(to: URL(filePath: folder.path("switch")))
        // It is asked ten times a second.
        try await Task.sleep(for: .milliseconds(150))
        var recording = Recording()
        try await recording.take(6400, from: microphone)
        let end = try recording.last()
        try expect(end.isMuted == isMuted, "muted \(end.isMuted) while the switch is \(word)")
        try expect(
          recording.samples(Int16.self).last == (isMuted ? 0 : 1000), "the sound is not what it should be")
      }
    },
    Trial("cancel ends a read that waits, and every later one", part: .sound) {
      let folder = try SoundFolder()
      try folder.write(Signal.noise(16000))
      try folder.configure(
        #"pcm.mic { type imprint file "FOLDER/sound.raw" rate 16000 stall_after 1 stall_ms 60000 }"#)
      let microphone = try await Microphone.open(
        Sound.plugin(), options: MicrophoneOptions(locator: "mic", rate: 16000))
      _ = try? await microphone.read(timeout: .milliseconds(150))
      let waiting = Task { try await microphone.read(timeout: .seconds(30)) }
      try await Task.sleep(for: .milliseconds(100))
      let start = QuietClock.now
      microphone.cancel()
      try await Sound.refusal(.cancelled) { _ = try await waiting.value }
      let late = QuietClock.now - start
      Sound.note("ended after \(late)")
      try expect(late < .milliseconds(100), "ended after \(late)")
      try await Sound.refusal(.cancelled) { _ = try await microphone.read(timeout: .zero) }
    },
    Trial("a read that does not wait loses nothing", part: .sound) {
      let folder = try SoundFolder()
      // Each sample is its own number. How late this program is called says nothing here: the device's frames
      // are counted.
      let length = 16000 * 20
      try folder.write(Signal.ramp(length))
      // It stands still once, so that for a while there is nothing, however slowly this program goes.
      try folder.configure(
        #"pcm.mic { type imprint file "FOLDER/sound.raw" rate 16000 format S32_LE stall_after 4000 stall_ms 400 }"#
      )
      let microphone = try await Microphone.open(
        Sound.plugin(), options: MicrophoneOptions(locator: "mic", rate: 16000, channels: 1, sample: .s32))
      let buffer = microphone.format.bufferFrames
      var recording = Recording()
      var timeouts = 0
      while recording.frames < 8000 {
        do throws(PluginCallError) {
          guard try await recording.takeOne(from: microphone, timeout: .zero) else { break }
          continue
        } catch {
          guard error.code == .timeout else { throw error }
          timeouts += 1
        }
        try await Task.sleep(for: .microseconds(200))
      }
      let late = try recording.expectRamp(buffer: buffer)
      Sound.note("\(timeouts) times there was nothing yet, \(late) times the whole buffer had run over")
      try expect(timeouts > 0, "there was always something at once, though it stood still")
    },
  ]
}
