// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc

extension CardReaderChecks {
  static let exclusive = check(
    "exclusive-keeps-others-out",
    "Connecting to a card in exclusive use is busy, and so is exclusive connecting to one in use.",
    rules: ["R-22"]
  ) { subject, plugin, _ in
    let locator = try reader(subject, plugin)
    let alone = CardProbe.Settings(share: UInt32(IMP_CARD_SHARE_EXCLUSIVE))
    func expectBusy(_ settings: CardProbe.Settings, _ what: String) throws {
      try CardProbe.connect(plugin, locator, settings).ended()
        .expectRefused([IMP_RETRY_BUSY], openCall, what)
    }
    do {
      let holder = try CardProbe(plugin, locator, alone)
      try expectBusy(.init(), "while another connection has the card exclusively")
      try holder.expectSent(harmless, "for an exclusive connection")
    }
    let sharer = try CardProbe(plugin, locator)
    try expectBusy(alone, "exclusively, while another connection shares the card,")
    try sharer.expectSent(harmless, "for a shared connection")
  }

  static let transactions = check(
    "transactions-keep-others-out",
    "During a transaction, commands of other connections are not sent; each begin needs an end.",
    rules: ["R-22"]
  ) { subject, plugin, _ in
    let (one, other) = try pair(subject, plugin)
    try expect(one.end(), isOneOf: [IMP_E_STATE], "card-reader.end", "without a transaction")
    func expectKeptOut(_ when: String) throws {
      try other.transmit(harmless).expectRefused([IMP_RETRY_BUSY], "card-reader.transmit", when)
      try expect(other.begin(.zero), isOneOf: [IMP_RETRY_TIMEOUT], "card-reader.begin", when)
      try expect(other.end(), isOneOf: [IMP_E_STATE, IMP_RETRY_BUSY], "card-reader.end", when)
    }
    try one.expectBegun("where nobody has a transaction")
    try expectKeptOut("while another connection has a transaction")
    try one.expectBegun("for the second time")
    try one.expectSent(harmless, "for the connection with the transaction")
    try one.expectEnded("for the first of two")
    try expectKeptOut("after the first of two ends")
    try one.expectEnded("for the second of two")
    try other.expectSent(harmless, "after the transaction of another connection")
    try other.expectBegun("after the transaction of another connection")
    try other.expectEnded("for its transaction")
    // Closing a connection ends its transaction.
    do {
      let third = try CardProbe(plugin, reader(subject, plugin))
      try third.expectBegun("where nobody has a transaction")
    }
    try one.expectBegun("after a connection with a transaction was closed")
    try one.expectEnded("for its transaction")
  }

  static let resetIsRefused = check(
    "no-reset-into-a-transaction",
    "During a transaction, a disconnect with a reset by another connection is busy: that connection ends, "
      + "and "
      + "the card is not reset.", rules: ["R-22"]
  ) { subject, plugin, _ in
    let (one, other) = try pair(subject, plugin)
    // Connected beforehand: connecting may wait for the end of a transaction.
    let ending = [IMP_CARD_RESET, IMP_CARD_UNPOWER]
    let others = try ending.map { _ in try CardProbe(plugin, reader(subject, plugin)) }
    try one.expectBegun("where nobody has a transaction")
    for (third, disposition) in zip(others, ending) {
      try expect(
        third.disconnect(disposition), isOneOf: [IMP_RETRY_BUSY], "card-reader.disconnect",
        "with disposition \(disposition), while another connection has a transaction,")
      try expect(
        try third.transmit(harmless).answer, isOneOf: [IMP_E_STATE], "card-reader.transmit",
        "after a disconnect that was busy")
    }
    // The card was not reset, and the transaction is still there.
    let after = "for a transaction, after other connections tried to reset the card,"
    try one.expectSent(harmless, after)
    try other.transmit(harmless).expectRefused(
      [IMP_RETRY_BUSY], "card-reader.transmit", "while another connection has a transaction")
    try one.expectEnded(after)
    try other.expectSent(
      harmless, "after the transaction of another connection, for which the card was not reset,")
  }

