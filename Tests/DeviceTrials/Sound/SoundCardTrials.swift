// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Imprint

/// A real driver: snd-aloop, through the kernel.
enum SoundCardTrials {
  static let all: [Trial] = [
    Trial("a sound card is listed by name and place, and opens by either", part: .vm) {
      try await SoundCard.insert()
      let plugin = try Sound.plugin()
      let found = try await plugin.withoutBlocking { try Microphone.list($0) }.filter {
        $0.locator.hasPrefix("hw:")
      }
      for one in found { Sound.note("\(one.locator) '\(one.name)' \(one.id ?? "-")") }
      try expect(
        found.map(\.locator) == ["hw:CARD=Loopback,DEV=0", SoundCard.microphone], "\(found.map(\.locator))")
      try expect(Set(found.compactMap(\.id)).count == 2, "ids: \(found.map(\.id))")
      try expect(
        try await plugin.withoutBlocking { try Microphone.list($0) }.filter { $0.locator.hasPrefix("hw:") }
          == found, "a second list differs")
      for locator in [found.last?.id ?? "", "hw:0,1", "plughw:Loopback,1", "alsa:\(SoundCard.microphone)"] {
        let microphone = try await Microphone.open(
          plugin, options: MicrophoneOptions(locator: locator, rate: 44100, channels: 2, sample: .s32))
        var recording = Recording()
        try await recording.take(4410, from: microphone)
      }
    },
    // A machine that stands still for longer than the card's buffer plays some of it twice.
    Trial("what is played is heard, bit by bit", part: .vm, attempts: 3) {
      try await SoundCard.insert()
      let folder = try SoundFolder()
      let noise = Signal.noise(16000 * 3)
      try folder.writeWAV(noise, rate: 16000, channels: 1, "noise.wav")
      let microphone = try await Microphone.open(
        Sound.plugin(),
        options: MicrophoneOptions(locator: SoundCard.microphone, rate: 16000, channels: 1, sample: .s16))
      let player = try SoundCard.play(folder.path("noise.wav"))
      defer { SoundCard.end(player) }
      var recording = Recording()
      var heard: [Int16] = []
      // A player begins late on a busy machine.
      repeat {
        try await recording.take(8000, from: microphone)
        heard = recording.samples(Int16.self)
      } while heard.count - (heard.firstIndex { $0 != 0 } ?? heard.count) < 26000 && heard.count < 16000 * 15
      guard let start = heard.firstIndex(where: { $0 != 0 }) else {
        throw TrialFailure("there is silence alone")
      }
      // The player's first samples may be heard late: where they are in what was played.
      let key = Array(heard[start..<start + 50])
      guard let place = (0..<noise.count - 50).first(where: { Array(noise[$0..<$0 + 50]) == key }) else {
        throw TrialFailure("what is heard was not played")
      }
      let count = min(heard.count - start, noise.count - place, 24000)
      let equal = zip(heard[start..<start + count], noise[place..<place + count]).prefix { $0 == $1 }.count
      let told = try recording.last()
      try LateHost.check(
        equal == count,
        "\(equal) frames are equal, and the next differs; \(told.lost) are told of as lost, in \(told.overruns) overruns"
      )
      Sound.note(
        "\(count) frames equal, from \(start) on; the card runs at \(microphone.format.deviceRate) Hz")
      try expect(count >= 16000, "only \(count) frames were heard")
    },
    Trial("a card that runs at the player's rate is resampled", part: .vm) {
      try await SoundCard.insert()
      let folder = try SoundFolder()
      // Before the player begins: starting a worker takes as long as the tone.
      let plugin = try Sound.plugin()
      let tone = Signal.s16(Signal.tone(1000, rate: 48000, frames: 48000 * 2))
      try folder.writeWAV(tone.flatMap { [$0, $0] }, rate: 48000, channels: 2, "tone.wav")
      let player = try SoundCard.play(folder.path("tone.wav"))
      defer { SoundCard.end(player) }
      try await SoundCard.until("the player plays") {
        let status = try? String(contentsOfFile: "/proc/asound/card0/pcm0p/sub0/status", encoding: .utf8)
        return status?.hasPrefix("state: RUNNING") == true
      }
      let microphone = try await Microphone.open(
        plugin,
        options: MicrophoneOptions(locator: SoundCard.microphone, rate: 16000, channels: 1, sample: .float32))
      var recording = Recording()
      try await recording.take(9600, from: microphone)
      let heard = recording.samples(Float.self).suffix(6400).map(Double.init)
      let level = Signal.level(1000, in: heard, rate: 16000)
      Sound.note("the card runs at \(microphone.format.deviceRate) Hz, 1 kHz is heard at \(level) dB")
      try expect(microphone.format.deviceRate == 48000, "device rate \(microphone.format.deviceRate)")
      try expect(abs(level - 20 * log10(0.4)) < 0.5, "1 kHz is at \(level) dB")
    },
    Trial("a player that does not agree with the recording is refused, and the recording goes on", part: .vm)
    {
      try await SoundCard.insert()
      let folder = try SoundFolder()
      try folder.writeWAV(Signal.noise(9600), rate: 48000, channels: 2, "noise.wav")
      let microphone = try await Microphone.open(
        Sound.plugin(),
        options: MicrophoneOptions(locator: SoundCard.microphone, rate: 16000, channels: 1, sample: .s16))
      var recording = Recording()
      try await recording.take(3200, from: microphone)
      let player = try SoundCard.play(folder.path("noise.wav"))
      try await recording.take(16000, from: microphone)
      player.waitUntilExit()
      try expect(player.terminationStatus != 0, "both ends ran with different numbers of channels")
      try expect(recording.samples(Int16.self).allSatisfy { $0 == 0 }, "the refused sound was heard")
      try expect(try recording.last().lost == 0, "frames were lost")
    },
    Trial("a card that is in use is busy, and says by whom", part: .vm) {
      try await SoundCard.insert()
      let plugin = try Sound.plugin()
      // Eight subdevices: the first is asked for by name.
      let options = MicrophoneOptions(locator: "hw:CARD=Loopback,DEV=1,SUBDEV=0", rate: 48000)
      let first = try await Microphone.open(plugin, options: options)
      let words = try await Sound.refusal(.busy) { _ = try await Microphone.open(plugin, options: options) }
      Sound.note(words)
      // A worker learns the number from the card, and cannot ask whose it is.
      let who = TrialIsolation.isWorker ? "in use by process " : "DeviceTrials (process \(getpid()))"
      try expect(words.contains(who), "nobody is named: \(words)")
      _ = try await first.read(timeout: .seconds(1))
    },
    Trial("who may not use the card is told the group", part: .vm) {
      try await SoundCard.insert()
      for node in ["pcmC0D1c", "pcmC0D0c", "controlC0"] {
        try SoundCard.run("/usr/bin/chgrp", "audio", "/dev/snd/\(node)")
        try SoundCard.run("/usr/bin/chmod", "660", "/dev/snd/\(node)")
      }
      try expect(setegid(65534) == 0 && seteuid(65534) == 0, "the user cannot be changed")
      defer {
        seteuid(0)
        setegid(0)
      }
      // A worker's rights are those that it is started with.
      let plugin = try Sound.plugin()
      for locator in [SoundCard.microphone, "default"] {
        let words = try await Sound.refusal(.deviceDenied) {
          _ = try await Microphone.open(plugin, options: MicrophoneOptions(locator: locator))
        }
        Sound.note(words)
        try expect(words.contains("'audio'"), "the group is not named: \(words)")
      }
      // They are seen all the same.
      try expect(
        try await plugin.withoutBlocking { try Microphone.list($0) }.contains {
          $0.locator == SoundCard.microphone
        }, "it is not listed")
    },
    Trial(
      "a card that is plugged in is told of when this user may open it", part: .vm,
      inProcessOnly: "a worker keeps the rights that it was started with"
    ) {
      try await SoundCard.insert()
      try SoundCard.remove()
      let plugin = try Sound.plugin()
      let watch = try await DeviceWatch.open(plugin)
      try await SoundCard.insert()
      // As udev does: from root's to a group's, and that a moment later.
      try expect(setegid(65534) == 0 && seteuid(65534) == 0, "the user cannot be changed")
      defer {
        seteuid(0)
        setegid(0)
      }
      try await Sound.refusal(.timeout) { _ = try await watch.next(timeout: .milliseconds(100)) }
      seteuid(0)
      for node in ["pcmC0D0c", "pcmC0D1c", "controlC0"] {
        try expect(chmod("/dev/snd/\(node)", 0o666) == 0, "the rights of \(node) cannot be changed")
      }
      try expect(seteuid(65534) == 0, "the user cannot be changed")
      for _ in 0..<2 {
        let event = try await watch.next(timeout: .milliseconds(200))
        try expect(event.change == .added, "\(event)")
        _ = try await Microphone.open(plugin, options: MicrophoneOptions(locator: event.locator, rate: 48000))
      }
      watch.cancel()
    },
    Trial("a reader of a card that sleeps loses sound, is told how much, and goes on", part: .vm) {
      try await SoundCard.insert()
      let microphone = try await Microphone.open(
        Sound.plugin(),
        options: MicrophoneOptions(
          locator: SoundCard.microphone, rate: 48000, channels: 2, sample: .s16, buffer: .milliseconds(100)))
      var recording = Recording()
      try await recording.take(9600, from: microphone)
      let before = try recording.last()
      try await Task.sleep(for: .milliseconds(800))
      let frames = recording.frames
      try await recording.take(9600, from: microphone)
      let last = try recording.last()
      guard let first = recording.chunks.first(where: { $0.overruns > 0 }) else {
        throw TrialFailure("no overrun was told")
      }
      let passed = Double(first.timestamp - before.timestamp) / 1e9
      let counted = Double(first.position - before.position) / 48000
      Sound.note("\(last.lost) frames lost; \(counted) s by position, \(passed) s by the clock")
      try expect(last.overruns >= 1 && last.lost > 20000, "\(last.overruns) overruns, \(last.lost) lost")
      try expect(abs(passed - counted) < 0.02, "the position is \(passed - counted) s off")
      try expect(recording.frames >= frames + 9600, "nothing came afterwards")
    },
    Trial("a card that is unbound while it records is gone within a second", part: .vm) {
      try await SoundCard.insert()
      var microphone: Microphone? = try await Microphone.open(
        Sound.plugin(), options: MicrophoneOptions(locator: SoundCard.microphone, rate: 48000))
      var recording = Recording()
      if let microphone { try await recording.take(4800, from: microphone) }
      let start = QuietClock.now
      let unplug = try SoundCard.bind("unbind")
      try await Sound.refusal(.deviceGone) {
        if let microphone { try await recording.take(480_000, from: microphone, timeout: .seconds(10)) }
      }
      let late = QuietClock.now - start
      Sound.note("told after \(late)")
      try expect(late < .seconds(1), "told after \(late)")
      microphone = nil
      // The next trial finds the card again: the driver anew, once the last has closed it.
      try await SoundCard.until("the driver lets go") { !unplug.isRunning }
      try SoundCard.remove()
      try await SoundCard.insert()
    },
    Trial("a card that is plugged in and out is told of, each time", part: .vm, limit: .seconds(120)) {
      try await SoundCard.insert()
      let watch = try await DeviceWatch.open(Sound.plugin())
      try await Sound.refusal(.timeout) { _ = try await watch.next(timeout: .milliseconds(50)) }
      var slowest = Duration.zero
      for round in 0..<20 {
        for change in [DeviceChange.removed, .added] {
          if change == .removed { try SoundCard.remove() } else { try await SoundCard.insert() }
          let start = ContinuousClock.now
          var seen: Set<String> = []
          while seen.count < 2 {
            let event = try await watch.next(timeout: .seconds(2))
            try expect(event.device == .microphone && event.change == change, "round \(round): \(event)")
            seen.insert(event.locator)
          }
          slowest = max(slowest, ContinuousClock.now - start)
          try expect(
            seen == ["hw:CARD=Loopback,DEV=0", SoundCard.microphone], "round \(round), \(change): \(seen)")
        }
      }
      Sound.note("20 times out and in, each told by name; at most \(slowest) after")
      let waiting = Task { try await watch.next(timeout: .seconds(30)) }
      try await Task.sleep(for: .milliseconds(50))
      watch.cancel()
      try await Sound.refusal(.cancelled) { _ = try await waiting.value }
    },
  ]
}
