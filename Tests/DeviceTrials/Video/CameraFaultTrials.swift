// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import Glibc
import Imprint

/// Faults that vivid injects: each is a typed error within its time, and what can go on does.
enum CameraFaultTrials {
  static let all: [Trial] = [
    Trial("a frame that the driver marks as damaged is lost and counted", part: .vm) {
      let plugin = try VideoPlugin.open()
      let vivid = try VideoPlugin.vivid()
      let camera = try await Camera.open(
        plugin, options: CameraOptions(locator: vivid.path, width: 320, height: 180))
      var frames = CapturedFrames()
      // More often than there are buffers: each that stayed with the plugin would be missed.
      for round in 1...6 {
        try await frames.take(3, from: camera)
        try vivid.set("Inject V4L2_BUF_FLAG_ERROR")
        try await frames.take(6, from: camera)
        try expect(frames.damaged == round, "\(frames.damaged) damaged frames of \(round)")
      }
      let dropped = frames.last?.dropped ?? 0
      try expect(dropped >= 6, "\(dropped) are counted")
    },
    Trial("buffers that the driver refuses to make are a failure, and the next opening works", part: .vm) {
      try await refusedOnce(by: "Inject VIDIOC_REQBUFS Error", during: "asking for buffers")
    },
    Trial("a buffer that the driver refuses at the start is a failure, and the next opening works", part: .vm)
    {
      try await refusedOnce(by: "Inject VIDIOC_QBUF Error", during: "handing over a buffer")
    },
    Trial("a start that the driver refuses is a failure, and the next opening works", part: .vm) {
      try await refusedOnce(by: "Inject VIDIOC_STREAMON Error", during: "starting the camera")
    },
    Trial("buffers that the driver refuses to take back are offered again", part: .vm) {
      let plugin = try VideoPlugin.open()
      let vivid = try VideoPlugin.vivid()
      let camera = try await Camera.open(
        plugin, options: CameraOptions(locator: vivid.path, width: 320, height: 180))
      var frames = CapturedFrames()
      // More often than there are buffers: each that stayed lost would be missed.
      for _ in 0..<8 {
        try vivid.set("Inject VIDIOC_QBUF Error")
        try await frames.take(3, from: camera)
      }
      try await frames.take(20, from: camera)
    },
    Trial("a driver that gives up while it streams is a failure within a second, for good", part: .vm) {
      let plugin = try VideoPlugin.open()
      let vivid = try VideoPlugin.vivid()
      let took = try await breakDown(plugin, vivid)
      measured("told after \(took)")
      try await reopens(plugin, vivid.path)
    },
    Trial("a camera that is unplugged is gone within a second, for good", part: .vm) {
      let plugin = try VideoPlugin.open()
      let vivid = try VideoPlugin.vivid()
      let took = try await unplug(plugin, vivid)
      measured("told after \(took)")
      try await reopens(plugin, vivid.path)
    },
    Trial("a driver that gives up because its camera is unplugged is told as gone", part: .vm) {
      let plugin = try VideoPlugin.open()
      let vivid = try VideoPlugin.vivid()
      try await breakAndUnplug(plugin, vivid)
      try await reopens(plugin, vivid.path)
    },
    Trial("a camera that is torn out while no frames come is gone within a second", part: .vm) {
      let plugin = try VideoPlugin.open()
      let vivid = try VideoPlugin.vivid()
      // Without frames nothing but its leaving can wake whoever waits for one.
      try vivid.set("Percentage of Dropped Buffers", to: 100)
      let took = try await tearOut(plugin, vivid)
      measured("told after \(took)")
      try expect(try await plugin.withoutBlocking { try Camera.list($0) }.isEmpty, "it is still listed")
      try VividCamera.driver("bind")
      try await eventually(within: .seconds(5), "the cameras are back") { try Camera.list(plugin).count == 2 }
      try await reopens(plugin, try VideoPlugin.vivid().path)
    },
    Trial("a camera that is unplugged while no frames come is gone within a second", part: .vm) {
      let plugin = try VideoPlugin.open()
      let vivid = try VideoPlugin.vivid()
      try vivid.set("Percentage of Dropped Buffers", to: 100)
      measured("told after \(try await unplugSilently(plugin, vivid))")
      // It is back once nobody has it open.
      try await eventually(within: .seconds(5), "it can be opened again") {
        (try? vivid.set("Percentage of Dropped Buffers", to: 0)) != nil
      }
      try await reopens(plugin, vivid.path)
    },
    Trial("frames that the driver drops are counted", part: .vm) {
      let plugin = try VideoPlugin.open()
      let vivid = try VideoPlugin.vivid()
      try await vivid.with("Percentage of Dropped Buffers", 40) {
        let camera = try await Camera.open(
          plugin, options: CameraOptions(locator: vivid.path, width: 320, height: 180, framesPerSecond: 25))
        var frames = CapturedFrames()
        try await frames.take(40, from: camera)
        let dropped = frames.last?.dropped ?? 0
        measured(
          "\(frames.count) frames came and \(dropped) were lost, \(String(format: "%.2f", frames.rate)) a second in all"
        )
        try expect(dropped >= 8, "\(dropped) lost")
        try expect(frames.span == UInt64(frames.count) + dropped, "\(frames.span) numbers")
        try expect(abs(frames.rate - 25) < 1, "\(frames.rate) a second")
      }
    },
    Trial(
      "numbers and times that wrap around go on", part: .vm, limit: .seconds(90),
      inProcessOnly: "it takes 20 seconds, and the plugin counts the same wherever it runs"
    ) {
      let plugin = try VideoPlugin.open()
      let vivid = try VideoPlugin.vivid()
      // Numbers wrap after 128 frames; times, 16 seconds after the start.
      try await vivid.with("Wrap Sequence Number", 1) {
        try await vivid.with("Wrap Timestamp", 1) {
          let camera = try await Camera.open(
            plugin, options: CameraOptions(locator: vivid.path, width: 320, height: 180, framesPerSecond: 25))
          var frames = CapturedFrames()
          let start = ContinuousClock.now
          try await frames.take(25 * 19, from: camera, limit: .seconds(60))
          let took = ContinuousClock.now - start
          let seconds = Double((frames.last?.timestamp ?? 0) - (frames.first?.timestamp ?? 0)) / 1e9
          measured(
            "\(frames.span) frames in \(took), \(seconds) s by their times, \(frames.last?.dropped ?? 0) lost"
          )
          let now = DispatchTime.now().uptimeNanoseconds
          let age = Double(now) / 1e9 - Double(frames.last?.timestamp ?? 0) / 1e9
          try expect((0..<2).contains(age), "the last frame is \(age) s old by the system's clock")
          try expect(abs(frames.rate - 25) < 1, "\(frames.rate) a second")
          try expect((frames.last?.dropped ?? 0) < 50, "\(frames.last?.dropped ?? 0) lost")
          try expect(abs(seconds - Double(took.components.seconds)) < 2, "\(seconds) s instead of \(took)")
        }
      }
    },
    Trial(
      "a camera whose node somebody has inherited is free once it is closed", part: .vm,
      inProcessOnly: "a worker's descriptors are its own, and nobody inherits them"
    ) {
      let plugin = try VideoPlugin.open()
      let path = try VideoPlugin.vivid().path
      let inherited = try await inherit(plugin, path)
      defer { for descriptor in inherited { close(descriptor) } }
      try expect(!inherited.isEmpty, "\(path) was not open")
      try await reopens(plugin, path)
    },
  ]

