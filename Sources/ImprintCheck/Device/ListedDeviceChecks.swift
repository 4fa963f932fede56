// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One listed device, as a C struct.
protocol DeviceInfo: SizedStruct {
  associatedtype Locator
  associatedtype Name
  var locator: Locator { get }
  var name: Name { get }
}

extension imp_camera_info: DeviceInfo {}
extension imp_microphone_info: DeviceInfo {}
extension imp_reader_info: DeviceInfo {}
extension imp_finger_reader_info: DeviceInfo {}

/// The checks of plugins with an ability that lists devices and opens them by locator: what follows from
/// these function types.
protocol ListedDeviceCheckGroup: WaitingCheckGroup {
  associatedtype Info: DeviceInfo, BitwiseCopyable
  associatedtype Said

  /// The function that opens one: `open`.
  static var opener: String { get }
  /// What it lists: "devices".
  static var listed: String { get }

  static func list(_ plugin: ProbePlugin) throws -> LentList<Info>
  /// What is wrong with the ability-specific part of an entry; `nil` where nothing is.
  static func problem(of info: Info) throws -> String?
  /// Opens what a text names, with all other arguments valid.
  static func opening(_ plugin: ProbePlugin, _ text: String) throws -> Creation<Said>
}

extension ListedDeviceCheckGroup {
  static var listCall: String { "\(name).list" }
  static var openCall: String { "\(name).\(opener)" }

  static func expectListedSizesLookedAt(_ plugin: ProbePlugin) throws {
    try list(plugin).expectSizesLookedAt()
  }

  static func locators(_ plugin: ProbePlugin) throws -> [String] {
    try list(plugin).whole().map(locator)
  }

  static func locator(of info: Info) throws -> String {
    try FixedText.read(info.locator, "a locator", place: listCall)
  }

  static func lists(_ rules: [String] = ["R-01", "R-20"]) -> ConformanceCheck {
    check(
      "lists-its-\(listed)",
      "\(listed.capitalizedFirst) are listed completely or not at all, with valid entries; having none is "
        + "an empty list.",
      rules: rules
    ) { _, plugin, _ in
      let list = try list(plugin)
      try list.expectWholeOrNothing()
      let infos = try list.whole()
      let locators = try infos.map(locator)
      for (locator, info) in zip(locators, infos) {
        try expect(
          !locator.isEmpty, "one of \(infos.count) \(listed) has an empty locator.", place: list.call)
        let name = try FixedText.read(info.name, "the name of \(locator)", place: list.call)
        try expect(!name.isEmpty, "\(locator) has no human-readable name.", place: list.call)
        if let wrong = try problem(of: info) { throw CheckFailure("\(locator) \(wrong).", place: list.call) }
      }
      try expect(
        Set(locators).count == locators.count, "two \(listed) have the same locator: \(locators).",
        place: list.call)
    }
  }

  static var unknownOnes: ConformanceCheck {
    check(
      "refuses-unknown-\(listed)", "Unknown locators are refused with a reason, and nothing is opened.",
      rules: ["R-22"]
    ) { subject, plugin, _ in
      for locator in UnknownDevice.locators(subject.scratch) {
        let opening = try opening(plugin, locator).ended()
        try UnknownDevice.expectRefused(opening.answer, openCall, locator)
        try opening.expectUntouched(openCall, "for \(UnknownDevice.words(for: locator))")
      }
    }
  }

  /// - Parameter id: The id of an entry.
  static func stableIDs<ID>(_ id: @escaping @Sendable (Info) -> ID) -> ConformanceCheck {
    check(
      "stable-ids",
      "A device's id is the same each time it is listed, is unique, and opens the device.",
      rules: ["R-31"]
    ) { subject, plugin, _ in
      let other = try subject.open()
      var turn = 0
      let devices = try DeviceIDs.expectStable(listCall) {
        turn += 1
        return try list(turn % 2 == 0 ? other : plugin).whole().map { info in
          ListedDevice(
            locator: try locator(of: info), id: try FixedText.read(id(info), "an id", place: listCall))
        }
      }
      try DeviceIDs.expectOpenable(devices, openCall) { try opening(plugin, $0).ended().answer }
    }
  }

  /// - Parameters:
  ///   - locator: What can be opened.
  ///   - first: Opens it, and returns its first use.
  ///   - answers: What its first use may answer after a second opening.
  static func openedTwice(
    _ noun: String, by locator: @escaping @Sendable (CheckSubject, ProbePlugin) throws -> String,
    first: @escaping @Sendable (ProbePlugin, String) throws -> WaitingCall, answers: [imp_status]
  ) -> ConformanceCheck {
    check(
      "opened-twice", "A \(noun) that is already open can be opened again, or is busy.", rules: ["R-22"]
    ) { subject, plugin, _ in
      let locator = try locator(subject, plugin)
      let call = try first(plugin, locator)
      let second = try opening(plugin, locator).ended()
      if second.answer.status != IMP_OK {
        try second.expectRefused([IMP_RETRY_BUSY], openCall, "for a device that is already open")
      }
      try expect(
        try call.wait(.seconds(5)).answer, isOneOf: answers, call.call,
        "for the first time, after the same device was opened a second time,")
    }
  }
}
