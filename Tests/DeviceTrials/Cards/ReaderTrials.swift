// SPDX-License-Identifier: Apache-2.0
import Imprint
import ImprintVirtualCard

/// Readers, what is in them, and how they are spoken to.
enum ReaderTrials {
  static let all: [Trial] = [
    Trial("a card that is put in and taken out is told, and listed with its answer to reset", part: .cards) {
      let rig = try CardRig()
      let watch = try await DeviceWatch.open(rig.plugin)
      for _ in 0..<3 {
        let card = try await rig.insert()
        let came = try await watch.next(timeout: .seconds(5))
        try expect(came.change == .changed && came.locator == CardRig.reader, "\(came)")
        try expect(CardReaderState(rawValue: came.readerState).contains(.card), "\(came) tells of no card")
        let info = try rig.info(CardRig.reader)
        try expect(info.atr == card.card.atr, "listed with \(info.atr)")
        try expect(info.events % 2 == 1, "\(info.events) cards came and went, and one is there")
        card.remove()
        let start = QuietClock.now
        let went = try await watch.next(timeout: .seconds(5))
        try expect(
          went.change == .changed && !CardReaderState(rawValue: went.readerState).contains(.card), "\(went)")
        try expect(QuietClock.now - start < .seconds(1), "told after \(QuietClock.now - start)")
      }
    },
    Trial("a watch is cancelled at once while it waits, and stays so", part: .cards) {
      let watch = try await DeviceWatch.open(CardRig().plugin)
      for _ in 0..<2 {
        let waiting = Task { try await watch.next(timeout: .seconds(60)) }
        try await Task.sleep(for: .milliseconds(200))
        let start = QuietClock.now
        watch.cancel()
        try await expectFailure(.cancelled, "next after cancel") { try await waiting.value }
        try expect(QuietClock.now - start < .milliseconds(100), "\(QuietClock.now - start)")
      }
    },
    Trial("watches that are opened and closed at once leave nothing behind", part: .cards) {
      let rig = try CardRig()
      _ = try await DeviceWatch.open(rig.plugin)
      let before = try await Holdings.settled()
      let start = QuietClock.now
      for _ in 0..<50 { _ = try await DeviceWatch.open(rig.plugin) }
      // Each would end by itself within a second; nobody waits for that.
      try expect(QuietClock.now - start < .seconds(10), "50 took \(QuietClock.now - start)")
      try await before.expectNoMore(after: "50 watches")
    },
    Trial("a card in software is not what makes commands slow", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let connection = try await rig.connect()
      let count = 500
      let start = QuietClock.now
      try await connection.transaction(timeout: .seconds(1)) { card throws in
        for _ in 0..<count { try card.succeed(Command.getChallenge) }
      }
      let time = QuietClock.now - start
      print("  \(count) commands in \(time): \(Int(Double(count) / (time / .seconds(1)))) a second")
      // With acknowledgements that are delayed it takes 20 seconds.
      try expect(time < .seconds(5), "\(time)")
      card.remove()
    },
    Trial("a reader without a card says so, and one that is not there too", part: .cards) {
      let rig = try CardRig()
      try await expectFailure(.cardMissing, "connecting without a card") {
        try await rig.connect(CardRig.secondReader)
      }
      try await expectFailure(.deviceMissing, "connecting to no reader") {
        try await rig.connect("No Reader 00 00")
      }
    },
    Trial("the reader itself is reached without a card", part: .cards) {
      let rig = try CardRig()
      try rig.set("card", false)
      try await until("the reader is empty") { try !rig.info(CardRig.trialReader).state.contains(.card) }
      let reader = try await rig.connect(CardRig.trialReader, share: .direct)
      let name = try await reader.attribute(0x0001_0100)
      try expect(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self) == "Imprint trials", "\(name)")
      let status = try await reader.status()
      try expect(status.state.isDisjoint(with: .card) && status.cardProtocol == nil, "\(status)")
      let echo = try await reader.control(0x4200_0001, [1, 2, 3])
      try expect(echo == [1, 2, 3], "\(echo)")
    },
    Trial("attributes are read and written, and those that are not there are unsupported", part: .cards) {
      let rig = try CardRig()
      let reader = try await rig.connect(CardRig.trialReader, share: .direct)
      let stored: UInt32 = 0x7FFF_0100
      try await reader.setAttribute(stored, to: [9, 8, 7, 6])
      try expect(try await reader.attribute(stored) == [9, 8, 7, 6], "another value")
      try await expectFailure(.unsupported, "reading") { try await reader.attribute(0x7FFF_0200) }
      try await expectFailure(.unsupported, "writing") { try await reader.setAttribute(0x7FFF_0200, to: [1]) }
      try await expectFailure(.unsupported, "a control code") { try await reader.control(0x4200_0002) }
    },
    Trial("T=0 and T=1 are agreed as the card and the caller have them, and raw goes through", part: .cards) {
      let rig = try CardRig()
      var description = VirtualCard.Description.standard
      description.atr = [0x3B, 0x00]
      description.transfer = .inParts
      var card = try await rig.insert(description)
      try await expectFailure(.unsupported, "T=1 on a card of T=0") {
        try await rig.connect(protocols: [.t1])
      }
      let first = try await rig.connect()
      try expect(try await first.status().cardProtocol == .t0, "not T=0")
      let select = try await first.transmit([0x00, 0xA4, 0x04, 0x00, 0x09] + Command.applicationName)
      try expect(select.count == 2 && select[0] == 0x61, "SELECT over T=0 was answered with \(select)")
      let fetched = try await first.transmit([0x00, 0xC0, 0x00, 0x00, select[1]])
      try expect(fetched.count == Int(select[1]) + 2, "GET RESPONSE gave \(fetched.count) bytes")
      let short = try await first.transmit([0x00, 0xB0, 0x81, 0x00, 0x40])
      try expect(short == [0x6C, 19], "a length too long was answered with \(short)")
      try await first.disconnect()
      card.remove()

      description.atr = [0x3B, 0x80, 0x01, 0x81]
      description.transfer = .whole
      card = try await rig.insert(description)
      try await expectFailure(.unsupported, "T=0 on a card of T=1") {
        try await rig.connect(protocols: [.t0])
      }
      let second = try await rig.connect()
      try expect(try await second.status().cardProtocol == .t1, "not T=1")
      try await second.succeed(Command.selectApplication)
      try await second.disconnect()
      card.remove()

      card = try await rig.insert()
      let raw = try await rig.connect(protocols: [.raw])
      try expect(try await raw.status().cardProtocol == .raw, "not raw")
      try await raw.succeed(Command.selectApplication)
      card.remove()
    },
  ]
}
