// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Imprint
import TestSupport

/// The sound card of snd-aloop: what is played on device 0 is heard on device 1.
enum SoundCard {
  static let microphone = "hw:CARD=Loopback,DEV=1"

  /// Starts aplay. Ended by the caller.
  static func play(_ file: String, arguments: [String] = []) throws -> Process {
    let player = Process()
    player.executableURL = URL(filePath: "/usr/bin/aplay")
    player.arguments = ["-q", "-D", "hw:CARD=Loopback,DEV=0"] + arguments + [file]
    // Not the virtual microphone's.
    player.environment = ["PATH": "/usr/bin:/bin"]
    try player.run()
    return player
  }

  static func end(_ process: Process) {
    process.send(SIGTERM)
    process.waitUntilExit()
  }

  @discardableResult
  static func run(_ program: String, _ arguments: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Plugs the card in, where it is not.
  static func insert() async throws {
    if access("/sys/module/snd_aloop", F_OK) != 0 {
      try expect(
        try run("/sbin/insmod", "/run/drivers/snd-aloop.ko", "index=0") == 0, "the driver does not load")
    }
    try await until("the card is there") { access("/dev/snd/pcmC0D1c", F_OK) == 0 }
  }

  static func remove() throws {
    try expect(try run("/sbin/rmmod", "snd_aloop") == 0, "the driver does not go")
  }

  /// Tears the card out of its driver, or plugs it in there. Ends once all have closed it, so it is not
  /// waited for here.
  /// - Parameter action: `unbind` or `bind`.
  static func bind(_ action: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "echo snd_aloop.0 >/sys/bus/platform/drivers/snd_aloop/\(action)"]
    try process.run()
    return process
  }

  static func until(_ words: String, limit: Duration = .seconds(3), _ holds: () -> Bool) async throws {
    let deadline = ContinuousClock.now + limit
    while !holds() {
      guard ContinuousClock.now < deadline else { throw TrialFailure("not within \(limit): \(words)") }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