  static let refusedReconnect = check(
    "refused-reconnect-keeps-all",
    "A refused reconnect leaves the connection unchanged, with its transaction.", rules: ["R-22"]
  ) { subject, plugin, _ in
    let (one, other) = try pair(subject, plugin)
    let absent = try one.status().said.protocol == IMP_CARD_T1 ? IMP_CARD_T0 : IMP_CARD_T1
    for count in 1...2 { try one.expectBegun("for transaction \(count)") }
    let answer = try one.reconnect { $0.protocols = absent }
    if answer.status == IMP_OK { throw CheckSkip("the card has T=0 and T=1, so neither is refused.") }
    try expect(
      answer, isOneOf: [IMP_E_UNSUPPORTED], "card-reader.reconnect",
      "for a protocol that the card does not support")
    let after = "after a reconnect that was refused, for the connection with the transaction,"
    try one.expectSent(harmless, after)
    for _ in 1...2 {
      try other.transmit(harmless).expectRefused(
        [IMP_RETRY_BUSY], "card-reader.transmit",
        "after a reconnect that was refused, for a connection without the transaction,")
      try one.expectEnded(after)
    }
    try other.expectSent(harmless, "after the transaction of another connection")
  }

  static let waits = WaitingWords(
    function: "begin", absence: "during another transaction", limits: [0, 20, 120, 300], ended: "a begin",
    lasting: "every begin returns that it was cancelled, but commands are still sent")

  static func waiting(
    _ subject: CheckSubject, _ plugin: ProbePlugin, for purpose: WaitingPurpose
  ) throws -> ReadyWait {
    switch purpose {
    case .nothing:
      let (one, other) = try pair(subject, plugin)
      try one.expectBegun("where nobody has a transaction")
      return ReadyWait(call: other.waiting) {
        try one.expectEnded("for its transaction")
      }
    case .something, .cancelled:
      let card = try CardProbe(plugin, reader(subject, plugin))
      return ReadyWait(call: card.waiting) {
        try card.expectSent(harmless, "after cancel, which does not affect transmit,")
        try expectSuccess(try card.status().answer, "card-reader.status", "after cancel")
      }
    }
  }

  static let resetIsTold = check(
    "a-reset-is-told",
    "After a reset by another connection every call reports it, until reconnected.",
    rules: ["R-22", "R-34"]
  ) { subject, plugin, _ in
    let (one, other) = try pair(subject, plugin)
    for way in ["reconnect", "end", "disconnect"] {
      subject.note("the card is reset by \(way)")
      switch way {
      case "reconnect":
        try expectSuccess(try other.reconnect(IMP_CARD_RESET), "card-reader.reconnect", "with a reset")
      case "end":
        try other.expectBegun("where nobody has a transaction")
        try expectSuccess(other.end(IMP_CARD_RESET), "card-reader.end", "with a reset")
      default: try expectSuccess(other.disconnect(IMP_CARD_RESET), "card-reader.disconnect", "with a reset")
      }
      let what = "after another connection has reset the card (R-34)"
      for _ in 0..<2 {
        try expectAll(one, answer: IMP_E_CARD_RESET, what)
        try expect(
          try one.setAttribute(0x7FFF_FF7F, [1]), isOneOf: [IMP_E_CARD_RESET], "card-reader.set_attribute",
          what)
        try one.control(0x42000000).expectRefused([IMP_E_CARD_RESET], "card-reader.control", what)
      }
      try expectSuccess(try one.reconnect(), "card-reader.reconnect", what)
      try one.expectSent(harmless, "after it was reconnected")
    }
  }

  /// Fails unless what uses a connection is refused with the same.
  private static func expectAll(_ card: CardProbe, answer: imp_status, _ what: String) throws {
    try card.transmit(harmless).expectRefused([answer], "card-reader.transmit", what)
    try card.status().expectRefused([answer], "card-reader.status", what)
    try expect(card.begin(.zero), isOneOf: [answer], "card-reader.begin", what)
    try expect(card.end(), isOneOf: [answer], "card-reader.end", what)
    try card.attribute(0x0001_0100).expectRefused([answer], "card-reader.attribute", what)
  }

  static let ended = check(
    "disconnect-is-the-end", "After disconnect every call except close returns IMP_E_STATE.", rules: ["R-22"]
  ) { subject, plugin, _ in
    let locator = try reader(subject, plugin)
    let card = try CardProbe(plugin, locator)
    try expectSuccess(card.disconnect(), "card-reader.disconnect", "for a connection")
    let what = "after disconnect"
    for _ in 0..<2 {
      try expectAll(card, answer: IMP_E_STATE, what)
      try expect(try card.reconnect(), isOneOf: [IMP_E_STATE], "card-reader.reconnect", what)
      try expect(card.disconnect(), isOneOf: [IMP_E_STATE], "card-reader.disconnect", what)
    }
    // And nothing of it remains at the reader.
    let next = try CardProbe(plugin, locator, .init(share: UInt32(IMP_CARD_SHARE_EXCLUSIVE)))
    try next.expectSent(harmless, "for the next connection")
  }
}
