// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The parts of listing and connecting specific to it.
extension CardReaderChecks {
  static func problem(of info: imp_reader_info) -> String? {
    problem(state: info.state, atrLength: info.atr_length)
  }

  static func opening(_ plugin: ProbePlugin, _ text: String) throws -> Creation<Void> {
    try CardProbe.connect(plugin, text)
  }

  /// What is wrong with a state and the length of an answer to reset; `nil` where nothing is.
  static func problem(state: UInt32, atrLength: UInt32) -> String? {
    let known =
      IMP_READER_CARD | IMP_READER_MUTE | IMP_READER_IN_USE | IMP_READER_EXCLUSIVE | IMP_READER_UNPOWERED
    if state & ~known != 0 { return "has the state \(state), but only the bits \(known) are defined" }
    if atrLength > UInt32(IMP_CARD_ATR_BYTES) {
      return "has an answer to reset of \(atrLength) bytes; at most \(IMP_CARD_ATR_BYTES) are allowed"
    }
    if state & IMP_READER_CARD == 0 {
      if atrLength > 0 { return "has no card, but an answer to reset of \(atrLength) bytes" }
      if state & IMP_READER_MUTE != 0 { return "has no card, but reports a mute one" }
    } else if atrLength == 0, state & (IMP_READER_MUTE | IMP_READER_UNPOWERED) == 0 {
      return "has a card that is not mute, but no answer to reset"
    }
    if state & IMP_READER_EXCLUSIVE != 0, state & IMP_READER_IN_USE == 0 {
      return "is in exclusive use, but not in use"
    }
    return nil
  }

  static let options = check(
    "refuses-options", "An undefined share mode or protocol is refused.", rules: ["R-22"]
  ) { subject, plugin, _ in
    let locator = try reader(subject, plugin)
    let wrong: [(words: String, change: (inout imp_card_options) -> Void)] = [
      ("share 0", { $0.share = 0 }), ("share 4", { $0.share = 4 }), ("protocols 128", { $0.protocols = 128 }),
    ]
    for (words, change) in wrong {
      try CardProbe.connect(plugin, locator, change: change).ended()
        .expectRefused([IMP_E_ARGUMENT, IMP_E_UNSUPPORTED], openCall, "for \(words)")
      let card = try CardProbe(plugin, locator)
      try expectTypedFailure(
        try card.reconnect(change: change), or: [IMP_E_UNSUPPORTED], "card-reader.reconnect", "for \(words)")
    }
    let card = try CardProbe(plugin, locator)
    try expectTypedFailure(
      try card.reconnect(9), or: [], "card-reader.reconnect", "for disposition 9")
    try expectTypedFailure(card.disconnect(9), or: [], "card-reader.disconnect", "for disposition 9")
  }

  static func wrongSizes(
    _ subject: CheckSubject, _ plugin: ProbePlugin, by change: Int
  ) throws -> [WrongSize] {
    let locator = try reader(subject, plugin)
    let options = imp_card_options.wrong(by: change)
    let opening = try CardProbe.connect(plugin, locator, change: options).ended()
    let card = try CardProbe(plugin, locator)
    let status = try card.status(change: imp_card_status.wrong(by: change))
    return [
      WrongSize("\(name).connect", "imp_card_options", opening.answer),
      WrongSize("\(name).status", "imp_card_status", status.answer),
      WrongSize("\(name).reconnect", "imp_card_options", try card.reconnect(change: options)),
    ]
  }

  static let emptyReader = check(
    "reader-without-a-card", "A reader without a card can be connected to directly, but not to a card.",
    rules: ["R-22"]
  ) { _, plugin, _ in
    guard let empty = try readers(plugin).first(where: { $0.info.state & IMP_READER_CARD == 0 }) else {
      throw CheckSkip("there is no reader without a card.")
    }
    try opening(plugin, empty.locator).ended()
      .expectRefused([IMP_E_CARD_MISSING], openCall, "for a reader without a card")
    let direct = try CardProbe(plugin, empty.locator, .init(share: UInt32(IMP_CARD_SHARE_DIRECT)))
    let answer = try direct.status()
    let status = answer.said
    try expectSuccess(answer.answer, "card-reader.status", "for a reader without a card")
    try expect(
      status.protocol == 0 && status.state & IMP_READER_CARD == 0 && status.atr_length == 0,
      "for a reader without a card it reports protocol \(status.protocol), state \(status.state) and an "
        + "answer to reset "
        + "of \(status.atr_length) bytes.", place: "card-reader.status")
  }
}
