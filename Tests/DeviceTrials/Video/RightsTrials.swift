// SPDX-License-Identifier: Apache-2.0
import Glibc
import Imprint

/// A camera and a user who may not use it. A worker's rights are those that it is started with, so the plugin
/// is opened as that user.
enum RightsTrials {
  static let all: [Trial] = [
    Trial("a node that this user may not open says which group may", part: .vm) {
      let path = try VideoPlugin.vivid().path
      guard let group = getgrnam("video") else { throw TrialFailure("this system has no group 'video'") }
      let words = try await withRights(of: path, group: group.pointee.gr_gid, mode: 0o660) {
        let plugin = try VideoPlugin.open()
        let camera = try await plugin.withoutBlocking { try Camera.list($0) }.first { $0.locator == path }
        try expect(camera?.light == .unknown, "a closed camera is listed as \(String(describing: camera))")
        return try await expectRefusal(.deviceDenied) {
          _ = try await Camera.open(plugin, options: CameraOptions(locator: path))
        }
      }
      measured(words.reason)
      try expect("\(words)".contains("usermod -aG video"), "\(words)")
      let own = try await withRights(of: path, group: 0, mode: 0o600) {
        let plugin = try VideoPlugin.open()
        return try await expectRefusal(.deviceDenied) {
          _ = try await plugin.withoutBlocking { try Camera.modes($0, of: path) }
        }
      }
      measured(own.reason)
      try expect("\(own)".contains("600"), "\(own)")
    },
    Trial(
      "a camera that comes is told of once its group is set, and can be used at once", part: .vm,
      inProcessOnly: "a worker keeps the rights that it was started with"
    ) {
      try await arrive { plugin, watch in
        try await withRights(of: Loopback.path, group: 0, mode: 0o600) {
          try await expectRefusal(.timeout) { _ = try await watch.next(timeout: .milliseconds(200)) }
        }
        try await withRights(of: Loopback.path, group: nobody, mode: 0o660) {
          let event = try await watch.next(timeout: .seconds(1))
          try expect(event.change == .added && event.locator == Loopback.path, "\(event)")
          _ = try await plugin.withoutBlocking { try Camera.modes($0, of: event.locator) }
        }
      }
    },
    Trial(
      "a camera whose group is never set is told of all the same", part: .vm,
      inProcessOnly: "a worker keeps the rights that it was started with"
    ) {
      try await arrive { plugin, watch in
        try await withRights(of: Loopback.path, group: 0, mode: 0o600) {
          let event = try await watch.next(timeout: .seconds(2))
          try expect(event.change == .added && event.locator == Loopback.path, "\(event)")
          try await expectRefusal(.deviceDenied) {
            _ = try await plugin.withoutBlocking { try Camera.modes($0, of: event.locator) }
          }
        }
      }
    },
  ]

  private static let nobody: gid_t = 65534

  /// Plugs a camera in, of which the watch has not heard yet: it hears when it is asked.
  private static func arrive(_ body: (OpenPlugin, DeviceWatch) async throws -> Void) async throws {
    let plugin = try VideoPlugin.open()
    try await VideoDriver.with(nil) {
      let watch = try await DeviceWatch.open(plugin)
      try VideoDriver.plugIn("video_nr=10 card_label=Loopback exclusive_caps=0")
      try await body(plugin, watch)
      watch.cancel()
    }
  }

  /// Runs a body as a user without rights, on a node of that group and mode.
  @discardableResult
  private static func withRights<T>(
    of path: String, group: gid_t, mode: mode_t, _ body: () async throws -> T
  ) async throws -> T {
    guard chown(path, 0, group) == 0, chmod(path, mode) == 0 else {
      throw TrialFailure("\(path) cannot be changed")
    }
    setgroups(0, nil)
    setegid(nobody)
    seteuid(65534)
    let result: Result<T, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    seteuid(0)
    setegid(0)
    chown(path, 0, 0)
    chmod(path, 0o600)
    return try result.get()
  }
}
