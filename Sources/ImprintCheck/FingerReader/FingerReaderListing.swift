// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The parts of listing and opening specific to it.
extension FingerReaderChecks {
  static func list(_ plugin: ProbePlugin) throws -> LentList<imp_finger_reader_info> {
    let table = try plugin.table(IMP_FINGER_READER_ID, as: imp_finger_reader_ability.self)
    return LentList(call: listCall, plugin: plugin) { table.list(plugin.plugin, $0, $1) }
  }

  private static let flags =
    IMP_FINGER_READER_IMAGES | IMP_FINGER_READER_PRESENCE | IMP_FINGER_READER_LIVENESS

  static func problem(of info: imp_finger_reader_info) -> String? {
    guard info.scan <= UInt32(IMP_FINGER_SCAN_CONTACTLESS), info.flags & ~flags == 0 else {
      return "has the scan \(info.scan) and the flags \(info.flags), which the contract does not define"
    }
    let sizes = [info.resolution_x, info.resolution_y, info.width, info.height]
    guard info.flags & IMP_FINGER_READER_IMAGES != 0 || sizes.allSatisfy({ $0 == 0 }) else {
      return "gives no images, but states their size or resolution"
    }
    guard (info.resolution_x == 0) == (info.resolution_y == 0), (info.width == 0) == (info.height == 0),
      max(info.resolution_x, info.resolution_y) <= 1_000_000, max(info.width, info.height) <= 65535
    else {
      return "has images of \(info.width) x \(info.height) pixels with \(info.resolution_x) x "
        + "\(info.resolution_y) pixels per metre"
    }
    return info.reserved == 0 ? nil : "has \(info.reserved) in its reserved field (R-21)"
  }

  static func opening(_ plugin: ProbePlugin, _ text: String) throws -> Creation<Void> {
    try FingerReaderProbe.open(plugin, text)
  }

  static let options = check(
    "refuses-options", "An undefined pace is refused.", rules: ["R-22"]
  ) { subject, plugin, _ in
    let locator = try locator(subject, plugin)
    for pace in [2, 7, UInt32.max] {
      try FingerReaderProbe.open(plugin, locator, change: { $0.pace = pace }).ended()
        .expectRefused([IMP_E_ARGUMENT, IMP_E_UNSUPPORTED], openCall, "for the pace \(pace)")
    }
  }

  static let withoutImages = check(
    "refuses-readers-without-images", "A reader that gives no images is listed, and is not opened.",
    rules: ["R-22"]
  ) { _, plugin, _ in
    let infos = try list(plugin).whole().filter { $0.flags & IMP_FINGER_READER_IMAGES == 0 }
    guard !infos.isEmpty else { throw CheckSkip("every reader that it lists gives images.") }
    for info in infos {
      let locator = try locator(of: info)
      try opening(plugin, locator).ended()
        .expectRefused([IMP_E_UNSUPPORTED], openCall, "for \(locator), which gives no images,")
    }
  }

  static let exclusive = check(
    "opened-exclusively",
    "A reader is its first object's alone, by each of its names and from each opened plugin, until that is "
      + "closed.",
    rules: ["R-46"]
  ) { subject, plugin, _ in
    let chosen = try locator(subject, plugin)
    let other = try subject.open()
    var names = [chosen]
    for info in try list(plugin).whole() {
      guard try locator(of: info) == chosen else { continue }
      let id = try FixedText.read(info.id, "an id", place: listCall)
      if !id.isEmpty { names.append(id) }
    }
    for round in 0..<3 {
      let reader = try FingerReaderProbe(plugin, chosen)
      _ = try reader.nextEvent(timeout: .zero)
      for name in names {
        for (opened, who) in [(plugin, "the same plugin"), (other, "another opened plugin")] {
          let second = try opening(opened, name).ended()
          try second.expectRefused(
            [IMP_RETRY_BUSY], openCall, "for \(name), which is open already, by \(who), (R-46)")
        }
      }
      try expect(
        try reader.nextEvent(timeout: .zero).answer, isOneOf: [IMP_OK, IMP_E_FILE, IMP_RETRY_TIMEOUT],
        "finger-reader.next_event", "in round \(round), after others tried to open the same reader, (R-46)")
    }
    // The objects of the rounds are closed: the other plugin may have it now.
    try expectSuccess(
      opening(other, chosen).ended().answer, openCall, "after the reader was closed (R-46)")
  }

  static func wrongSizes(
    _ subject: CheckSubject, _ plugin: ProbePlugin, by change: Int
  ) throws -> [WrongSize] {
    let locator = try locator(subject, plugin)
    let options = try FingerReaderProbe.open(
      plugin, locator, change: imp_finger_reader_options.wrong(by: change)
    ).ended()
    let event = try FingerReaderProbe(plugin, locator).nextEvent(change: imp_finger_event.wrong(by: change))
    return [
      WrongSize("\(name).open", "imp_finger_reader_options", options.answer),
      WrongSize("\(name).next_event", "imp_finger_event", event.answer),
    ]
  }
}