  /// Opens and closes a camera, and keeps what a program that was forked meanwhile would have.
  private static func inherit(_ plugin: OpenPlugin, _ path: String) async throws -> [Int32] {
    let camera = try await Camera.open(
      plugin, options: CameraOptions(locator: path, width: 320, height: 180))
    var frames = CapturedFrames()
    try await frames.take(3, from: camera)
    let own = "/proc/self/fd"
    let open = try FileManager.default.contentsOfDirectory(atPath: own).filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(own)/\($0)")) == path
    }
    camera.cancel()
    return open.compactMap { Int32($0) }.map { dup($0) }
  }

  /// One opening is refused as a failure, and leaves nothing that would refuse the next one.
  private static func refusedOnce(by button: String, during what: String) async throws {
    let plugin = try VideoPlugin.open()
    let vivid = try VideoPlugin.vivid()
    try await reopens(plugin, vivid.path)
    let before = try await Holdings.settled(of: vivid.path)
    try vivid.set(button)
    let error = try await expectRefusal(.deviceFailed) {
      _ = try await Camera.open(plugin, options: CameraOptions(locator: vivid.path))
    }
    measured(error.reason)
    try expect(error.reason.contains("\(what) failed"), "not told of \(what): \(error)")
    try await before.expectNoMore(after: "the refusal", of: vivid.path)
    try await reopens(plugin, vivid.path)
  }

  private static func reopens(_ plugin: OpenPlugin, _ path: String) async throws {
    // A camera that was released a moment ago closes on its own thread.
    var opened = await opening(plugin, path)
    for _ in 0..<200 {
      guard case .failure(let error) = opened, [.busy, .deviceMissing].contains(error.code) else { break }
      try await Task.sleep(for: .milliseconds(10))
      opened = await opening(plugin, path)
    }
    let camera = try opened.get()
    var frames = CapturedFrames()
    try await frames.take(3, from: camera)
    camera.cancel()
  }

  private static func breakDown(_ plugin: OpenPlugin, _ vivid: VividCamera) async throws -> Duration {
    let camera = try await Camera.open(
      plugin, options: CameraOptions(locator: vivid.path, width: 320, height: 180))
    var frames = CapturedFrames()
    try await frames.take(3, from: camera)
    try vivid.set("Inject Fatal Streaming Error")
    let took = try await end(of: camera, with: .deviceFailed)
    try await expectRefusal(.deviceFailed) { _ = try await camera.nextFrame(timeout: .zero) }
    camera.cancel()
    return took
  }

  /// As a bus tells it: transfers fail first, and the device leaves a moment later.
  private static func breakAndUnplug(_ plugin: OpenPlugin, _ vivid: VividCamera) async throws {
    let camera = try await Camera.open(
      plugin, options: CameraOptions(locator: vivid.path, width: 320, height: 180))
    var frames = CapturedFrames()
    try await frames.take(3, from: camera)
    let wait = Task { try await end(of: camera, with: .deviceGone) }
    try vivid.set("Inject Fatal Streaming Error")
    try await Task.sleep(for: .milliseconds(100))
    try vivid.set("Disconnect")
    measured("told after \(try await wait.value)")
    camera.cancel()
  }

  private static func unplug(_ plugin: OpenPlugin, _ vivid: VividCamera) async throws -> Duration {
    let camera = try await Camera.open(
      plugin, options: CameraOptions(locator: vivid.path, width: 320, height: 180))
    var frames = CapturedFrames()
    try await frames.take(3, from: camera)
    try vivid.set("Disconnect")
    let took = try await end(of: camera, with: .deviceGone)
    try await expectRefusal(.deviceGone) { _ = try await camera.nextFrame(timeout: .zero) }
    camera.cancel()
    return took
  }

  private static func unplugSilently(_ plugin: OpenPlugin, _ vivid: VividCamera) async throws -> Duration {
    let camera = try await Camera.open(
      plugin, options: CameraOptions(locator: vivid.path, width: 320, height: 180))
    let wait = Task { try await end(of: camera, with: .deviceGone, atMost: .milliseconds(1400)) }
    try await Task.sleep(for: .milliseconds(300))
    let start = QuietClock.now
    try vivid.set("Disconnect")
    _ = try await wait.value
    let took = QuietClock.now - start
    try expect(took < Duration.milliseconds(1000), "it took \(took)")
    camera.cancel()
    return took
  }

  private static func tearOut(_ plugin: OpenPlugin, _ vivid: VividCamera) async throws -> Duration {
    let camera = try await Camera.open(
      plugin, options: CameraOptions(locator: vivid.path, width: 320, height: 180))
    let wait = Task { try await end(of: camera, with: .deviceGone, atMost: .milliseconds(1400)) }
    try await Task.sleep(for: .milliseconds(300))
    let start = QuietClock.now
    try VividCamera.driver("unbind")
    _ = try await wait.value
    let took = QuietClock.now - start
    try expect(took < Duration.milliseconds(1000), "it took \(took)")
    try await expectRefusal(.deviceGone) { _ = try await camera.nextFrame(timeout: .zero) }
    camera.cancel()
    return took
  }

  /// How long it takes until a camera ends with that code.
  static func end(
    of camera: Camera, with code: PluginCallError.Code, atMost limit: Duration = .seconds(1)
  ) async throws -> Duration {
    let start = ContinuousClock.now
    var failure: PluginCallError?
    while failure == nil || failure?.code == .file { failure = await nextFailure(of: camera) }
    let took = ContinuousClock.now - start
    try expect(failure?.code == code, "\(String(describing: failure)) instead of \(code.rawValue)")
    try expect(took < limit, "it took \(took)")
    return took
  }

  private static func nextFailure(of camera: Camera) async -> PluginCallError? {
    do {
      _ = try await camera.nextFrame(timeout: .seconds(20))
      return nil
    } catch {
      return error
    }
  }

  private static func opening(_ plugin: OpenPlugin, _ path: String) async -> Result<Camera, PluginCallError> {
    do {
      return .success(
        try await Camera.open(plugin, options: CameraOptions(locator: path, width: 320, height: 180)))
    } catch {
      return .failure(error)
    }
  }
}
