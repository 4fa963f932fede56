// SPDX-License-Identifier: Apache-2.0
import CDeviceTrials
import Foundation
import Glibc
import Imprint

/// Cameras that come and go, as the kernel tells.
enum WatchTrials {
  static let all: [Trial] = [
    Trial(
      "a camera that is plugged in and out again and again is told each time", part: .vm, limit: .seconds(120)
    ) {
      let plugin = try VideoPlugin.open()
      // Each change of the nodes is another worker, which takes the emulated processor a second.
      let rounds = TrialIsolation.isWorker ? 5 : 100
      try await VideoDriver.with(nil) {
        let watch = try await DeviceWatch.open(plugin)
        var before: Holdings?
        var slowest = Duration.zero
        for round in 0...rounds {
          // It streams nothing, and is asked. One that streams is torn out in `ReplugTrials`.
          var start = QuietClock.now
          try VideoDriver.plugIn("video_nr=10 card_label=Infrared_camera exclusive_caps=0")
          try await expectEvent(.added, from: watch, round)
          slowest = max(slowest, QuietClock.now - start)
          let cameras = try await plugin.withoutBlocking { try Camera.list($0) }.filter {
            $0.locator == Loopback.path
          }
          try expect(cameras.count == 1, "round \(round): \(cameras.count) are listed")
          try expect(cameras[0].id == "virtual:Infrared_camera/0", "\(cameras[0])")
          try expect(cameras[0].light == .infrared, "\(cameras[0].light)")
          _ = try await plugin.withoutBlocking { try Camera.modes($0, of: cameras[0].id ?? "") }
          start = QuietClock.now
          try await VideoDriver.pullOut()
          try await expectEvent(.removed, from: watch, round)
          slowest = max(slowest, QuietClock.now - start)
          try expect(
            !(try await plugin.withoutBlocking { try Camera.list($0) }.contains {
              $0.locator == Loopback.path
            }), "it is still listed")
          // The first round is no measure: what waits here opens its own clocks in it.
          if round == 0 { before = try await Holdings.settled() }
        }
        try await before?.expectNoMore(after: "\(rounds) more rounds")
        measured("\(2 * rounds + 2) events, the slowest after \(slowest)")
        try expect(slowest < .seconds(1), "the slowest took \(slowest)")
        try await expectNothing(from: watch)
        watch.cancel()
      }
    },
    Trial("a camera that is asked for and not there is missing", part: .vm) {
      let plugin = try VideoPlugin.open()
      for locator in ["/dev/video63", "virtual:Nothing/0"] {
        try await expectRefusal(.deviceMissing) {
          _ = try await Camera.open(plugin, options: CameraOptions(locator: locator))
        }
      }
      try await expectRefusal(.unsupported) {
        _ = try await Camera.open(plugin, options: CameraOptions(locator: "/dev/null"))
      }
    },
    Trial("an event that is not the kernel's is not believed", part: .vm) {
      let plugin = try VideoPlugin.open()
      let before = try sockets()
      let watch = try await DeviceWatch.open(plugin)
      guard let socket = try sockets().subtracting(before).first else {
        throw TrialFailure("the watch has no socket of its own")
      }
      let lines = [
        "remove@/devices/x", "ACTION=remove", "SUBSYSTEM=video4linux", "DEVNAME=video0", "SEQNUM=1",
      ]
      let message = lines.joined(separator: "\0") + "\0"
      let sent = message.withCString { trial_forge_event(socket, $0, message.utf8.count) }
      try expect(sent == 0, "it cannot be sent: \(String(cString: strerror(-sent)))")
      try await expectNothing(from: watch)
      watch.cancel()
    },
    Trial("an event of a camera that is known, or of what is none, is told of by no watch", part: .vm) {
      let plugin = try VideoPlugin.open()
      let watch = try await DeviceWatch.open(plugin)
      // Somebody asks for all events once more, as udev does when a machine starts.
      try repeatEvent("add", of: try VideoPlugin.vivid().path)
      // A loopback that nobody feeds.
      try repeatEvent("remove", of: Loopback.path)
      try await expectNothing(from: watch)
      watch.cancel()
    },
    Trial("events that are lost make the list be asked for again", part: .vm) {
      let plugin = try VideoPlugin.open()
      try await VideoDriver.with(nil) { try await loseEvents(plugin) }
    },
    Trial("watches that are opened and closed leave nothing behind", part: .vm) {
      let plugin = try VideoPlugin.open()
      func once() async throws {
        let watch = try await DeviceWatch.open(plugin)
        try await expectRefusal(.timeout) { _ = try await watch.next(timeout: .zero) }
      }
      try await once()
      let before = try await Holdings.settled()
      for _ in 0..<20 { try await once() }
      try await before.expectNoMore(after: "20 watches")
    },
    Trial("a watch that is cancelled answers so", part: .vm) {
      let watch = try await DeviceWatch.open(try VideoPlugin.open())
      try await expectRefusal(.timeout) { _ = try await watch.next(timeout: .zero) }
      let wait = Task { try await watch.next(timeout: .seconds(20)) }
      try await Task.sleep(for: .milliseconds(100))
      let start = QuietClock.now
      watch.cancel()
      try await expectRefusal(.cancelled) { _ = try await wait.value }
      try expect(
        QuietClock.now - start < .milliseconds(200), "cancel took \(QuietClock.now - start)")
    },
  ]

