// SPDX-License-Identifier: Apache-2.0

/// A logical channel of a card, with a selected application of its own.
/// - SeeAlso: ISO/IEC 7816-4:2020, 5.4.2 and 11.1.2.
public struct LogicalChannel: CardCommanding {
  /// 1...19.
  public let number: Int
  private let card: any CardCommanding

  init(number: Int, on card: any CardCommanding) {
    self.number = number
    self.card = card
  }

  public func send(_ command: CommandAPDU) async throws(CardError) -> ResponseAPDU {
    try await card.send(command.with(try command.cla.onChannel(number)))
  }

  /// Closes the channel; its selection is lost.
  public func close() async throws(CardError) {
    try await card.perform(
      CommandAPDU(ins: CardInstruction.manageChannel, p1: 0x80, p2: UInt8(number)))
  }
}

extension CardCommanding {
  /// Opens another logical channel, whose number the card chooses.
  /// - Throws: ``CardError`` `refused`: the card has none, or none left.
  public func openLogicalChannel() async throws(CardError) -> LogicalChannel {
    let answer = try await perform(CommandAPDU(ins: CardInstruction.manageChannel, expected: 1))
    guard answer.count == 1, (1...19).contains(answer[0]) else {
      throw .response(
        "it opens a channel, and names none of 1 to 19.",
        place: CardInstruction.name(of: CardInstruction.manageChannel))
    }
    return LogicalChannel(number: Int(answer[0]), on: self)
  }
}
