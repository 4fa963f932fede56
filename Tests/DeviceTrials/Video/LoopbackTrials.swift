// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// Cameras that another program feeds, through v4l2loopback.
enum LoopbackTrials {
  static let all: [Trial] = [
    Trial("what is fed comes out bit by bit and in order", part: .vm) {
      try await Loopback.settle()
      let plugin = try VideoPlugin.open()
      let loopback = try Loopback()
      let size = loopback.size
      // Slowly: the driver writes the next picture but one over what a late reader is still copying.
      try await loopback.fed(rate: 10, { Loopback.picture($0, size: size) }) {
        try await compare(plugin)
      }
    },
    Trial("compressed frames pass as they are", part: .vm) {
      try await Loopback.settle()
      let plugin = try VideoPlugin.open()
      let files = [jpeg(1000), jpeg(2000), jpeg(3000)]
      try await Loopback("MJPG", width: 640, height: 480).fed({ files[$0 % 3] }) {
        let camera = try await Camera.open(plugin, options: CameraOptions(locator: Loopback.path))
        var frames = CapturedFrames()
        try await passOld(of: camera, &frames)
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
      }
    },
    Trial("frames that are too short are lost and counted", part: .vm) {
      try await Loopback.settle()
      let plugin = try VideoPlugin.open()
      let loopback = try Loopback()
      let size = loopback.size
      let make: @Sendable (Int) -> [UInt8] = {
        let whole = Loopback.picture($0, size: size)
        return $0 % 5 == 4 ? Array(whole.prefix(size / 2)) : whole
      }
      try await loopback.fed(make) {
        let camera = try await Camera.open(plugin, options: CameraOptions(locator: Loopback.path))
        var frames = CapturedFrames()
        try await frames.take(20, from: camera)
        let dropped = frames.last?.dropped ?? 0
        measured("\(frames.damaged) short frames were refused, \(dropped) are counted")
        try expect(frames.damaged >= 3, "\(frames.damaged) short frames were refused")
        try expect(dropped >= 3, "\(dropped) are counted")
      }
    },
    Trial("a compressed frame that is no picture is lost and counted", part: .vm) {
      try await Loopback.settle()
      let plugin = try VideoPlugin.open()
      let files = [jpeg(1000), [UInt8](repeating: 7, count: 1000)]
      try await Loopback("MJPG", width: 640, height: 480).fed({ files[$0 % 2] }) {
        let camera = try await Camera.open(plugin, options: CameraOptions(locator: Loopback.path))
        var frames = CapturedFrames()
        try await frames.take(8, from: camera)
        try expect(frames.damaged >= 4, "\(frames.damaged) were refused")
      }
    },
    Trial("a loopback that nobody feeds is no camera, and says so", part: .vm) {
      try await Loopback.settle()
      let plugin = try VideoPlugin.open()
      try expect(
        !(try await plugin.withoutBlocking { try Camera.list($0) }.contains { $0.locator == Loopback.path }),
        "it is listed")
      let error = try await expectRefusal(.unsupported) {
        _ = try await Camera.open(plugin, options: CameraOptions(locator: Loopback.path))
      }
      measured(error.reason)
      let loopback = try Loopback()
      let size = loopback.size
      try await loopback.fed({ Loopback.picture($0, size: size) }) {
        let camera = try await plugin.withoutBlocking { try Camera.list($0) }.first {
          $0.locator == Loopback.path
        }
        try expect(camera?.id == "virtual:Loopback/0", "\(String(describing: camera))")
      }
    },
    Trial("a camera whose feeder is gone waits, and goes on with the next one", part: .vm) {
      try await Loopback.settle()
      let plugin = try VideoPlugin.open()
      try await changeFeeders(plugin)
    },
  ]

  private static func compare(_ plugin: OpenPlugin) async throws {
    let camera = try await Camera.open(plugin, options: CameraOptions(locator: Loopback.path))
    var frames = CapturedFrames()
    var last = -1
    var passed = 0
    try await passOld(of: camera, &frames)
    var before = frames.last?.dropped ?? 0
    for _ in 0..<60 {
      guard let frame = try await camera.nextFrame(timeout: .seconds(2)) else { throw TrialFailure("an end") }
      try frames.add(frame)
      let index = frame.bytes.withUnsafeBytes { Int($0.load(as: UInt64.self)) }
      try expect(index > last, "picture \(index) after \(last)")
      // The driver takes and gives whole pages; a frame is as long as its format says.
      try expect(frame.bytes.count == 2 * frame.width * frame.height, "\(frame.bytes.count) bytes: \(frame)")
      try expect(
        frame.bytes == Loopback.picture(index, size: frame.bytes.count), Self.difference(frame.bytes, index))
      if last >= 0 { passed += index - last - 1 } else { before = frame.dropped }
      last = index
    }
    let dropped = (frames.last?.dropped ?? 0) - before
    measured("60 of \(last + 1) pictures, \(passed) passed over, \(dropped) counted as lost")
    try expect(UInt64(passed) == dropped, "\(passed) are missing, \(dropped) are counted")
  }

  private static func difference(_ bytes: [UInt8], _ index: Int) -> String {
    let fed = Loopback.picture(index, size: bytes.count)
    let offset = zip(bytes, fed).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? -1
    let others = (0..<index + 20).filter { other in
      other != index && Loopback.picture(other, size: bytes.count).suffix(64) == bytes.suffix(64)
    }
    return "picture \(index) is not what was fed from byte \(offset) on; it ends as \(others)"
  }

  /// What the driver shows first was seen to be old or blank; as many frames as it has buffers are left out.
  private static func passOld(of camera: Camera, _ frames: inout CapturedFrames) async throws {
    try await frames.take(Loopback.buffers, from: camera)
  }

  private static func changeFeeders(_ plugin: OpenPlugin) async throws {
    let first = try Loopback()
    let size = first.size
    var camera: Camera?
    var frames = CapturedFrames()
    try await first.fed({ Loopback.picture($0, size: size) }) {
      let opened = try await Camera.open(plugin, options: CameraOptions(locator: Loopback.path))
      try await frames.take(10, from: opened)
      camera = opened
    }
    guard let camera else { return }
    try await waitTwice(for: camera, &frames)
    try await first.fed({ Loopback.picture($0, size: size) }) { try await frames.take(10, from: camera) }
  }

  /// Takes what is left, until no frame has come twice.
  private static func waitTwice(for camera: Camera, _ frames: inout CapturedFrames) async throws {
    var waits = 0
    while waits < 2 {
      let answer = await answer(of: camera)
      switch answer {
      case .success(let frame?): try frames.add(frame)
      case .success(nil): throw TrialFailure("an end")
      case .failure(let error):
        try expect(error.code == .timeout, "\(error)")
        waits += 1
      }
    }
  }

  private static func answer(of camera: Camera) async -> Result<EncodedFrame?, PluginCallError> {
    do {
      return .success(try await camera.nextFrame(timeout: .milliseconds(400)))
    } catch {
      return .failure(error)
    }
  }

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