  /// Has the kernel tell of a node.
  private static func repeatEvent(_ action: String, of path: String, times: Int = 1) throws {
    let trigger = "/sys/class/video4linux/\((path as NSString).lastPathComponent)/uevent"
    let file = open(trigger, O_WRONLY | O_CLOEXEC)
    try expect(file >= 0, "\(trigger) cannot be written")
    defer { close(file) }
    for _ in 0..<times {
      try expect(write(file, action, action.utf8.count) == action.utf8.count, "\(trigger): no \(action)")
    }
  }

  private static func loseEvents(_ plugin: OpenPlugin) async throws {
    let camera = "video_nr=10 card_label=Loopback exclusive_caps=0"
    let watch = try await DeviceWatch.open(plugin)
    // More than a socket's buffer holds.
    try repeatEvent("change", of: try VideoPlugin.vivid().path, times: 3000)
    // What comes now is not heard of.
    try VideoDriver.plugIn(camera)
    let event = try await watch.next(timeout: .seconds(5))
    try expect(event.change == .listAgain && event.locator.isEmpty, "\(event)")
    try await expectNothing(from: watch)
    // It hears again, and knows what came meanwhile.
    try await VideoDriver.pullOut()
    try await expectEvent(.removed, from: watch, 0)
    try VideoDriver.plugIn(camera)
    try await expectEvent(.added, from: watch, 1)
    watch.cancel()
  }

  private static func expectEvent(_ change: DeviceChange, from watch: DeviceWatch, _ round: Int) async throws
  {
    let event = try await watch.next(timeout: .seconds(1))
    try expect(
      event.change == change && event.device == .camera && event.locator == Loopback.path,
      "round \(round): \(event)")
  }

  private static func expectNothing(from watch: DeviceWatch) async throws {
    try await expectRefusal(.timeout) { _ = try await watch.next(timeout: .milliseconds(200)) }
  }

  /// Numbers of the sockets that hear the kernel's events.
  private static func sockets() throws -> Set<UInt32> {
    let lines = try String(contentsOfFile: "/proc/net/netlink", encoding: .utf8).split(separator: "\n")
      .dropFirst()
    return Set(
      lines.compactMap { line in
        let fields = line.split(separator: " ")
        // Protocol 15 is that of the events; the kernel's own end is number 0.
        guard fields.count > 2, fields[1] == "15", let number = UInt32(fields[2]), number > 0 else {
          return nil
        }
        return number
      })
  }
}
