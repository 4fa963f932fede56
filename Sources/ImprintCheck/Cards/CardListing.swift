// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CardReaderChecks {
  static let lists = check(
    "lists-its-readers", "Readers are listed whole or not at all, as what they are; none is an empty list.",
    rules: ["R-01", "R-20"]
  ) { _, plugin, _ in
    let readers = try readers(plugin)
    let list = try list(plugin)
    try list.expectWholeOrNothing()
    for reader in readers {
      let info = reader.info
      try expect(
        !reader.locator.isEmpty, "one of \(readers.count) readers has an empty locator.", place: list.call)
      let name = try FixedText.read(info.name, "the name of \(reader.locator)", place: list.call)
      try expect(!name.isEmpty, "\(reader.locator) has no name for people.", place: list.call)
      if let wrong = problem(state: info.state, atrLength: info.atr_length) {
        throw CheckFailure("\(reader.locator) \(wrong).", place: list.call)
      }
    }
    let locators = readers.map(\.locator)
    try expect(
      Set(locators).count == locators.count, "two readers have the same locator: \(locators).",
      place: list.call)
  }

  /// What is wrong with a state and the length of an answer to reset; `nil` where nothing is.
  static func problem(state: UInt32, atrLength: UInt32) -> String? {
    let known =
      IMP_READER_CARD | IMP_READER_MUTE | IMP_READER_IN_USE | IMP_READER_EXCLUSIVE | IMP_READER_UNPOWERED
    if state & ~known != 0 { return "has the state \(state), of which \(known) is known" }
    if atrLength > UInt32(IMP_CARD_ATR_BYTES) {
      return "has an answer to reset of \(atrLength) bytes; \(IMP_CARD_ATR_BYTES) is the most"
    }
    if state & IMP_READER_CARD == 0 {
      if atrLength > 0 { return "has no card, and an answer to reset of \(atrLength) bytes" }
      if state & IMP_READER_MUTE != 0 { return "has no card, and one that does not answer" }
    } else if atrLength == 0, state & (IMP_READER_MUTE | IMP_READER_UNPOWERED) == 0 {
      return "has a card that answers, and no answer to reset"
    }
    if state & IMP_READER_EXCLUSIVE != 0, state & IMP_READER_IN_USE == 0 {
      return "is kept from others, and nobody uses it"
    }
    return nil
  }

  static let unknownReader = check(
    "refuses-unknown-readers", "A reader that is not there is refused with words, and nothing is connected.",
    rules: ["R-22"]
  ) { subject, plugin, _ in
    let table = try plugin.table(IMP_CARD_READER_ID, as: imp_card_reader_ability.self)
    for locator in UnknownDevice.locators(subject.scratch) {
      let opening = try CardProbe.connect(plugin, table, locator)
      if let made = opening.card { table.close(made) }
      try UnknownDevice.expectRefused(opening.answer, "card-reader.connect", locator)
      try expect(
        opening.isUntouched,
        "for \(UnknownDevice.words(for: locator)) it refused and changed *card all the same (R-22).",
        place: "card-reader.connect")
    }
  }

  static let options = check(
    "refuses-options", "A way of sharing or a protocol that there is none of is refused.", rules: ["R-22"]
  ) { subject, plugin, _ in
    let table = try plugin.table(IMP_CARD_READER_ID, as: imp_card_reader_ability.self)
    let locator = try reader(subject, plugin)
    let wrong: [(words: String, change: (inout imp_card_options) -> Void)] = [
      ("share 0", { $0.share = 0 }), ("share 4", { $0.share = 4 }), ("protocols 128", { $0.protocols = 128 }),
    ]
    for (words, change) in wrong {
      let opening = try CardProbe.connect(plugin, table, locator, change: change)
      if let made = opening.card { table.close(made) }
      try expectTypedFailure(opening.answer, or: [IMP_E_UNSUPPORTED], "card-reader.connect", "for \(words)")
      try expect(
        opening.isUntouched, "for \(words) it refused and changed *card all the same (R-22).",
        place: "card-reader.connect")
      let card = try CardProbe(plugin, locator)
      try expectTypedFailure(
        try card.reconnect(change: change), or: [IMP_E_UNSUPPORTED], "card-reader.reconnect", "for \(words)")
    }
    let card = try CardProbe(plugin, locator)
    try expectTypedFailure(
      try card.reconnect(9), or: [], "card-reader.reconnect", "for disposition 9")
    try expectTypedFailure(card.disconnect(9), or: [], "card-reader.disconnect", "for disposition 9")
  }

  static let sizeFields = check(
    "refuses-wrong-sizes", "A struct whose size field is wrong is refused before it is looked at.",
    rules: ["R-20"]
  ) { subject, plugin, _ in
    let locator = try reader(subject, plugin)
    try list(plugin).expectSizesLookedAt("imp_reader_info")
    let table = try plugin.table(IMP_CARD_READER_ID, as: imp_card_reader_ability.self)
    for change in [-8, 8] {
      func wrong(_ size: inout UInt32) { size = UInt32(Int(size) + change) }
      func refused(_ answer: CallAnswer, _ call: String, _ name: String) throws {
        try expect(
          answer, isOneOf: [IMP_E_ABI], "card-reader.\(call)",
          "for an \(name) whose size field is not its size (R-20)")
      }
      let opening = try CardProbe.connect(plugin, table, locator) { wrong(&$0.size) }
      if let made = opening.card { table.close(made) }
      try refused(opening.answer, "connect", "imp_card_options")
      let card = try CardProbe(plugin, locator)
      try refused(try card.status { wrong(&$0.size) }.answer, "status", "imp_card_status")
      try refused(try card.reconnect { wrong(&$0.size) }, "reconnect", "imp_card_options")
    }
  }

  static let emptyReader = check(
    "reader-without-a-card", "Without a card there is no connection to one, and one to the reader alone.",
    rules: ["R-22"]
  ) { _, plugin, _ in
    let table = try plugin.table(IMP_CARD_READER_ID, as: imp_card_reader_ability.self)
    guard let empty = try readers(plugin).first(where: { $0.info.state & IMP_READER_CARD == 0 }) else {
      throw CheckSkip("there is no reader without a card.")
    }
    let opening = try CardProbe.connect(plugin, table, empty.locator)
    if let made = opening.card { table.close(made) }
    try expect(
      opening.answer, isOneOf: [IMP_E_CARD_MISSING], "card-reader.connect", "for a reader without a card")
    try expect(
      opening.isUntouched, "for a reader without a card it changed *card all the same (R-22).",
      place: "card-reader.connect")
    let direct = try CardProbe(plugin, empty.locator, .init(share: UInt32(IMP_CARD_SHARE_DIRECT)))
    let (answer, status, _) = try direct.status()
    try expectSuccess(answer, "card-reader.status", "for a reader without a card")
    try expect(
      status.protocol == 0 && status.state & IMP_READER_CARD == 0 && status.atr_length == 0,
      "for a reader without a card it says protocol \(status.protocol), state \(status.state) and an answer to reset "
        + "of \(status.atr_length) bytes.", place: "card-reader.status")
  }
}
