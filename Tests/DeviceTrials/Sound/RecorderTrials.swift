// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Imprint

/// Recordings whose sound card is torn out, through the public recorder.
enum RecorderTrials {
  static let all: [Trial] = [
    Trial("a recording whose card is torn out goes on with it once it is back", part: .vm) {
      try await SoundCard.insert()
      let plugin = try Sound.plugin()
      let recorder = AudioRecorder(
        RecordingOptions(length: .fixed(.seconds(2)), interruption: .goesOn(within: .seconds(15)))
      ) { try await open(plugin) }
      let recording = Task { try await recorder.record() }
      var torn: Duration?
      var told: [String] = []
      for await event in recorder.events {
        switch event {
        case .level where torn == nil:
          // Sound comes.
          let unplug = try SoundCard.bind("unbind")
          torn = QuietClock.now
          Task { await plugIn(after: unplug) }
        case .interrupted(let reason):
          told.append("interrupted")
          try expect(reason == .deviceGone, "interrupted by \(reason)")
          guard let torn else { throw TrialFailure("it was interrupted before the card was unplugged") }
          let late = QuietClock.now - torn
          Sound.note("told after \(late)")
          // The plugin has a second (`SoundCardTrials`); one processor tries to open the card again before it
          // gets here.
          try expect(late < .seconds(2), "told after \(late)")
        case .readyAgain: told.append("ready again")
        case .finished: told.append("finished")
        default: break
        }
      }
      let result = try await recording.value
      Sound.note("\(result.clip.frames) frames, \(result.gaps)")
      try expect(told == ["interrupted", "ready again", "finished"], "told were \(told)")
      try expect(result.outcome == .complete && result.clip.frames == 32_000, "\(result)")
      try expect(result.gaps.contains { $0.reason == .interrupted }, "no gap: \(result.gaps)")
    },
    Trial(
      "a recording whose card is torn out ends with what there is, and tells when it is ready again",
      part: .vm
    ) {
      try await SoundCard.insert()
      let plugin = try Sound.plugin()
      let recorder = AudioRecorder(RecordingOptions(length: .fixed(.seconds(30)))) { try await open(plugin) }
      let recording = Task { try await recorder.record() }
      try await Task.sleep(for: .milliseconds(1000))
      let unplug = try SoundCard.bind("unbind")
      let result = try await recording.value
      try expect(result.outcome == .interrupted && result.cause?.cause == .deviceGone, "\(result)")
      try expect(result.clip.frames > 1600, "\(result.clip.frames) frames are kept")
      try expect(!(await recorder.readyAgain(within: .milliseconds(100))), "ready without a card")
      await plugIn(after: unplug)
      try expect(await recorder.readyAgain(within: .seconds(10)), "not ready again")
    },
  ]

  private static func open(_ plugin: OpenPlugin) async throws -> Microphone {
    try await Microphone.open(
      plugin,
      options: MicrophoneOptions(locator: SoundCard.microphone, rate: 16000, channels: 1, sample: .s16))
  }

  /// The driver waits with going until the last has closed it.
  private static func plugIn(after unplug: Process) async {
    while unplug.isRunning { try? await Task.sleep(for: .milliseconds(20)) }
    try? SoundCard.bind("bind").waitUntilExit()
  }
}
