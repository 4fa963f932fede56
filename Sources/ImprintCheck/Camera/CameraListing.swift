// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CameraChecks {
  static let lists = check(
    "lists-its-devices", "Devices are listed whole or not at all; none is an empty list.",
    rules: ["R-01", "R-20"]
  ) { _, plugin, _ in
    let table = try plugin.table(IMP_CAMERA_ID, as: imp_camera_ability.self)
    let names = try devices(plugin, table)
    for name in names where name.isEmpty {
      throw CheckFailure("one of \(names.count) devices has an empty locator.", place: "camera.list")
    }
    try expect(
      Set(names).count == names.count, "two devices have the same locator: \(names).", place: "camera.list")
    guard names.count > 1 else { return }
    // One entry less than there are.
    var info = imp_camera_info()
    withUnsafeMutableBytes(of: &info) { _ = $0.initializeMemory(as: UInt8.self, repeating: 0xC7) }
    info.size = structSize(imp_camera_info.self)
    let room = try GuardedMemory(copiesOf: [imp_camera_info](repeating: info, count: names.count - 1))
    let before = room.content
    var count = names.count - 1
    let status = table.list(plugin.plugin, room.mutablePointer(), &count)
    let what = "for an array of \(names.count - 1) entries, with \(names.count) devices,"
    try expect(CallAnswer(status, plugin.host), isOneOf: [IMP_RETRY_SHORT_BUFFER], "camera.list", what)
    try expect(
      count == names.count, "\(what) it says that there are \(count) (R-01).", place: "camera.list")
    try expect(
      room.content == before, "\(what) it wrote into the array; nothing is to be written (R-01).",
      place: "camera.list")
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
