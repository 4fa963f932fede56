// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintVirtualCard

/// `sdkctl card` beside the real daemon.
enum SessionCommandTrials {
  static let all: [Trial] = [
    Trial("sdkctl card list shows both readers, and the card in one", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let run = try Sdkctl.run(["card", "list", "--json"])
      try expect(run.status == 0, "it ended with \(run.status): \(run.output)")
      let readers = try Sdkctl.document(run.output)["readers"] as? [[String: Any]] ?? []
      let ours = readers.first { $0["name"] as? String == CardRig.reader }
      try expect(ours?["card"] as? Bool == true, "no card in \(run.output)")
      try expect(ours?["atr"] as? String == "3B80800101", "another ATR in \(run.output)")
      let other = readers.first { $0["name"] as? String == CardRig.secondReader }
      try expect(other?["card"] as? Bool == false, "a card in the second reader: \(run.output)")
      card.remove()
    },
    Trial("sdkctl card apdu shows data and plain words, and ends with 1 where the card refuses", part: .cards)
    {
      let rig = try CardRig()
      let card = try await rig.insert()
      let select = "00A4040C09F0494D5052494E5401"
      let good = try Sdkctl.run(["card", "apdu", "--reader", CardRig.reader, select, "00 B0 81 00 00"])
      try expect(good.status == 0, "it ended with \(good.status): \(good.output)")
      try expect(good.output.contains("41 20 63 61 72 64"), "no data: \(good.output)")
      try expect(good.output.contains("9000: done."), "no words: \(good.output)")
      let hidden = try Sdkctl.run([
        "card", "apdu", "--hide-data", "--reader", CardRig.reader, select, "00 B0 81 00 00",
      ])
      try expect(!hidden.output.contains("41 20 63"), "data is shown: \(hidden.output)")
      let bad = try Sdkctl.run([
        "card", "apdu", "--json", "--reader", CardRig.reader, select, "00B0820010", "0084000008",
      ])
      try expect(bad.status == 1, "it ended with \(bad.status): \(bad.output)")
      let answers = try Sdkctl.document(bad.output)
      try expect(answers["notSent"] as? Int == 1, "what follows a refusal was sent: \(bad.output)")
      let last = (answers["answers"] as? [[String: Any]])?.last
      try expect(last?["status"] as? String == "6982", "another status: \(bad.output)")
      try expect(last?["class"] as? String == "checking-error", "another class: \(bad.output)")
      card.remove()
    },
    Trial("sdkctl card apdu keeps the long form, sends bytes as they are, and takes a protocol", part: .cards)
    {
      let rig = try CardRig()
      var description = VirtualCard.Description.standard
      description.transfer = .inParts
      let card = try await rig.insert(description)
      let select = "00A4040C09F0494D5052494E5401"
      let reader = ["--reader", CardRig.reader]
      let apdu = ["card", "apdu", "--json"] + reader
      // Exactly 19 bytes are there: what is fetched and corrected without --raw is not with it.
      let mended = try Sdkctl.run(apdu + ["--protocol", "t0", select, "00 B0 81 00 40"])
      try expect(mended.status == 0, "it ended with \(mended.status): \(mended.output)")
      let raw = try Sdkctl.run(apdu + ["--protocol", "t0", "--raw", select, "00 B0 81 00 40"])
      try expect(raw.status == 1 && raw.output.contains("6C13"), "\(raw.status): \(raw.output)")
      let long = try Sdkctl.run(apdu + ["--protocol", "t0", select, "00 B0 81 00 00 00 13"])
      try expect(long.status == 1, "a long form over T=0 ended with \(long.status): \(long.output)")
      let answers = try Sdkctl.document(long.output)
      try expect((answers["answers"] as? [Any])?.count == 1, "the first answer is lost: \(long.output)")
      try expect((answers["error"] as? [String: Any])?["code"] as? String == "command", "\(long.output)")
      try expect(answers["notSent"] as? Int == 1, "the long form counts as sent: \(long.output)")
      card.remove()
    },
    Trial("sdkctl card apdu tells what was answered before the card was torn out", part: .cards) {
      let rig = try CardRig()
      var description = VirtualCard.Description.standard
      description.faults = [VirtualCard.Fault(command: 3, .tearOut)]
      let card = try await rig.insert(description)
      let run = try Sdkctl.run(
        ["card", "apdu", "--json", "--reader", CardRig.reader, "00A4040C09F0494D5052494E5401"]
          + Array(repeating: "0084000008", count: 3))
      try expect(run.status == 1, "it ended with \(run.status): \(run.output)")
      let told = try Sdkctl.document(run.output)
      try expect((told["answers"] as? [Any])?.count == 2, "answers are lost: \(run.output)")
      try expect(told["notSent"] as? Int == 1, "\(run.output)")
      try expect((told["error"] as? [String: Any])?["code"] as? String == "card-missing", "\(run.output)")
      card.remove()
    },
    Trial("sdkctl card info finds the application that the card lists", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let run = try Sdkctl.run(["card", "info", "--json", "--reader", CardRig.reader])
      try expect(run.status == 0, "it ended with \(run.status): \(run.output)")
      let found = try Sdkctl.document(run.output)
      let applications = found["applications"] as? [[String: Any]] ?? []
      try expect(applications.count == 1, "\(applications.count) applications: \(run.output)")
      try expect(applications.first?["name"] as? String == "F0494D5052494E5401", "another one: \(run.output)")
      try expect(applications.first?["label"] as? String == "Imprint virtual card", "no label: \(run.output)")
      try expect(applications.first?["source"] as? String == "directory", "not of EF.DIR: \(run.output)")
      let atr = found["atr"] as? [String: Any]
      try expect(atr?["protocols"] as? [String] == ["T=0", "T=1"], "other protocols: \(run.output)")
      card.remove()
    },
    Trial("sdkctl card watch tells what is there and ends after its events", part: .cards) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let run = try Sdkctl.run(["card", "watch", "--json", "--events", "3", "--seconds", "20"])
      try expect(run.status == 0, "it ended with \(run.status): \(run.output)")
      let events = (try Sdkctl.document(run.output)["events"] as? [[String: Any]] ?? []).compactMap {
        $0["event"] as? String
      }
      try expect(events.contains("card-inserted") && events.contains("reader-added"), "it told \(events)")
      card.remove()
    },
    Trial("sdkctl card info of an empty reader says that no card is in it", part: .cards) {
      let rig = try CardRig()
      try await until("the reader is empty") { try !rig.info(CardRig.secondReader).state.contains(.card) }
      let run = try Sdkctl.run(["card", "info", "--json", "--reader", CardRig.secondReader])
      try expect(run.status == 1, "it ended with \(run.status): \(run.output)")
      let error = try Sdkctl.document(run.output)["error"] as? [String: Any]
      try expect(error?["code"] as? String == "card-missing", "another error: \(run.output)")
    },
  ]
}
