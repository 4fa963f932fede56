// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc
internal import ImprintManifest
internal import ImprintRuntime

/// Checks of plugins with `imprint.camera/1`.
enum CameraChecks: ListedDeviceCheckGroup {
  static let ability = AbilityID.camera
  static let group = CheckGroup("camera", "Devices and frames.")
  static let (name, opener, listed) = ("camera", "open", "devices")

  static let all: [ConformanceCheck] = [
    lists(["R-01", "R-20", "R-21"]), stableIDs { $0.id }, unknownOnes, twice, sizeFields, framesFit,
    framesInOrder, lateConsumer, timeouts, shortBuffer, unlimitedWait(for: "the next frame", times: 3),
    cancelWakes, cancelLasts, endLasts, untouched,
  ]

  /// More frames than any check's recording has: a camera that has not ended by then is a device.
  static let mostFrames = 200

  /// A locator that can be opened: the given device, the first one listed, or a recording, for cameras that
  /// play recordings.
  /// - Parameter isSlow: Whether a recording has ten seconds between frames, so that reads have to wait.
  /// - Throws: ``CheckSkip`` where there is nothing.
  static func locator(
    _ subject: CheckSubject, _ plugin: ProbePlugin, isSlow: Bool = false
  ) throws -> String {
    if let device = subject.device { return device }
    if let device = try locators(plugin).first { return device }
    let recording = try Recording.write(in: subject.scratch, rate: isSlow ? "1:10" : "25:1")
    let answer = try CameraProbe.open(plugin, recording).ended().answer
    guard answer.status == IMP_OK else {
      throw CheckSkip("it lists no device, and plays no Y4M recording: \(answer.words).")
    }
    return recording
  }

  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> [AbilityWork] {
    let locator = try locator(subject, plugin)
    return [
      .ofDevice("camera.next_frame", make: { try CameraProbe(plugin, locator) }) { camera in
        for _ in 0..<3 { _ = try camera.nextFrame(capacity: 1 << 16) }
      }
    ]
  }
  static let trials = AbilityTrials.ofDevices

  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) throws -> AbilityTranscript {
    let recording = try Recording.write(in: subject.scratch)
    return AbilityTranscript(readable: [recording]) { transcript, plugin in
      await transcript.note("list") {
        "\(try await plugin.withoutBlocking { try Camera.list($0) }.count) devices"
      }
      var options = CameraOptions(locator: recording)
      options.pace = .full
      var opened: Camera?
      await transcript.note("open") {
        opened = try await Camera.open(plugin, options: options)
        return "open"
      }
      guard let camera = opened else { return }
      for index in 0..<10 {
        await transcript.note("frame \(index)") {
          guard let frame = try await camera.nextFrame(timeout: .seconds(10)) else { return "no more" }
          return
            "\(frame.width) x \(frame.height) \(frame.format) \(Transcript.hash(frame.bytes)) at \(frame.timestamp)"
        }
      }
    }
  }
}

/// A recording for cameras that play files: eight small frames in a Y4M file.
enum Recording {
  static let frames = 8

  /// Writes it where it does not exist yet.
  /// - Parameter rate: Frame rate as a ratio: `25:1`.
  static func write(in folder: String, rate: String = "25:1") throws -> String {
    let path = "\(folder)/recording-\(rate.replacing(":", with: "-")).y4m"
    if CheckFiles.exists(path) { return path }
    var bytes = Array("YUV4MPEG2 W32 H24 F\(rate) Ip A1:1 C420jpeg\n".utf8)
    for frame in 0..<frames {
      bytes += Array("FRAME\n".utf8)
      for index in 0..<32 * 24 { bytes.append(UInt8(16 + (index &* 7 &+ frame &* 29) % 219)) }
      bytes += [UInt8](repeating: 128, count: 2 * 16 * 12)
    }
    try Scratch.write(bytes, to: path)
    return path
  }
}
