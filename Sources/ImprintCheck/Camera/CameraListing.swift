// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CameraChecks {
  static let lists = check(
    "lists-its-devices", "Devices are listed whole or not at all, as what they are; none is an empty list.",
    rules: ["R-01", "R-20", "R-21"]
  ) { _, plugin, _ in
    let table = try plugin.table(IMP_CAMERA_ID, as: imp_camera_ability.self)
    let list = list(plugin, table)
    try list.expectWholeOrNothing()
    let infos = try list.whole()
    for info in infos {
      let locator = try FixedText.read(info.locator, "a locator", place: list.call)
      try expect(!locator.isEmpty, "one of \(infos.count) devices has an empty locator.", place: list.call)
      let name = try FixedText.read(info.name, "the name of \(locator)", place: list.call)
      try expect(!name.isEmpty, "\(locator) has no name for people.", place: list.call)
      _ = try FixedText.read(info.device, "the housing of \(locator)", place: list.call)
      try expect(
        info.light <= UInt32(IMP_CAMERA_LIGHT_INFRARED) && info.facing <= UInt32(IMP_CAMERA_FACING_EXTERNAL),
        "\(locator) has the light \(info.light) and the facing \(info.facing), which the contract does not have.",
        place: list.call)
      try expect(
        info.reserved == 0, "\(locator) has \(info.reserved) in its reserved field (R-21).", place: list.call)
    }
    let names = try devices(plugin, table)
    try expect(
      Set(names).count == names.count, "two devices have the same locator: \(names).", place: list.call)
  }

  static let stableIDs = check(
    "stable-ids",
    "A camera has the same id each time it is listed, no other has it, and it opens the camera.",
    rules: ["R-31"]
  ) { subject, plugin, _ in
    let (other, table) = (try subject.open(), try plugin.table(IMP_CAMERA_ID, as: imp_camera_ability.self))
    var turn = 0
    let devices = try DeviceIDs.expectStable("camera.list") {
      turn += 1
      return try list(turn % 2 == 0 ? other : plugin, table).whole().map { info in
        ListedDevice(
          locator: try FixedText.read(info.locator, "a locator", place: "camera.list"),
          id: try FixedText.read(info.id, "an id", place: "camera.list"))
      }
    }
    try DeviceIDs.expectOpenable(devices, "camera.open") { text in
      var made: OpaquePointer?
      let answer = CallAnswer(CameraProbe.open(plugin, table, text, &made), plugin.host)
      if answer.status == IMP_OK, let made { table.close(made) }
      return answer
    }
  }

  static let unknownLocator = check(
    "refuses-unknown-devices", "A device that is not there is refused, and no camera is opened.",
    rules: ["R-22"]
  ) { subject, plugin, _ in
    let table = try plugin.table(IMP_CAMERA_ID, as: imp_camera_ability.self)
    let locators = [
      "", "no such device", "/nonexistent/camera", String(repeating: "x", count: 5000), "\u{0}",
      "../../etc/passwd",
      subject.scratch + "/nothing.y4m",
    ]
    for locator in locators {
      let canary = OpaquePointer(bitPattern: 0x5A5A)
      var made = canary
      let status = CameraProbe.open(plugin, table, locator, &made)
      let words =
        locator.utf8.count > 60
        ? "a locator of \(locator.utf8.count) bytes" : "locator \"\(locator.debugDescription)\""
      try expectTypedFailure(
        CallAnswer(status, plugin.host),
        or: [IMP_E_DEVICE_MISSING, IMP_E_DEVICE_DENIED, IMP_E_FILE, IMP_E_UNSUPPORTED], "camera.open",
        "for \(words)")
      try expect(
        made == canary, "for \(words) it refused and changed *camera all the same (R-22).",
        place: "camera.open")
    }
  }

  static let openedTwice = check(
    "opened-twice", "A camera that is open already is opened again, or is busy.", rules: ["R-22"]
  ) { subject, plugin, _ in
    let table = try plugin.table(IMP_CAMERA_ID, as: imp_camera_ability.self)
    let locator = try locator(subject, plugin)
    let first = try CameraProbe(plugin, locator)
    let canary = OpaquePointer(bitPattern: 0x5A5A)
    var made = canary
    let answer = CallAnswer(CameraProbe.open(plugin, table, locator, &made), plugin.host)
    try expect(answer, isOneOf: [IMP_OK, IMP_RETRY_BUSY], "camera.open", "for a device that is open already")
    if answer.status == IMP_OK, let made { table.close(made) }
    try expect(
      answer.status == IMP_OK || made == canary,
      "it answered \(answer.words) and changed *camera all the same (R-22).", place: "camera.open")
    let frame = try first.nextFrame().answer
    try expect(
      frame, isOneOf: [IMP_OK, IMP_E_FILE], "camera.next_frame",
      "for the first frame, after the same device was opened a second time,")
  }

  static let sizeFields = check(
    "refuses-wrong-sizes", "A struct whose size field is wrong is refused before it is looked at.",
    rules: ["R-20"]
  ) { subject, plugin, _ in
    let table = try plugin.table(IMP_CAMERA_ID, as: imp_camera_ability.self)
    try list(plugin, table).expectSizesLookedAt("imp_camera_info")
    let locator = try locator(subject, plugin)
    for change in [-8, 8] {
      func wrong(_ size: inout UInt32) { size = UInt32(Int(size) + change) }
      func refused(_ answer: CallAnswer, _ call: String, _ name: String) throws {
        try expect(
          answer, isOneOf: [IMP_E_ABI], "camera.\(call)",
          "for an \(name) whose size field is not its size (R-20)")
      }
      var made: OpaquePointer?
      let status = CameraProbe.open(plugin, table, locator, &made) { wrong(&$0.size) }
      try refused(CallAnswer(status, plugin.host), "open", "imp_camera_options")
      let camera = try CameraProbe(plugin, locator)
      try refused(try camera.nextFrame(change: { wrong(&$0.size) }).answer, "next_frame", "imp_frame")
    }
  }
}
