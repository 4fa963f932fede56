// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// Cameras of vivid as they are: found, opened, streaming, set.
enum CameraTrials {
  static let all: [Trial] = [
    Trial("two cameras of one driver are listed apart and open by id", part: .vm) {
      let plugin = try VideoPlugin.open()
      let cameras = try await plugin.withoutBlocking { try Camera.list($0) }
      for camera in cameras {
        measured(
          "\(camera.locator) '\(camera.name)' \(camera.id ?? "-") in \(camera.device ?? "-"), \(camera.light)"
        )
      }
      try expect(cameras.count == 2, "\(cameras.count) cameras")
      try expect(Set(cameras.map(\.id)).count == 2 && cameras.allSatisfy { $0.id != nil }, "ids are not two")
      try expect(cameras[0].device == cameras[1].device && cameras[0].device != nil, "not one housing")
      try expect(cameras.allSatisfy { $0.light == .colour }, "the light is not colour")
      let again = try await plugin.withoutBlocking { try Camera.list($0) }
      try expect(again == cameras, "a second list differs")
      guard let id = cameras[1].id else { return }
      let camera = try await Camera.open(plugin, options: CameraOptions(locator: id))
      var frames = CapturedFrames()
      try await frames.take(3, from: camera)
    },
    Trial("every format gives frames at the granted rate", part: .vm) {
      let plugin = try VideoPlugin.open()
      let path = try VideoPlugin.vivid().path
      for layout: PixelLayout in [.yuyv, .uyvy, .nv12, .i420, .grey8, .grey16, .rgb24, .bgr24] {
        let options = CameraOptions(
          locator: path, width: 640, height: 480, framesPerSecond: 25, format: .pixels(layout))
        let camera = try await Camera.open(plugin, options: options)
        var frames = CapturedFrames()
        try await frames.take(20, from: camera)
        guard let last = frames.last else { return }
        measured(
          "\(layout.rawValue) \(last.width)x\(last.height) rows of \(last.bytesPerRow): \(frames.count) frames "
            + "of \(last.bytes.count) bytes, \(String(format: "%.2f", frames.rate)) a second, \(last.dropped) lost"
        )
        try expect(last.format == .pixels(layout), "\(last.format) instead of \(layout)")
        try expect(last.width == 640 && last.height == 480, "\(last.width)x\(last.height)")
        // A driver with the wrong rate is far off; the emulated clock of a busy machine strays by some.
        try expect(abs(frames.rate - 25) < 6, "\(frames.rate) frames a second")
        try expect(Set(last.bytes).count > 1, "the picture is empty")
      }
    },
    Trial("a mode that is not offered becomes the nearest, and is told", part: .vm) {
      let plugin = try VideoPlugin.open()
      let path = try VideoPlugin.vivid().path
      let modes = try await plugin.withoutBlocking { try Camera.modes($0, of: path) }
      measured("\(modes.count) modes")
      try expect(modes.contains { $0.width == 640...640 && $0.height == 480...480 }, "no mode of 640x480")
      let odd = try await Camera.open(
        plugin, options: CameraOptions(locator: path, width: 700, height: 500, framesPerSecond: 1000))
      var frames = CapturedFrames()
      try await frames.take(10, from: odd)
      try expect(
        frames.last?.width == 640 && frames.last?.height == 480, "\(String(describing: frames.last))")
      // The next rates of the driver's are 15 and 30; the emulated clock of a busy machine strays by some.
      try expect(abs(frames.rate - 25) < 3, "\(frames.rate) frames a second")
      odd.cancel()
    },
    Trial("a size that the driver lists and does not grant becomes what it grants", part: .vm) {
      let plugin = try VideoPlugin.open()
      let vivid = try VideoPlugin.vivid()
      // Its television input lists sizes of up to 16384 pixels, and without this makes none above four times
      // its own.
      try await vivid.with("Enable Capture Composing", 0, after: 1) {
        try vivid.choose(.television)
        defer { try? vivid.choose(.webcam) }
        let camera = try await Camera.open(
          plugin,
          options: CameraOptions(locator: vivid.path, width: 4000, height: 3000, format: .pixels(.grey8)))
        var frames = CapturedFrames()
        try await frames.take(1, from: camera)
        // The driver does not change its input while somebody has it open.
        await camera.close()
        guard let frame = frames.last else { return }
        measured("\(frame.width)x\(frame.height) instead of 4000x3000")
        try expect(
          (1..<4000).contains(frame.width) && (1..<3000).contains(frame.height),
          "\(frame.width)x\(frame.height)")
        try expect(frame.bytes.count == frame.width * frame.height, "\(frame.bytes.count) bytes")
      }
    },
    Trial("a camera that another program uses is busy and says who", part: .vm) {
      let plugin = try VideoPlugin.open()
      let path = try VideoPlugin.vivid().path
      let camera = try await Camera.open(plugin, options: CameraOptions(locator: path))
      let own = try await expectRefusal(.busy) {
        _ = try await Camera.open(plugin, options: CameraOptions(locator: path))
      }
      // A worker sees no other program: it is told that there is one.
      try expect(TrialIsolation.isWorker || "\(own)".contains("this program itself"), "\(own)")
      try expect(
        try await plugin.withoutBlocking { try Camera.list($0) }.contains { $0.locator == path },
        "a busy camera is not listed")
      var frames = CapturedFrames()
      try await frames.take(3, from: camera)
      let other = try VideoPlugin.vivid(1).path
      let program = try StreamingProgram(other)
      try await eventually(within: .seconds(20), "the other program streams") { try program.isStreaming }
      let error = try await expectRefusal(.busy) {
        _ = try await Camera.open(plugin, options: CameraOptions(locator: other))
      }
      measured(error.reason)
      let who = "used by v4l2-ctl (\(program.number))"
      try expect(TrialIsolation.isWorker || "\(error)".contains(who), "\(error)")
    },
    Trial("two cameras stream at once", part: .vm) {
      let plugin = try VideoPlugin.open()
      let paths = [try VideoPlugin.vivid(0).path, try VideoPlugin.vivid(1).path]
      let counts = try await withThrowingTaskGroup(of: CapturedFrames.self) { group in
        for path in paths {
          group.addTask {
            let camera = try await Camera.open(
              plugin, options: CameraOptions(locator: path, width: 320, height: 180, framesPerSecond: 25))
            var frames = CapturedFrames()
            try await frames.take(30, from: camera)
            return frames
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for frames in counts { try expect(abs(frames.rate - 25) < 1, "\(frames.rate) frames a second") }
    },
    Trial("frames that a late host did not take are counted, and it gets none from before", part: .vm) {
      let plugin = try VideoPlugin.open()
      let camera = try await Camera.open(
        plugin,
        options: CameraOptions(
          locator: try VideoPlugin.vivid().path, width: 320, height: 180, framesPerSecond: 25))
      var frames = CapturedFrames()
      try await frames.take(3, from: camera)
      try await Task.sleep(for: .seconds(1.5))
      guard let first = try await camera.nextFrame(timeout: .seconds(5)) else {
        throw TrialFailure("a camera has no end, and this one said so")
      }
      let age = Int64(DispatchTime.now().uptimeNanoseconds) - Int64(first.timestamp)
      try frames.add(first)
      measured("the first frame after it is \(age / 1_000_000) ms old")
      // The driver's buffers hold frames of the beginning of the pause.
      try expect(age < 500_000_000, "after a pause a frame of \(age) ns ago is given")
      try await frames.take(10, from: camera)
      let lost = frames.last?.dropped ?? 0
      measured("\(lost) frames lost in a pause of 1.5 s")
      // More where the host was later still; that each is counted, the rate shows.
      try expect(lost >= 20, "\(lost) frames are counted as lost")
      try expect(abs(frames.rate - 25) < 1, "\(frames.rate) frames a second with the lost ones")
    },
    Trial("a wait ends with its time, and with cancel from any thread", part: .vm) {
      let plugin = try VideoPlugin.open()
      let vivid = try VideoPlugin.vivid()
      try await vivid.with("Percentage of Dropped Buffers", 100) {
        let camera = try await Camera.open(plugin, options: CameraOptions(locator: vivid.path))
        let start = ContinuousClock.now
        var quietStart = QuietClock.now
        try await expectRefusal(.timeout) { _ = try await camera.nextFrame(timeout: .milliseconds(400)) }
        let waited = ContinuousClock.now - start
        try expect(waited >= Duration.milliseconds(390), "it waited \(waited)")
        let quiet = QuietClock.now - quietStart
        try expect(quiet < .milliseconds(700), "it waited \(quiet)")
        try await expectRefusal(.timeout) { _ = try await camera.nextFrame(timeout: .zero) }
        let wait = Task { try await camera.nextFrame(timeout: .seconds(20)) }
        try await Task.sleep(for: .milliseconds(200))
        quietStart = QuietClock.now
        camera.cancel()
        try await expectRefusal(.cancelled) { _ = try await wait.value }
        let late = QuietClock.now - quietStart
        try expect(late < .milliseconds(200), "cancel took \(late)")
        try await expectRefusal(.cancelled) { _ = try await camera.nextFrame(timeout: .zero) }
      }
    },
    Trial("opening and closing leaves nothing behind", part: .vm) {
      let plugin = try VideoPlugin.open()
      let path = try VideoPlugin.vivid().path
      func once() async throws {
        let camera = try await Camera.open(
          plugin, options: CameraOptions(locator: path, width: 320, height: 180))
        _ = try await camera.nextFrame(timeout: .seconds(2))
        camera.cancel()
      }
      try await once()
      let before = try await Holdings.settled(of: path)
      for _ in 0..<40 { try await once() }
      try await before.expectNoMore(after: "40 cameras", of: path)
    },
  ]
}
