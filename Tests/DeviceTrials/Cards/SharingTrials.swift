// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintVirtualCard

/// Several connections to one card.
enum SharingTrials {
  static let all: [Trial] = [
    Trial("an exclusive connection keeps others out, who are told that it is busy", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let first = try await rig.connect(share: .exclusive)
      try await expectFailure(.busy, within: .seconds(1), "a second connection") { try await rig.connect() }
      try expect(try rig.info(CardRig.reader).state.contains(.exclusive), "it is not listed as exclusive")
      try await first.succeed(Command.selectApplication)
      try await first.begin()
      try await first.succeed(Command.getChallenge)
      try await first.end()
      try await first.disconnect()
      let second = try await rig.connect()
      try await expectFailure(.busy, "exclusively beside another") {
        try await rig.connect(share: .exclusive)
      }
      try await second.succeed(Command.selectApplication)
      card.remove()
    },
    Trial("a transaction keeps other connections' commands out until its end", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let first = try await rig.connect()
      let second = try await rig.connect()
      try await first.begin()
      let sent = card.card.commandCount
      try await expectFailure(.busy, within: .seconds(1), "a command") {
        try await second.transmit(Command.getChallenge)
      }
      try expect(card.card.commandCount == sent, "a command was sent beside a transaction")
      try await expectFailure(.timeout, within: .milliseconds(200), "not waiting") {
        try await second.begin(timeout: .zero)
      }
      let waited = try await expectFailure(.timeout, within: .milliseconds(900), "waiting") {
        try await second.begin(timeout: .milliseconds(400))
      }
      try expect(waited >= .milliseconds(400), "it waited \(waited), not 400 ms")
      // What the connection is may be asked all the same.
      try expect(try await second.status().state.contains(.card), "no card")
      try await first.begin()
      try await first.end()
      try await expectFailure(.timeout, "one of two transactions has ended") { try await second.begin() }
      try await first.end()
      try await second.begin()
      try await second.succeed(Command.getChallenge)
      try await second.end()
      try await expectFailure(.state, "ending what was not begun") { try await second.end() }
      card.remove()
    },
    Trial("whoever waits for a transaction has it within 100 ms after the other's end", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let first = try await rig.connect()
      let second = try await rig.connect()
      for _ in 0..<5 {
        try await first.begin()
        let waiting = Task {
          try await second.begin(timeout: .seconds(10))
          return (ContinuousClock.now, QuietClock.now)
        }
        try await Task.sleep(for: .milliseconds(250))
        let before = ContinuousClock.now
        try await first.end()
        let end = QuietClock.now
        let begun = try await waiting.value
        try expect(begun.0 > before, "it began before the other's end")
        let late = begun.1 - end
        try expect(late < .milliseconds(100), "it began \(late) after the other's end")
        try await second.end()
      }
      card.remove()
    },
    Trial("a wait for a transaction is cancelled at once, and none is held afterwards", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let first = try await rig.connect()
      let second = try await rig.connect()
      let third = try await rig.connect()
      try await first.begin()
      let waiting = Task { try await second.begin(timeout: .seconds(60)) }
      try await Task.sleep(for: .milliseconds(300))
      let start = QuietClock.now
      second.cancel()
      try await expectFailure(.cancelled, "the wait") { try await waiting.value }
      try expect(QuietClock.now - start < .milliseconds(100), "\(QuietClock.now - start)")
      try await expectFailure(.cancelled, "a later wait") { try await second.begin() }
      try await first.end()
      try await second.succeed(Command.getChallenge)
      for _ in 0..<20 {
        try await third.begin(timeout: .milliseconds(100))
        try await third.end()
        try await Task.sleep(for: .milliseconds(20))
      }
      card.remove()
    },
    Trial("many who want a transaction at once all get it, one after the other", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 {
          let connection = try await rig.connect()
          group.addTask {
            for _ in 0..<10 {
              try await connection.transaction(timeout: .seconds(30)) { card throws in
                // Nobody else's command comes between these two.
                try card.succeed(Command.selectApplication)
                try card.succeed(Command.readPublic)
                try card.succeed([0x00, 0xA4, 0x00, 0x0C])
              }
            }
          }
        }
        try await group.waitForAll()
      }
      card.remove()
    },
    Trial(
      "a transaction that comes after its time is given back", part: .cards,
      inProcessOnly: "it takes ten seconds, and the plugin waits the same wherever it runs"
    ) {
      let rig = try CardRig()
      let card = try await rig.insert()
      // Who was faster between the look and the wait makes the other wait on, behind our back. All stay
      // connected: the end of a connection would end its transaction too.
      var connections: [CardConnection] = []
      for _ in 0..<6 { connections.append(try await rig.connect()) }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for (number, connection) in connections.enumerated() {
          group.addTask {
            var held = 0
            let end = ContinuousClock.now + .seconds(9)
            while ContinuousClock.now < end {
              let start = ContinuousClock.now
              var isHeld = true
              do {
                try await connection.begin(timeout: .milliseconds(5 + 5 * number))
              } catch let error as PluginCallError where error.code == .timeout {
                isHeld = false
              }
              // Less than somebody holds it, which a wait behind our back would take. By the wall's clock:
              // such a wait is no processor's.
              let waited = ContinuousClock.now - start
              try expect(waited < .milliseconds(1400), "it waited \(waited)")
              guard isHeld else { continue }
              try await Task.sleep(for: .milliseconds(1500))
              try await connection.end()
              held += 1
            }
            return held
          }
        }
        var held = 0
        for try await count in group { held += count }
        try expect(held > 3, "\(held) transactions of 1.5 s in nine seconds")
      }
      for _ in 0..<3 {
        let connection = try await rig.connect()
        try await connection.begin(timeout: .seconds(1))
        try await connection.end()
      }
      for connection in connections { try await connection.disconnect() }
      card.remove()
    },
    Trial("connecting anew that was given up leaves no connection behind", part: .cards) {
      let rig = try CardRig()
      let torn = try await rig.insert()
      let connection = try await rig.connect()
      torn.remove()
      try await until("the card is missing") {
        do {
          _ = try await connection.status()
          return false
        } catch let error as PluginCallError {
          return error.code == .cardMissing
        }
      }
      let card = try await rig.insert()
      let first = try await rig.connect()
      try await first.begin()
      try await expectFailure(.busy, within: .seconds(4), "connecting anew") {
        try await connection.reconnect(CardOptions(locator: CardRig.reader))
      }
      try await first.end()
      try await first.disconnect()
      // pcscd, which let it wait, looks again within 100 ms.
      try await Task.sleep(for: .milliseconds(500))
      try await until("nobody is connected") { try !rig.info(CardRig.reader).state.contains(.inUse) }
      try await connection.reconnect(CardOptions(locator: CardRig.reader))
      try await connection.succeed(Command.selectApplication)
      card.remove()
    },
    Trial("a connection that is closed in its transaction leaves the card as it is", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let stays = try await rig.connect()
      do {
        let goes = try await rig.connect()
        try await goes.begin()
        try await goes.succeed(Command.verify)
      }
      try await until("its transaction has ended") {
        do {
          try await stays.begin()
          return true
        } catch let error as PluginCallError where error.code == .timeout {
          return false
        }
      }
      try await stays.succeed(Command.askVerified)
      card.remove()
    },
    Trial("opensc-tool waits for our transaction, and finds the card as we left it", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let own = try await rig.connect()
      try await own.begin()
      try await own.succeed(Command.selectApplication)
      try await own.succeed(Command.verify)
      let sent = card.card.commandCount
      let tool = try rig.startOpenscTool(["00A4040C09F0494D5052494E5401", "00B0820010"])
      try await Task.sleep(for: .milliseconds(800))
      try expect(tool.isRunning, "opensc-tool did not wait: \(tool.output())")
      try expect(card.card.commandCount == sent, "opensc-tool sent commands beside our transaction")
      try await own.end()
      let output = tool.output()
      try expect(tool.status == 0, "opensc-tool ended with \(tool.status): \(output)")
      // The file that only a verified PIN opens: ours, in one card.
      try expect(
        output.components(separatedBy: "SW1=0x90, SW2=0x00").count == 3, "opensc-tool was refused: \(output)")
      // And in turn: it left the PIN verified, and us connected.
      try await own.succeed(Command.selectApplication)
      try await own.succeed(Command.readSecret)
      card.remove()
    },
    Trial("a connection that is asked for during a transaction is told busy, or comes after it", part: .cards)
    {
      let rig = try CardRig()
      let card = try await rig.insert()
      let first = try await rig.connect()
      try await first.begin()
      try await expectFailure(.busy, within: .seconds(4), "a connection") { try await rig.connect() }
      let late = Task { try await rig.connect() }
      try await Task.sleep(for: .milliseconds(500))
      try await first.end()
      let second = try await late.value
      try await second.succeed(Command.selectApplication)
      // The one that was given up is gone: nobody else is connected once we are not.
      try await first.disconnect()
      try await second.disconnect()
      try await until("nobody is connected") { try !rig.info(CardRig.reader).state.contains(.inUse) }
      card.remove()
    },
  ]
}
