// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// Cameras that another program feeds, through v4l2loopback.
enum LoopbackTrials {
  static let all: [Trial] = [
    Trial("what is fed comes out bit by bit and in order", part: .vm) {
      let plugin = try VideoPlugin.open()
      let loopback = try Loopback(rate: 30)
      let size = loopback.size
      let feeding = loopback.keepFeeding(rate: 30) { Loopback.picture($0, size: size) }
      let camera = try await Camera.open(plugin, options: CameraOptions(locator: Loopback.path))
      var frames = CapturedFrames()
      var last = -1
      var lost = 0
      for _ in 0..<60 {
        guard let frame = try await camera.nextFrame(timeout: .seconds(2)) else {
          throw TrialFailure("an end")
        }
        try frames.add(frame)
        let index = frame.bytes.withUnsafeBytes { Int($0.load(as: UInt64.self)) }
        try expect(index > last, "picture \(index) after \(last)")
        try expect(frame.bytes == Loopback.picture(index, size: size), "picture \(index) is not what was fed")
        if last >= 0 { lost += index - last - 1 }
        last = index
      }
      measured(
        "60 of \(last + 1) pictures, \(lost) passed over, \(frames.last?.dropped ?? 0) counted as lost")
      try expect(
        UInt64(lost) == frames.last?.dropped, "\(lost) are missing, \(frames.last?.dropped ?? 0) are counted")
      try await feeding.stop()
    },
    Trial("compressed frames pass as they are", part: .vm) {
      let plugin = try VideoPlugin.open()
      let loopback = try Loopback("MJPG", width: 640, height: 480, rate: 30)
      let files = [jpeg(1000), jpeg(2000), jpeg(3000)]
      let feeding = loopback.keepFeeding(rate: 30) { files[$0 % 3] }
      let camera = try await Camera.open(plugin, options: CameraOptions(locator: Loopback.path))
      var seen = Set<Int>()
      for _ in 0..<12 {
        guard let frame = try await camera.nextFrame(timeout: .seconds(2)) else {
          throw TrialFailure("an end")
        }
        try expect(frame.format == .jpeg && frame.width == 0 && frame.bytesPerRow == 0, "\(frame)")
        guard let which = files.firstIndex(of: frame.bytes) else {
          throw TrialFailure("\(frame.bytes.count) bytes that were not fed")
        }
        seen.insert(which)
      }
      try expect(seen.count == 3, "\(seen.count) of 3 files were seen")
      try await feeding.stop()
    },
    Trial("frames that are too short or no picture are lost and counted", part: .vm) {
      let plugin = try VideoPlugin.open()
      let loopback = try Loopback(rate: 30)
      let size = loopback.size
      let feeding = loopback.keepFeeding(rate: 30) {
        let whole = Loopback.picture($0, size: size)
        return $0 % 5 == 4 ? Array(whole.prefix(size / 2)) : whole
      }
      let camera = try await Camera.open(plugin, options: CameraOptions(locator: Loopback.path))
      var frames = CapturedFrames()
      try await frames.take(20, from: camera)
      try await feeding.stop()
      try expect(frames.damaged >= 3, "\(frames.damaged) short frames were refused")
      try expect((frames.last?.dropped ?? 0) >= 3, "\(frames.last?.dropped ?? 0) are counted")
    },
    Trial("a loopback that nobody feeds is no camera, and says so", part: .vm) {
      let plugin = try VideoPlugin.open()
      try expect(!(try Camera.list(plugin).contains { $0.locator == Loopback.path }), "it is listed")
      let error = try await expectRefusal(.unsupported) {
        _ = try await Camera.open(plugin, options: CameraOptions(locator: Loopback.path))
      }
      measured(error.reason)
      let loopback = try Loopback()
      let camera = try Camera.list(plugin).first { $0.locator == Loopback.path }
      try expect(camera?.id == "virtual:Loopback/0", "\(String(describing: camera))")
      withExtendedLifetime(loopback) {}
    },
    Trial("a camera whose feeder is gone waits, and goes on with the next one", part: .vm) {
      let plugin = try VideoPlugin.open()
      var loopback: Loopback? = try Loopback(rate: 30)
      let size = loopback?.size ?? 0
      var feeding = loopback?.keepFeeding(rate: 30) { Loopback.picture($0, size: size) }
      let camera = try await Camera.open(plugin, options: CameraOptions(locator: Loopback.path))
      var frames = CapturedFrames()
      try await frames.take(10, from: camera)
      try await feeding?.stop()
      loopback = nil
      feeding = nil
      var waits = 0
      while waits < 2 {
        do {
          if let frame = try await camera.nextFrame(timeout: .milliseconds(400)) { try frames.add(frame) }
        } catch let error as PluginCallError where error.code == .timeout { waits += 1 }
      }
      let next = try Loopback(rate: 30)
      let again = next.keepFeeding(rate: 30) { Loopback.picture($0, size: size) }
      try await frames.take(10, from: camera)
      try await again.stop()
    },
  ]

  /// What begins and ends as a JPEG file does.
  private static func jpeg(_ length: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: UInt8(length / 1000), count: length)
    bytes[0] = 0xFF
    bytes[1] = 0xD8
    bytes[length - 2] = 0xFF
    bytes[length - 1] = 0xD9
    return bytes
  }
}
