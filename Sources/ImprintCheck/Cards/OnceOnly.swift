// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// A command that a card carries out once: sent a second time it is refused. So it is seen how often it was
/// sent.
struct OnceOnly {
  let bytes: [UInt8]
  /// What it is called: "the closing of logical channel 1".
  let words: String

  /// Makes a card ready for one; what it changes a reset undoes.
  /// - Throws: ``CheckSkip`` where the card knows none.
  static func prepare(_ card: CardProbe) throws -> OnceOnly {
    if let channel = try openedChannel(card) { return channel }
    if let response = try waitingResponse(card) { return response }
    throw CheckSkip(
      "the card has neither logical channels nor responses that wait, by which commands could be counted.")
  }

  /// A logical channel that is open (ISO/IEC 7816-4, MANAGE CHANNEL): it is closed once.
  private static func openedChannel(_ card: CardProbe) throws -> OnceOnly? {
    let answer = try card.transmit([0x00, 0x70, 0x00, 0x00, 0x01])
    try expectSuccess(answer.answer, "card-reader.transmit", "for MANAGE CHANNEL")
    guard answer.word == 0x9000, answer.data.count == 1, let number = answer.data.first else { return nil }
    return OnceOnly(bytes: [0x00, 0x70, 0x80, number], words: "the closing of logical channel \(number)")
  }

  /// A response of which a part waits: it is fetched once. SELECT of the master file, with room for one byte.
  private static func waitingResponse(_ card: CardProbe) throws -> OnceOnly? {
    let answer = try card.transmit([0x00, 0xA4, 0x00, 0x00, 0x02, 0x3F, 0x00, 0x01])
    try expectSuccess(answer.answer, "card-reader.transmit", "for SELECT")
    guard answer.word >> 8 == 0x61 else { return nil }
    return OnceOnly(bytes: [0x00, 0xC0, 0x00, 0x00, UInt8(answer.word & 0xFF)], words: "GET RESPONSE")
  }
}
