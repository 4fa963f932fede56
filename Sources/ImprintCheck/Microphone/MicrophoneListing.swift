// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension MicrophoneChecks {
  static let lists = check(
    "lists-its-devices", "Devices are listed whole or not at all, as what they are; none is an empty list.",
    rules: ["R-01", "R-20"]
  ) { _, plugin, _ in
    let list = try list(plugin)
    try list.expectWholeOrNothing()
    let infos = try list.whole()
    for info in infos {
      let locator = try FixedText.read(info.locator, "a locator", place: list.call)
      try expect(!locator.isEmpty, "one of \(infos.count) devices has an empty locator.", place: list.call)
      let name = try FixedText.read(info.name, "the name of \(locator)", place: list.call)
      try expect(!name.isEmpty, "\(locator) has no name for people.", place: list.call)
      try expect(
        info.rate_min <= info.rate_max,
        "\(locator) takes rates of \(info.rate_min) to \(info.rate_max) frames a second.", place: list.call)
    }
    let locators = try Self.devices(plugin).map(\.locator)
    try expect(
      Set(locators).count == locators.count, "two devices have the same locator: \(locators).",
      place: list.call)
  }

  static let stableIDs = check(
    "stable-ids",
    "A device has the same id each time it is listed, no other has it, and it opens the device.",
    rules: ["R-31"]
  ) { subject, plugin, _ in
    let other = try subject.open()
    var turn = 0
    let devices = try DeviceIDs.expectStable("microphone.list") {
      turn += 1
      return try Self.devices(turn % 2 == 0 ? other : plugin)
    }
    let table = try plugin.table(IMP_MICROPHONE_ID, as: imp_microphone_ability.self)
    try DeviceIDs.expectOpenable(devices, "microphone.open") { text in
      let opening = try MicrophoneProbe.open(plugin, table, text)
      if let made = opening.microphone { table.close(made) }
      return opening.answer
    }
  }

  static let unknownLocator = check(
    "refuses-unknown-devices", "A device that is not there is refused with words, and nothing is opened.",
    rules: ["R-22"]
  ) { subject, plugin, _ in
    let table = try plugin.table(IMP_MICROPHONE_ID, as: imp_microphone_ability.self)
    for locator in UnknownDevice.locators(subject.scratch) {
      let opening = try MicrophoneProbe.open(plugin, table, locator)
      if let made = opening.microphone { table.close(made) }
      try UnknownDevice.expectRefused(opening.answer, "microphone.open", locator)
      try expect(
        opening.isUntouched,
        "for \(UnknownDevice.words(for: locator)) it refused and changed what it was lent all the same (R-22).",
        place: "microphone.open")
    }
  }

  static let options = check(
    "refuses-options", "A format, pace, rate or number of channels that there is none of is refused.",
    rules: ["R-22"]
  ) { subject, plugin, _ in
    let table = try plugin.table(IMP_MICROPHONE_ID, as: imp_microphone_ability.self)
    let locator = try locator(subject, plugin)
    let wrong: [(words: String, change: (inout imp_microphone_options) -> Void)] = [
      ("the format 99", { $0.format = 99 }), ("the pace 7", { $0.pace = 7 }),
      ("100 channels", { $0.channels = 100 }),
      ("\(UInt32.max) frames a second", { $0.rate = .max }),
      ("1 frame a second", { $0.rate = 1 }),
    ]
    for (words, change) in wrong {
      let opening = try MicrophoneProbe.open(plugin, table, locator, change: change)
      if let made = opening.microphone { table.close(made) }
      try expectTypedFailure(opening.answer, or: [IMP_E_UNSUPPORTED], "microphone.open", "for \(words)")
      try expect(
        opening.isUntouched, "for \(words) it refused and changed what it was lent all the same (R-22).",
        place: "microphone.open")
    }
  }

  static let openedTwice = check(
    "opened-twice", "A microphone that is open already is opened again, or is busy.", rules: ["R-22"]
  ) { subject, plugin, _ in
    let table = try plugin.table(IMP_MICROPHONE_ID, as: imp_microphone_ability.self)
    let locator = try locator(subject, plugin)
    let first = try MicrophoneProbe(plugin, locator)
    let second = try MicrophoneProbe.open(plugin, table, locator)
    if let made = second.microphone { table.close(made) }
    try expect(
      second.answer, isOneOf: [IMP_OK, IMP_RETRY_BUSY], "microphone.open", "for a device that is open already"
    )
    try expect(
      second.answer.status == IMP_OK || second.isUntouched,
      "it answered \(second.answer.words) and changed what it was lent all the same (R-22).",
      place: "microphone.open")
    try expectSuccess(
      try first.read().answer, "microphone.read",
      "for the first sound, after the same device was opened a second time,")
  }

  static let sizeFields = check(
    "refuses-wrong-sizes", "A struct whose size field is wrong is refused before it is looked at.",
    rules: ["R-20"]
  ) { subject, plugin, _ in
    try list(plugin).expectSizesLookedAt("imp_microphone_info")
    let table = try plugin.table(IMP_MICROPHONE_ID, as: imp_microphone_ability.self)
    let locator = try locator(subject, plugin)
    for change in [-8, 8] {
      func wrong(_ size: inout UInt32) { size = UInt32(Int(size) + change) }
      func refused(_ answer: CallAnswer, _ call: String, _ name: String) throws {
        try expect(
          answer, isOneOf: [IMP_E_ABI], "microphone.\(call)",
          "for an \(name) whose size field is not its size (R-20)")
      }
      let options = try MicrophoneProbe.open(plugin, table, locator, change: { wrong(&$0.size) })
      if let made = options.microphone { table.close(made) }
      try refused(options.answer, "open", "imp_microphone_options")
      let format = try MicrophoneProbe.open(plugin, table, locator, changeFormat: { wrong(&$0.size) })
      if let made = format.microphone { table.close(made) }
      try refused(format.answer, "open", "imp_audio_format")
      let microphone = try MicrophoneProbe(plugin, locator)
      try refused(try microphone.read(change: { wrong(&$0.size) }).answer, "read", "imp_audio_chunk")
    }
  }
}
