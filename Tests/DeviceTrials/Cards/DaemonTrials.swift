// SPDX-License-Identifier: Apache-2.0
import Glibc
import Imprint
import ImprintVirtualCard

/// pcscd itself: killed, away, and back.
enum DaemonTrials {
  static let all: [Trial] = [
    Trial(
      "pcscd that is killed is told within a second, by whatever is asked, until we connect anew",
      part: .cards
    ) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let connection = try await rig.connect()
      let owner = try await rig.connect()
      let watch = try await DeviceWatch.open(rig.plugin)
      try await connection.succeed(Command.selectApplication)
      try await owner.begin()
      let begin = Task { try await connection.begin(timeout: .seconds(60)) }
      let next = Task { try await watch.next(timeout: .seconds(60)) }
      try await Task.sleep(for: .milliseconds(300))
      let start = QuietClock.now
      try rig.killDaemon()
      try await expectFailure(.service, "a waiting transaction") { try await begin.value }
      try await expectFailure(.service, "a waiting watch") { try await nextButChanges(next, watch) }
      try expect(QuietClock.now - start < .seconds(1), "told after \(QuietClock.now - start)")
      try await expectFailure(.service, "a command") { try await connection.transmit(Command.getChallenge) }
      try await expectFailure(.service, "a listing") {
        try await rig.plugin.withoutBlocking { try CardReader.list($0) }
      }
      try await expectFailure(.service, "a connection") { try await rig.connect() }
      try await expectFailure(.timeout, "the watch, while there is none") {
        try await watch.next(timeout: .milliseconds(300))
      }
      card.remove()

      try rig.startDaemon()
      let again = try await watch.next(timeout: .seconds(5))
      try expect(again.change == .listAgain, "the first event after the start is \(again)")
      try await expectFailure(.service, "the old connection") {
        try await connection.transmit(Command.getChallenge)
      }
      try await expectFailure(.service, "reconnect") {
        try await connection.reconnect(CardOptions(locator: CardRig.reader))
      }
      let next2 = try await rig.insert()
      let came = try await nextOf(CardRig.reader, watch)
      try expect(CardReaderState(rawValue: came.readerState).contains(.card), "\(came)")
      try await rig.connect().succeed(Command.selectApplication)
      next2.remove()
    },
    Trial("pcscd that is killed in a command is told within a second", part: .cards) {
      let rig = try CardRig()
      var description = VirtualCard.Description.standard
      description.faults = [VirtualCard.Fault(command: 1, .delay(.seconds(30)))]
      let card = try await rig.insert(description)
      let connection = try await rig.connect()
      let waiting = Task { try await connection.transmit(Command.getChallenge) }
      try await Task.sleep(for: .milliseconds(300))
      let start = QuietClock.now
      try rig.killDaemon()
      try await expectFailure(.service, "the command") { try await waiting.value }
      try expect(QuietClock.now - start < .seconds(1), "told after \(QuietClock.now - start)")
      card.remove()
      try rig.startDaemon()
    },
    Trial(
      "readers whose pcscd is killed and started again are told so, and cards are told of again", part: .cards
    ) {
      let rig = try CardRig()
      var events = CardReaders(rig.plugin).events().makeAsyncIterator()
      for _ in 0..<3 {
        let card = try await rig.insert()
        try await SessionTrials.next(of: &events, "the card was put in", isCard)
        let killed = QuietClock.now
        try rig.killDaemon()
        // What is in a reader that nobody sees is not known any more.
        try await SessionTrials.next(of: &events, "the card was told as gone") {
          if case .cardRemoved(let reader) = $0 { reader.locator == CardRig.reader } else { false }
        }
        try await SessionTrials.next(of: &events, "the service stopped") {
          if case .serviceStopped(let error) = $0 { error.code == .service } else { false }
        }
        try expect(QuietClock.now - killed < .seconds(1), "it took \(QuietClock.now - killed)")
        card.remove()
        try rig.startDaemon()
        let started = QuietClock.now
        try await SessionTrials.next(of: &events, "the service returned") { $0 == .serviceReturned }
        try expect(QuietClock.now - started < .seconds(1), "it took \(QuietClock.now - started)")
      }
      let card = try await rig.insert()
      try await SessionTrials.next(of: &events, "the card was put in at last", isCard)
      card.remove()
    },
    Trial("without pcscd each call says that it does not run, and how to start it", part: .cards) {
      let rig = try CardRig()
      try rig.killDaemon()
      // One that was killed leaves its socket; one that never ran has none.
      for (words, code) in [
        ("it has ended. Start it: systemctl", "service-refused"),
        ("is not there). Install it (package pcscd)", "service-missing"),
      ] {
        do {
          _ = try await rig.plugin.withoutBlocking { try CardReader.list($0) }
          throw TrialFailure("a listing without pcscd succeeds")
        } catch let error as PluginCallError {
          try expect(error.code == .service, "\(error)")
          try expect(error.reason.contains(words), "no word of how to start it: \(error)")
        }
        let found = try rig.doctorOnService()
        try expect(found.code == code, "doctor: \(found)")
        unlink("/run/pcscd/pcscd.comm")
      }
      try await expectFailure(.service, "a watch") { try await DeviceWatch.open(rig.plugin) }
      try rig.startDaemon()
      try expect(
        try await rig.plugin.withoutBlocking { try CardReader.list($0) }.count == 3, "not three readers")
      try expect(try rig.doctorOnService().state == .fine, "doctor finds fault with a pcscd that answers")
    },
    Trial(
      "pcscd that is away when watching begins is told once, and watched when it is there", part: .cards
    ) {
      let rig = try CardRig()
      try rig.killDaemon()
      let (told, tell) = AsyncStream<String>.makeStream()
      let watching = Task {
        for await seen in DeviceDirectory(rig.configuration).watching([.cardReader]) {
          switch seen {
          case .failed(let failure): tell.yield(failure.code)
          case .began: tell.yield("began")
          case .event(let event, _): tell.yield("\(event.change.rawValue) \(event.locator)")
          }
        }
        tell.finish()
      }
      var seen = told.makeAsyncIterator()
      try expect(await seen.next() == "service", "it does not say that pcscd is away")
      // Long enough to look twice again.
      try await Task.sleep(for: .milliseconds(1200))
      try rig.startDaemon()
      try expect(await seen.next() == "began", "it is not watched, or told twice that it is away")
      let card = try await rig.insert()
      try expect(await seen.next() == "changed \(CardRig.reader)", "the card is not told of")
      card.remove()
      watching.cancel()
      while await seen.next() != nil {}
    },
    Trial("a user whom pcscd refuses is told that he is, and by which rules", part: .cards) {
      let rig = try CardRig()
      try rig.killDaemon()
      let everybody = try FakeDaemon(.refusing)
      do {
        _ = try await rig.plugin.withoutBlocking { try CardReader.list($0) }
        throw TrialFailure("a listing that is refused succeeds")
      } catch let error as PluginCallError {
        try expect(error.code == .deviceDenied && error.reason.contains("polkit"), "\(error)")
      }
      try await expectFailure(.deviceDenied, "a watch") { try await DeviceWatch.open(rig.plugin) }
      let denied = try rig.doctorOnService()
      try expect(denied.code == "denied" && denied.remedy.contains("access_pcsc"), "doctor: \(denied)")
      everybody.stop()
      let cards = try FakeDaemon(.refusingCards, readers: ["Guarded 00 00"])
      try expect(
        try await rig.plugin.withoutBlocking { try CardReader.list($0) }.map(\.locator) == ["Guarded 00 00"],
        "another list")
      try await expectFailure(.deviceDenied, "a connection") { try await rig.connect("Guarded 00 00") }
      cards.stop()
      try rig.startDaemon()
    },
    Trial("readers that are plugged in and out are told, each once and in order", part: .cards) {
      let rig = try CardRig()
      try rig.killDaemon()
      let daemon = try FakeDaemon(.refusingCards, readers: ["One 00 00"])
      let watch = try await DeviceWatch.open(rig.plugin)
      for _ in 0..<10 {
        try await Task.sleep(for: .milliseconds(30))
        daemon.set(["One 00 00", "Two 00 00"])
        let start = QuietClock.now
        let added = try await watch.next(timeout: .seconds(5))
        try expect(added.change == .added && added.locator == "Two 00 00", "\(added)")
        try await Task.sleep(for: .milliseconds(30))
        daemon.set(["One 00 00"])
        let removed = try await watch.next(timeout: .seconds(5))
        try expect(removed.change == .removed && removed.locator == "Two 00 00", "\(removed)")
        try expect(QuietClock.now - start < .milliseconds(1500), "\(QuietClock.now - start)")
      }
      try await expectFailure(.timeout, "nothing more") { try await watch.next(timeout: .milliseconds(1500)) }
      daemon.stop()
      try rig.startDaemon()
    },
  ]

  private static func isCard(_ event: CardReaderEvent) -> Bool {
    if case .cardInserted(let reader) = event { reader.locator == CardRig.reader } else { false }
  }

  /// What follows the changes that came before.
  private static func nextButChanges(
    _ first: Task<DeviceEvent, any Error>, _ watch: DeviceWatch
  ) async throws -> DeviceEvent {
    var event = try await first.value
    for _ in 0..<20 { event = try await watch.next(timeout: .seconds(5)) }
    return event
  }

  private static func nextOf(_ reader: String, _ watch: DeviceWatch) async throws -> DeviceEvent {
    while true {
      let event = try await watch.next(timeout: .seconds(5))
      if event.locator == reader { return event }
    }
  }
}
