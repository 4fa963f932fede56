// SPDX-License-Identifier: Apache-2.0
import Imprint
import ImprintVirtualCard

/// What connections leave behind, however they ended.
enum CardLeakTrials {
  static let all: [Trial] = [
    Trial(
      "connections that are closed, torn out and killed, a hundred in all, leave nothing behind",
      part: .cards,
      limit: .seconds(90)
    ) {
      let rig = try CardRig()
      // The first of each is no measure: what waits here opens its own clocks, and the plugin its own
      // threads.
      try await connections(1, rig)
      try await tearOut(rig)
      try await killDaemon(rig)
      let before = try await Holdings.settled()
      try await connections(94, rig)
      for _ in 0..<3 { try await tearOut(rig) }
      for _ in 0..<3 { try await killDaemon(rig) }
      try await before.expectNoMore(after: "100 connections")
    }
  ]

  /// Connections that end by themselves: by turns closed, and let go within a transaction.
  private static func connections(_ count: Int, _ rig: CardRig) async throws {
    let card = try await rig.insert()
    for number in 0..<count {
      let connection = try await rig.connect()
      if number.isMultiple(of: 2) {
        try await connection.succeed(Command.getChallenge)
        try await connection.disconnect()
      } else {
        try await connection.begin(timeout: .seconds(5))
        try await connection.succeed(Command.getChallenge)
      }
    }
    card.remove()
  }

  private static func tearOut(_ rig: CardRig) async throws {
    var description = VirtualCard.Description.standard
    description.faults = [VirtualCard.Fault(command: 1, .tearOut)]
    _ = try await rig.insert(description)
    let connection = try await rig.connect()
    try await expectFailure(.cardMissing, within: .seconds(1), "the command") {
      try await connection.transmit(Command.getChallenge)
    }
  }

  /// The daemon, with a card that is connected, and somebody who waits for another's transaction.
  private static func killDaemon(_ rig: CardRig) async throws {
    let card = try await rig.insert()
    let connection = try await rig.connect()
    let other = try await rig.connect()
    try await connection.begin()
    let waiting = Task { try await other.begin(timeout: .seconds(30)) }
    try await Task.sleep(for: .milliseconds(50))
    try rig.killDaemon()
    try await expectFailure(.service, within: .seconds(1), "a waiting transaction") {
      try await waiting.value
    }
    try await expectFailure(.service, "a command") { try await connection.transmit(Command.getChallenge) }
    card.remove()
    try rig.startDaemon()
  }
}
