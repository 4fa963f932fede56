// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// `sdkctl device` and `sdkctl doctor` with real drivers and the real daemon: how they end, and what they
/// tell.
enum DeviceCommandTrials {
  private static let reason = "sdkctl puts plugins where it does, whoever tries it"

  static let all: [Trial] = [
    Trial(
      "sdkctl lists, probes and tests a camera, and doctor says who uses it", part: .vm, limit: .seconds(180),
      inProcessOnly: reason
    ) {
      let path = try VideoPlugin.vivid().path
      // No pcscd is here: one plugin cannot be asked, and the others are.
      let list = try Sdkctl.json("device", "list", exit: 1)
      let failures = list["failures"] as? [[String: Any]] ?? []
      try expect(failures.map { $0["code"] as? String } == ["service"], "\(failures)")
      let cameras = (list["devices"] as? [[String: Any]] ?? []).filter { $0["kind"] as? String == "camera" }
      try expect(cameras.contains { $0["locator"] as? String == path }, "\(cameras)")
      let modes = try Sdkctl.json("device", "probe", path)["modes"] as? [[String: Any]] ?? []
      let isThere = modes.contains {
        $0["format"] as? String == "yuyv" && ($0["width"] as? [String: Any])?["max"] as? Int == 640
      }
      try expect(isThere, "no mode of 640 pixels: \(modes)")
      // Frames may be lost here: the exit code says so.
      let run = try Sdkctl.run(["device", "test", path, "--frames", "10", "--json"])
      let test = try Sdkctl.document(run.output)
      try expect(test["frames"] as? Int == 10 && test["width"] as? Int == 640, run.output)
      try expect((run.status == 0) == (test["good"] as? Bool == true), "\(run.status): \(run.output)")
      let camera = try await Camera.open(VideoPlugin.open(), options: CameraOptions(locator: path))
      let findings = try Sdkctl.deviceFindings()
      let other = try VideoPlugin.vivid(1).path
      measured("\(findings)")
      try expect(findings[path] == "busy", "\(path) is told as \(findings)")
      try expect(findings[other].map { $0 == "ok" } ?? true, "\(other) is told as \(findings)")
      camera.cancel()
    },
    Trial(
      "sdkctl lists, probes and tests card readers, and doctor says whether pcscd answers", part: .cards,
      inProcessOnly: reason
    ) {
      let rig = try CardRig()
      let card = try await rig.insert()
      let list = try Sdkctl.json("device", "list", "--kind", "card-reader")
      let readers = (list["devices"] as? [[String: Any]] ?? []).compactMap { $0["locator"] as? String }
      try expect(
        Set(readers) == [CardRig.reader, CardRig.secondReader, CardRig.trialReader], "\(readers)")
      let own = try Sdkctl.json("device", "probe", CardRig.trialReader)["attributes"] as? [String: Any]
      try expect(own?["vendor"] as? String == "Imprint trials", "\(String(describing: own))")
      // vpcd's knows no attribute at all.
      let probe = try Sdkctl.json("device", "probe", CardRig.reader)
      try expect(probe["atr"] as? String == "3B80800101", "\(probe)")
      let test = try Sdkctl.json("device", "test", CardRig.reader)
      try expect(test["good"] as? Bool == true && test["atr"] as? String == "3B80800101", "\(test)")
      let empty = try Sdkctl.json("device", "test", CardRig.secondReader, exit: 1)
      let error = (empty["error"] as? [String: Any])?["code"] as? String
      try expect(error == "card-missing", "\(empty)")
      let place = "/run/pcscd/pcscd.comm"
      try expect(try Sdkctl.deviceFindings()[place] == "ok", "the daemon is not told as well")
      card.remove()
      try rig.killDaemon()
      let found = try Sdkctl.deviceFindings()[place]
      try expect(found == "service-refused", "a daemon that was killed is told as \(found ?? "nothing")")
      let without = try Sdkctl.json("device", "list", "--kind", "card-reader", exit: 1)
      let failures = without["failures"] as? [[String: Any]] ?? []
      try expect(failures.map { $0["code"] as? String } == ["service"], "\(failures)")
      try rig.startDaemon()
    },
  ]
}
