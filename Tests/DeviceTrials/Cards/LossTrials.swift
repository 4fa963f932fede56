// SPDX-License-Identifier: Apache-2.0
import Imprint
import ImprintVirtualCard

/// Cards that are reset, torn out, mute, or lie.
enum LossTrials {
  static let all: [Trial] = [
    Trial("a card that another connection resets is told as reset until it is connected anew", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      for disposition in [CardDisposition.reset, .unpower] {
        let first = try await rig.connect()
        try await first.succeed(Command.selectApplication)
        try await first.succeed(Command.verify)
        let other = try await rig.connect()
        try await other.disconnect(disposition)
        let sent = card.card.commandCount
        for _ in 0..<3 {
          try await expectFailure(.cardReset, "a command") { try await first.transmit(Command.readSecret) }
          try await expectFailure(.cardReset, "a transaction") { try await first.begin() }
          try await expectFailure(.cardReset, "the status") { try await first.status() }
        }
        try expect(card.card.commandCount == sent, "something was sent to a card that was reset")
        try await first.reconnect(CardOptions(locator: CardRig.reader))
        let asked = try await first.transmit(Command.askVerified)
        try expect(asked == [0x63, 0xC3], "after a reset the PIN is still verified: \(asked)")
        try await first.disconnect()
      }
      card.remove()
    },
    Trial("a reset in the end of a transaction is one for us too", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let first = try await rig.connect()
      try await first.begin()
      try await first.succeed(Command.verify)
      try await first.end(.reset)
      try await expectFailure(.cardReset, "a command after our own reset") {
        try await first.transmit(Command.askVerified)
      }
      try await first.reconnect(CardOptions(locator: CardRig.reader), after: .reset)
      try expect(try await first.transmit(Command.askVerified) == [0x63, 0xC3], "the PIN is still verified")
      card.remove()
    },
    Trial("a control code after another connection's reset reaches neither reader nor card", part: .cards) {
      let rig = try CardRig()
      try rig.set("card", true)
      try await until("there is a card") { try rig.info(CardRig.trialReader).state.contains(.card) }
      let first = try await rig.connect(CardRig.trialReader)
      let echo: [UInt8] = [1, 2, 3]
      try expect(try await first.control(0x4200_0001, echo) == echo, "no echo")
      let other = try await rig.connect(CardRig.trialReader)
      try await other.disconnect(.reset)
      for _ in 0..<2 {
        try await expectFailure(.cardReset, "a control code") { try await first.control(0x4200_0001, echo) }
      }
      try await first.reconnect(CardOptions(locator: CardRig.trialReader))
      try expect(try await first.control(0x4200_0001, echo) == echo, "no echo after connecting anew")
      try await first.begin()
      try expect(try await first.control(0x4200_0001, echo) == echo, "no echo in a transaction")
      try await first.end()
      try await first.disconnect()
      try rig.set("card", false)
      try await until("the reader is empty") { try !rig.info(CardRig.trialReader).state.contains(.card) }
    },
    Trial(
      "a card that is torn out in any command of a script is missing within a second", part: .cards,
      limit: .seconds(120)
    ) {
      let rig = try CardRig()
      let script = [
        Command.selectApplication, Command.readPublic, Command.verify, Command.readSecret,
        Command.getChallenge,
      ]
      for torn in script.indices {
        for isTransaction in [false, true] {
          var description = VirtualCard.Description.standard
          description.faults = [VirtualCard.Fault(command: torn + 1, .tearOut)]
          let card = try await rig.insert(description)
          let connection = try await rig.connect()
          if isTransaction { try await connection.begin() }
          for command in script[..<torn] { try await connection.succeed(command) }
          try await expectFailure(.cardMissing, within: .seconds(1), "command \(torn + 1)") {
            try await connection.transmit(script[torn])
          }
          try await expectFailure(.cardMissing, "the next") { try await connection.transmit(script[torn]) }
          try expect(card.card.commandCount == torn + 1, "a command was sent twice")
          // The next card is nobody's, and the same connection may go on with it.
          let next = try await rig.insert()
          if torn == 0 {
            // pcscd takes the power from a card that nobody uses; whoever connects gives it again.
            try await Task.sleep(for: .milliseconds(1500))
            try await connection.reconnect(CardOptions(locator: CardRig.reader))
            try await connection.succeed(Command.selectApplication)
          }
          let other = try await rig.connect()
          // Nobody has one: what the torn card's connection had would last, however long one waits.
          try await other.begin(timeout: .seconds(10))
          try await other.succeed(Command.selectApplication)
          try await other.end()
          try await connection.reconnect(CardOptions(locator: CardRig.reader))
          try await connection.succeed(Command.selectApplication)
          next.remove()
        }
      }
    },
    Trial("a mute card ends a command when it is taken out, as missing", part: .cards) {
      let rig = try CardRig()
      for action in [VirtualCard.Fault.Action.mute, .delay(.seconds(30))] {
        var description = VirtualCard.Description.standard
        description.faults = [VirtualCard.Fault(command: 2, action)]
        let card = try await rig.insert(description)
        let connection = try await rig.connect()
        try await connection.succeed(Command.selectApplication)
        let waiting = Task { try await connection.transmit(Command.getChallenge) }
        try await Task.sleep(for: .milliseconds(300))
        let start = QuietClock.now
        card.remove()
        try await expectFailure(.cardMissing, "the command") { try await waiting.value }
        try expect(QuietClock.now - start < .seconds(1), "told after \(QuietClock.now - start)")
      }
    },
    Trial("a card that does not answer to reset is mute", part: .cards, attempts: 3) {
      let rig = try CardRig()
      try rig.set("mute", true)
      try rig.set("card", true)
      try await until("it is listed as mute") {
        try rig.info(CardRig.trialReader).state.isSuperset(of: [.card, .mute])
      }
      try await expectFailure(.cardMute, "connecting") {
        do {
          return try await rig.connect(CardRig.trialReader)
        } catch let error as PluginCallError where error.code == .busy {
          // On a busy machine pcscd answers later than a connection waits.
          throw LateHost(description: "\(error)")
        }
      }
      try rig.set("card", false)
      try rig.set("mute", false)
      try await until("the reader is empty") { try !rig.info(CardRig.trialReader).state.contains(.card) }
    },
    Trial("an answer to reset that is none does no harm", part: .cards) {
      let rig = try CardRig()
      for atr in [[UInt8](repeating: 0xFF, count: 33), [0x00], [0x3B, 0xFF, 0xFF]] {
        var description = VirtualCard.Description.standard
        description.atr = atr
        let card = try await rig.insert(description)
        try expect(try rig.info(CardRig.reader).atr == atr, "listed with another one")
        do {
          _ = try await rig.connect()
        } catch let error as PluginCallError {
          try expect([.unsupported, .cardMute].contains(error.code), "\(error)")
        }
        card.remove()
      }
    },
    Trial("a card that lies about lengths is told as what it is", part: .cards) {
      let rig = try CardRig()
      let byte = try await rig.insert(faulty(.respond([0x90])))
      try await expectFailure(.cardMute, "one byte") {
        try await rig.connect().transmit(Command.getChallenge)
      }
      byte.remove()
      _ = try await rig.insert(faulty(.respond([])))
      // The reader's driver takes a card that says nothing for one that was taken out.
      try await expectFailure(.cardMissing, within: .seconds(1), "no byte") {
        try await rig.connect().transmit(Command.getChallenge)
      }
      let long = try await rig.insert(faulty(.pad(60_000)))
      let padded = try await rig.connect().transmit(Command.getChallenge)
      try expect(padded.count == 60_010 && padded.suffix(2) == Command.ok, "\(padded.count) bytes")
      long.remove()
      for length: UInt16 in [1, 9, 100, 65_535] {
        _ = try await rig.insert(faulty(.frameLength(length)))
        let connection = try await rig.connect()
        do {
          let response = try await connection.transmit(Command.getChallenge)
          try expect(response.count <= 10, "\(response.count) bytes of 10")
        } catch let error as PluginCallError {
          try expect([.cardMute, .cardMissing, .deviceFailed].contains(error.code), "\(error)")
        }
        try await until("it is told as missing") {
          do {
            _ = try await connection.transmit(Command.getChallenge)
          } catch let error as PluginCallError {
            return error.code == .cardMissing
          }
          return false
        }
      }
    },
    Trial("a response of 65,536 bytes and a status word comes whole", part: .cards) {
      let rig = try CardRig()
      try rig.set("card", true)
      try await until("there is a card") { try rig.info(CardRig.trialReader).state.contains(.card) }
      let connection = try await rig.connect(CardRig.trialReader)
      let command: [UInt8] = [0x00, 0x01, 0xFF, 0xFF]
      for _ in 0..<3 {
        let response = try await connection.transmit(command)
        try expect(response.count == 65_538, "\(response.count) bytes")
        try expect(
          response.dropLast(2).enumerated().allSatisfy { $0.element == UInt8($0.offset % 251) }, "other bytes"
        )
      }
      // The longest command, too.
      let long = [0x00, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF] + [UInt8](repeating: 7, count: 65_535) + [0, 0]
      try expect(try await connection.transmit(long) == Command.ok, "the longest command was not taken")
      let card = try await rig.insert()
      let virtual = try await rig.connect()
      try await virtual.succeed(Command.selectApplication)
      // vpcd's frames have 65,535 bytes at the most: the card hands the rest over with GET RESPONSE.
      let first = try await virtual.transmit([0x00, 0xB0, 0x83, 0x00, 0x00, 0x00, 0x00])
      try expect(
        first.count == 65_535 && first.suffix(2) == [0x61, 0x03], "\(first.count), \(first.suffix(2))")
      let rest = try await virtual.transmit([0x00, 0xC0, 0x00, 0x00, 0x03])
      try expect(rest.count == 5, "\(rest.count)")
      card.remove()
    },
    Trial("a reader that fails with the card in it has failed, and its next command goes on", part: .cards) {
      let rig = try CardRig()
      try rig.set("card", true)
      try await until("there is a card") { try rig.info(CardRig.trialReader).state.contains(.card) }
      let connection = try await rig.connect(CardRig.trialReader)
      try await expectFailure(.deviceFailed, within: .seconds(1), "the command") {
        try await connection.transmit([0x00, 0x02, 0x00, 0x00])
      }
      try await connection.succeed([0x00, 0x00, 0x00, 0x00])
    },
    Trial("a reader that goes is gone within a second, and the watch tells", part: .cards) {
      // pcscd itself sleeps a second where a driver says that there is no such device.
      for (state, limit) in [("gone", Duration.seconds(1)), ("unplugged", .seconds(2))] {
        let rig = try CardRig()
        try rig.set("card", true)
        try await until("there is a card") { try rig.info(CardRig.trialReader).state.contains(.card) }
        let watch = try await DeviceWatch.open(rig.plugin)
        let connection = try await rig.connect(CardRig.trialReader)
        try await connection.succeed([0x00, 0x00, 0x00, 0x00])
        try rig.set(state, true)
        try await expectFailure(.deviceGone, within: limit, "the command of a reader that is \(state)") {
          try await connection.transmit([0x00, 0x00, 0x00, 0x00])
        }
        try await expectFailure(.deviceGone, "the next") { try await connection.status() }
        try await expectFailure(.deviceGone, "reconnect") {
          try await connection.reconnect(CardOptions(locator: CardRig.trialReader))
        }
        var event = try await watch.next(timeout: .seconds(5))
        while CardReaderState(rawValue: event.readerState).contains(.card) {
          event = try await watch.next(timeout: .seconds(5))
        }
        try expect(event.locator == CardRig.trialReader, "\(event)")
        try rig.set(state, false)
        try await until("it is there again") { try rig.info(CardRig.trialReader).state.contains(.card) }
        try await rig.connect(CardRig.trialReader).succeed([0x00, 0x00, 0x00, 0x00])
      }
    },
  ]

  private static func faulty(_ action: VirtualCard.Fault.Action) -> VirtualCard.Description {
    var description = VirtualCard.Description.standard
    description.faults = [VirtualCard.Fault(command: 1, action)]
    return description
  }
}
