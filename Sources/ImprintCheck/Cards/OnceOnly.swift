// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// A command that a card executes only once: a second one is refused, which shows how often it was sent.
struct OnceOnly {
  let bytes: [UInt8]
  /// Its name: "the closing of logical channel 1".
  let words: String

  /// Prepares a card for one; a reset undoes the changes.
  /// - Throws: ``CheckSkip`` where the card supports none.
  static func prepare(_ card: CardProbe) throws -> OnceOnly {
    if let channel = try openedChannel(card) { return channel }
    if let response = try waitingResponse(card) { return response }
    throw CheckSkip(
      "the card has neither logical channels nor GET RESPONSE, by which commands could be counted.")
  }

  /// A logical channel that is open (ISO/IEC 7816-4, MANAGE CHANNEL): it is closed once.
  private static func openedChannel(_ card: CardProbe) throws -> OnceOnly? {
    let answer = try card.transmit([0x00, 0x70, 0x00, 0x00, 0x01])
    try expectSuccess(answer.answer, "card-reader.transmit", "for MANAGE CHANNEL")
    guard answer.word == 0x9000, answer.data.count == 1, let number = answer.data.first else { return nil }
    return OnceOnly(bytes: [0x00, 0x70, 0x80, number], words: "the closing of logical channel \(number)")
  }

  /// A response with a remainder, which is fetched once. SELECT of the master file, with room for one byte.
  private static func waitingResponse(_ card: CardProbe) throws -> OnceOnly? {
    let answer = try card.transmit([0x00, 0xA4, 0x00, 0x00, 0x02, 0x3F, 0x00, 0x01])
    try expectSuccess(answer.answer, "card-reader.transmit", "for SELECT")
    guard answer.word >> 8 == 0x61 else { return nil }
    return OnceOnly(bytes: [0x00, 0xC0, 0x00, 0x00, UInt8(answer.word & 0xFF)], words: "GET RESPONSE")
  }
}
