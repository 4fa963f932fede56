// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintVirtualCard
import Logging

/// What an application that opens the variant `face`, and chooses nothing, has of this machine's devices.
enum VariantTrials {
  static let all: [Trial] = [
    Trial("a variant with nothing chosen lists, chooses, opens and watches cameras", part: .vm) {
      let system = try open()
      let path = try VideoPlugin.vivid().path
      try expect(try await system.devices.cameras().contains { $0.locator == path }, "\(path) is not listed")
      let chosen = try await system.devices.defaultCamera()
      measured("chosen: \(chosen.locator) '\(chosen.name)'")
      guard let id = chosen.id else { throw TrialFailure("the chosen camera has no id") }
      for locator in [path, id] {
        let camera = try await system.devices.camera(CameraOptions(locator: locator))
        try expect(camera.pluginID == VideoPlugin.id, "\(locator) is opened by \(camera.pluginID)")
        var frames = CapturedFrames()
        try await frames.take(3, from: camera)
      }
      try expect(try await !system.devices.cameraModes(of: path).isEmpty, "it has no modes")
      try expect(try await !system.devices.cameraControls(of: id).isEmpty, "it has no settings")
      let watch = try await system.devices.watch(.camera)
      watch.cancel()
    },
    Trial("a variant with nothing chosen lists and records microphones", part: .sound) {
      let folder = try SoundFolder()
      try folder.write(Signal.noise(16000))
      try folder.configure(
        """
        pcm.mic { type imprint file "FOLDER/sound.raw" rate 16000 }
        pcm.!default { type plug slave.pcm "mic" hint { show on description "The one to use" } }
        namehint.pcm [ "mic|A virtual microphone|IOIDInput" ]
        """)
      let system = try open()
      let found = try await system.devices.microphones().map(\.locator)
      try expect(found.contains("default") && found.contains("mic"), "\(found)")
      let recorder = system.devices.recorder(
        MicrophoneOptions(locator: "default"), RecordingOptions(length: .fixed(.milliseconds(300))))
      let recording = try await recorder.record()
      try expect(recording.clip.frames == 4800, "\(recording.clip.frames) frames: \(recording.outcome)")
      let watch = try await system.devices.watch(.microphone)
      watch.cancel()
    },
    Trial("a variant with nothing chosen lists readers and reads cards", part: .cards) {
      let card = try await CardRig().insert()
      let system = try open()
      let found = try await system.devices.cardReaders()
      try expect(found.contains { $0.locator == CardRig.reader && $0.atr == card.card.atr }, "\(found)")
      let connection = try await system.devices.card(CardOptions(locator: CardRig.reader))
      try expect(try await connection.status().atr == card.card.atr, "another answer to reset")
      let session = try await system.devices.cards().session(in: CardRig.reader)
      await session.close()
      let watch = try await system.devices.watch(.cardReader)
      watch.cancel()
    },
  ]

  private static func open() throws -> BiometricSystem {
    var logger = Logger(label: "trial") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .error
    // As in ``Sound/plugin(_:)``: what a virtual microphone plays.
    var workers = WorkerPolicy()
    workers.readablePaths = [
      FileManager.default.temporaryDirectory.path, "\(try Sound.stage())/lib/alsa-lib",
    ]
    return try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: try Sound.stage(), origin: .explicit)]),
        trust: .off, quarantine: nil, isolation: TrialIsolation.isWorker ? .process : .inProcess,
        workers: workers, logger: logger))
  }
}
