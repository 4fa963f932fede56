// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CardReaderChecks {
  static let status = check(
    "status-is-what-was-listed", "A connection states its card and protocol.", rules: ["R-20"]
  ) { subject, plugin, _ in
    let locator = try reader(subject, plugin)
    let listed = try readers(plugin).first { $0.locator == locator }
    let card = try CardProbe(plugin, locator)
    let answer = try card.status()
    let status = answer.said
    try expectSuccess(answer.answer, "card-reader.status", "for a connection")
    try expect(
      status.size == structSize(imp_card_status.self),
      "it changed the size field to \(status.size) (R-20).", place: "card-reader.status")
    if let wrong = problem(state: status.state, atrLength: status.atr_length) {
      throw CheckFailure("\(locator) \(wrong).", place: "card-reader.status")
    }
    try expect(
      status.protocol == IMP_CARD_T0 || status.protocol == IMP_CARD_T1,
      "it has protocol \(status.protocol); T=0 or T=1 was requested.", place: "card-reader.status")
    try expect(
      status.state & IMP_READER_CARD != 0 && status.state & IMP_READER_IN_USE != 0,
      "it is connected to a card, but its state is \(status.state).", place: "card-reader.status")
    guard let listed else { return }
    try expect(
      bytes(status.atr, status.atr_length) == bytes(listed.info.atr, listed.info.atr_length),
      "the card's answer to reset differs from the one listed for its reader.", place: "card-reader.status")
  }

  private static func bytes<Array>(_ array: Array, _ count: UInt32) -> [UInt8] {
    withUnsafeBytes(of: array) { [UInt8]($0.prefix(Int(count))) }
  }

  static let buffers = check(
    "answers-commands",
    "A command gets a response with a status word; an empty and an oversized command are refused.",
    rules: ["R-22"]
  ) { subject, plugin, _ in
    let card = try CardProbe(plugin, reader(subject, plugin))
    for command in [harmless, [0x00, 0xFE, 0x00, 0x00]] {
      let answer = try card.transmit(command)
      try expectSuccess(answer.answer, "card-reader.transmit", "for a command of \(command.count) bytes")
      try expect(
        (2...Int(IMP_CARD_RESPONSE_BYTES)).contains(answer.length),
        "the response has \(answer.length) bytes; a status word has 2.", place: "card-reader.transmit")
      try expect(
        (0x60...0x9F).contains(answer.word >> 8),
        "the response ends with \(String(answer.word, radix: 16)), which is no status word.",
        place: "card-reader.transmit")
    }
    for count in [0, Int(IMP_CARD_COMMAND_BYTES) + 1] {
      try card.transmit([UInt8](repeating: 0, count: count)).expectRefused(
        [IMP_E_ARGUMENT], "card-reader.transmit", "for a command of \(count) bytes")
    }
  }

  static let sendsOnce = check(
    "sends-a-command-once", "A command is sent to the card exactly once, and the response is the card's.",
    rules: ["R-36"]
  ) { subject, plugin, _ in
    let card = try CardProbe(plugin, reader(subject, plugin))
    for _ in 0..<3 {
      let command = try OnceOnly.prepare(card)
      let answer = try card.transmit(command.bytes)
      try expectSuccess(answer.answer, "card-reader.transmit", "for \(command.words)")
      try expect(
        answer.word == 0x9000,
        "\(command.words) got \(String(answer.word, radix: 16)), as if it had been sent a second time "
          + "(R-36).",
        place: "card-reader.transmit")
    }
  }

  static let smallRoom = check(
    "refuses-small-room", "If the buffer cannot hold every possible response, the command is not sent.",
    rules: ["R-22", "R-36"]
  ) { subject, plugin, _ in
    let card = try CardProbe(plugin, reader(subject, plugin))
    for room in [0, 2, 258, Int(IMP_CARD_RESPONSE_BYTES) - 1] {
      let command = try OnceOnly.prepare(card)
      let what = "for a buffer of \(room) bytes"
      try card.transmit(command.bytes, capacity: room)
        .expectRefused([IMP_E_ARGUMENT], "card-reader.transmit", what)
      let answer = try card.transmit(command.bytes)
      try expectSuccess(answer.answer, "card-reader.transmit", "for \(command.words)")
      try expect(
        answer.word == 0x9000,
        "\(what) it returned IMP_E_ARGUMENT, but sent the command: \(command.words), with a sufficient "
          + "buffer, "
          + "got \(String(answer.word, radix: 16)) (R-36).", place: "card-reader.transmit")
    }
  }

  static let attributes = check(
    "attributes", "Attributes are returned completely, or their size is; unknown ones are unsupported.",
    rules: ["R-01", "R-22"]
  ) { subject, plugin, _ in
    let card = try CardProbe(plugin, reader(subject, plugin))
    // PC/SC part 3: the vendor's name, the answer to reset, the serial number.
    for tag in [0x0001_0100, 0x0009_0303, 0x0001_0103] as [UInt32] {
      let whole = try card.attribute(tag)
      let what = "for the attribute 0x\(String(tag, radix: 16))"
      try expect(whole.answer, isOneOf: [IMP_OK, IMP_E_UNSUPPORTED], "card-reader.attribute", what)
      guard whole.answer.status == IMP_OK else { continue }
      if tag == 0x0009_0303 {
        let status = try card.status().said
        try expect(
          whole.bytes == bytes(status.atr, status.atr_length),
          "the answer to reset in the attribute differs from the one in the status.",
          place: "card-reader.attribute")
      }
      for room in Set([0, whole.length - 1]) where room >= 0 && room < whole.length {
        let short = try card.attribute(tag, capacity: room)
        try expect(
          short.answer, isOneOf: [IMP_RETRY_SHORT_BUFFER], "card-reader.attribute",
          "\(what), which has \(whole.length) bytes, and a buffer of \(room)")
        try expect(
          short.length == whole.length && short.isUntouched,
          "\(what), which has \(whole.length) bytes, and a buffer of \(room) it asks for \(short.length) "
            + "(R-01).", place: "card-reader.attribute")
      }
    }
    let none = try card.attribute(0x7FFF_FF7F)
    try none.expectRefused(
      [IMP_E_ARGUMENT, IMP_E_UNSUPPORTED], "card-reader.attribute", "for one that is none")
    // Not every reader distinguishes a driver's refusal from a failure.
    try expectTypedFailure(
      try card.setAttribute(0x7FFF_FF7F, [1]), or: [IMP_E_UNSUPPORTED, IMP_E_DEVICE_FAILED],
      "card-reader.set_attribute", "for one that is none")
  }
}
