// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// What is there, what can be opened, and what is said where it cannot.
enum SoundOpeningTrials {
  static let all: [Trial] = [
    Trial("no sound card and nothing configured is an empty list, without a printed error", part: .sound) {
      let folder = try SoundFolder()
      try folder.configure("")
      let plugin = try Sound.plugin()
      var found: [MicrophoneInfo] = []
      let printed = try Sound.errorOutput { found = try Microphone.list(plugin) }
      let cards = found.filter { $0.locator.hasPrefix("hw:") }
      try expect(found.count == cards.count, "\(found)")
      try expect(printed.isEmpty, "libasound printed: \(printed)")
    },
    Trial("configured microphones are listed, the default one first", part: .sound) {
      let folder = try SoundFolder()
      try folder.write(Signal.noise(16000))
      try folder.configure(
        """
        pcm.mic { type imprint file "FOLDER/sound.raw" rate 16000 }
        pcm.speaker { type null }
        pcm.!default { type plug slave.pcm "mic" hint { show on description "The one to use" } }
        namehint.pcm [
          "mic|A virtual microphone|IOIDInput"
          "speaker|A loudspeaker|IOIDOutput"
          "null|Nothing"
        ]
        """)
      let found = try await Sound.plugin().withoutBlocking { try Microphone.list($0) }.filter {
        !$0.locator.hasPrefix("hw:")
      }
      Sound.note(found.map { "\($0.locator) '\($0.name)'" }.joined(separator: ", "))
      try expect(found.map(\.locator) == ["default", "mic"], "\(found.map(\.locator))")
      try expect(found.map(\.name) == ["The one to use", "A virtual microphone"], "\(found.map(\.name))")
      let microphone = try await Microphone.open(
        Sound.plugin(), options: MicrophoneOptions(locator: "default"))
      try expect(microphone.format.rate == 16000, "\(microphone.format)")
    },
    Trial(
      "a microphone that somebody else uses is busy", part: .sound,
      inProcessOnly: "the virtual microphone locks its file, which no worker may; `vm` tries a busy card"
    ) {
      let folder = try SoundFolder()
      try folder.write(Signal.noise(16000))
      try folder.configure(#"pcm.mic { type imprint file "FOLDER/sound.raw" rate 16000 exclusive yes }"#)
      let options = MicrophoneOptions(locator: "mic")
      let plugin = try Sound.plugin()
      var first: Microphone? = try await Microphone.open(plugin, options: options)
      let words = try await Sound.refusal(.busy) { _ = try await Microphone.open(plugin, options: options) }
      Sound.note(words)
      _ = try await first?.read(timeout: .seconds(1))
      first = nil
      // Closed on a thread of its own.
      for _ in 0..<100 {
        do throws(PluginCallError) {
          _ = try await Microphone.open(plugin, options: options)
          return
        } catch {
          guard error.code == .busy else { throw error }
        }
        try await Task.sleep(for: .milliseconds(20))
      }
      throw TrialFailure("it is busy for ever")
    },
    Trial("a wrong configuration is named, and a name that is not there is missing", part: .sound) {
      let folder = try SoundFolder()
      try folder.write(Signal.noise(16000))
      try folder.configure(
        """
        pcm.wrong { type imprint file "FOLDER/sound.raw" rats 16000 }
        pcm.nofile { type imprint file "FOLDER/none.raw" }
        pcm.unknown { type nonsense }
        """)
      let plugin = try Sound.plugin()
      for (name, code, word) in [
        ("wrong", PluginCallError.Code.file, "rats"), ("unknown", .file, "nonsense"),
        ("nofile", .deviceMissing, "none.raw"), ("nobody", .deviceMissing, "nobody"),
        ("hw:CARD=Nobody", .deviceMissing, "Nobody"), ("hw:9,9", .deviceMissing, "hw:9,9"),
      ] {
        let words = try await Sound.refusal(code) {
          _ = try await Microphone.open(plugin, options: MicrophoneOptions(locator: name))
        }
        Sound.note(words)
        try expect(words.contains(word), "'\(word)' is not in: \(words)")
      }
      try Data("pcm.x { type".utf8).write(to: URL(filePath: folder.path("asound.conf")))
      let found = try await plugin.withoutBlocking { try Microphone.list($0) }
      try expect(found.allSatisfy { $0.locator.hasPrefix("hw:") }, "\(found)")
      try await Sound.refusal(.file) {
        _ = try await Microphone.open(plugin, options: MicrophoneOptions(locator: "mic"))
      }
    },
    Trial("what cannot be given is refused, not replaced", part: .sound) {
      let folder = try SoundFolder()
      try folder.write(Signal.noise(16000))
      try folder.configure(#"pcm.mic { type imprint file "FOLDER/sound.raw" rate 16000 }"#)
      let plugin = try Sound.plugin()
      for (rate, channels) in [(1000, 1), (500_000, 1), (16000, 3)] {
        try await Sound.refusal(.unsupported) {
          _ = try await Microphone.open(
            plugin, options: MicrophoneOptions(locator: "mic", rate: rate, channels: channels))
        }
      }
      for rate in [8000, 11025, 16000, 22050, 44100, 48000, 96000] {
        let microphone = try await Microphone.open(
          plugin, options: MicrophoneOptions(locator: "mic", rate: rate, channels: 2, sample: .s32))
        try expect(microphone.format.rate == rate && microphone.format.channels == 2, "\(microphone.format)")
        var recording = Recording()
        try await recording.take(rate / 10, from: microphone)
      }
    },
    Trial("a hundred microphones opened and closed leave nothing behind", part: .sound) {
      let folder = try SoundFolder()
      try folder.write(Signal.noise(16000))
      try folder.configure(#"pcm.mic { type imprint file "FOLDER/sound.raw" rate 16000 }"#)
      let plugin = try Sound.plugin()
      func once() async throws {
        let microphone = try await Microphone.open(
          plugin, options: MicrophoneOptions(locator: "mic", rate: 48000))
        _ = try await microphone.read(timeout: .seconds(1))
      }
      try await once()
      let before = try await Holdings.settled()
      for _ in 0..<100 { try await once() }
      try await before.expectNoMore(after: "100 microphones")
    },
  ]
}
