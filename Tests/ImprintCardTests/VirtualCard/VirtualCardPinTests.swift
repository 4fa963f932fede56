// SPDX-License-Identifier: Apache-2.0
import ImprintVirtualCard
import Testing

/// PINs of the card in software: ISO/IEC 7816-4, 11.6.
struct VirtualCardPinTests {
  private let card = VirtualCard()
  private let right = Array("123456".utf8)
  private let wrong = Array("000000".utf8)
  private let code = Array("12345678".utf8)

  private func verify(_ pin: [UInt8]) -> [UInt8] {
    card.respond(to: [0x00, 0x20, 0x00, 0x01, UInt8(pin.count)] + pin)
  }

  private var asked: [UInt8] { card.respond(to: [0x00, 0x20, 0x00, 0x01]) }

  @Test func rightPinOpensWhatItGuardsUntilTheReset() {
    let read: [UInt8] = [0x00, 0xB0, 0x82, 0x00, 0x04]
    _ = card.respond(to: [0x00, 0xA4, 0x00, 0x0C, 0x02, 0xDF, 0x01])
    #expect(card.respond(to: read) == [0x69, 0x82])
    #expect(verify(right) == [0x90, 0x00])
    #expect(asked == [0x90, 0x00])
    #expect(card.respond(to: read) == [0, 0, 0, 0, 0x90, 0x00])
    card.reset()
    #expect(asked == [0x63, 0xC3])
    _ = card.respond(to: [0x00, 0xA4, 0x00, 0x0C, 0x02, 0xDF, 0x01])
    #expect(card.respond(to: read) == [0x69, 0x82])
  }

  @Test func wrongPinsCountDownToABlockThatAResetDoesNotLift() {
    #expect(verify(wrong) == [0x63, 0xC2])
    #expect(verify(wrong) == [0x63, 0xC1])
    #expect(verify(right) == [0x90, 0x00])
    #expect(card.triesLeft(pin: 1) == 3)
    for left: UInt8 in [2, 1, 0] { #expect(verify(wrong) == [0x63, 0xC0 | left]) }
    #expect(verify(right) == [0x69, 0x83])
    card.reset()
    #expect(asked == [0x69, 0x83])
  }

  @Test func askingDoesNotCount() {
    for _ in 0..<10 { #expect(asked == [0x63, 0xC3]) }
  }

  @Test func wrongPinTakesBackWhatARightOneGave() {
    #expect(verify(right) == [0x90, 0x00])
    #expect(verify(wrong) == [0x63, 0xC2])
    #expect(asked == [0x63, 0xC2])
  }

  @Test func pinIsChangedByItsHolder() {
    let new = Array("987654".utf8)
    #expect(card.respond(to: [0x00, 0x24, 0x00, 0x01, 0x0C] + wrong + new) == [0x63, 0xC2])
    #expect(card.respond(to: [0x00, 0x24, 0x00, 0x01, 0x0C] + right + new) == [0x90, 0x00])
    #expect(verify(right) == [0x63, 0xC2])
    #expect(verify(new) == [0x90, 0x00])
    #expect(card.respond(to: [0x00, 0x24, 0x01, 0x01, 0x06] + right) == [0x90, 0x00])
    #expect(verify(right) == [0x90, 0x00])
    #expect(card.respond(to: [0x00, 0x24, 0x00, 0x01, 0x06] + right) == [0x67, 0x00])
  }

  @Test func blockedPinIsUnblockedByItsCode() {
    for _ in 0..<3 { _ = verify(wrong) }
    let new = Array("111111".utf8)
    #expect(card.respond(to: [0x00, 0x2C, 0x00, 0x01, 0x0E] + wrong + [0, 0] + new) == [0x63, 0xC9])
    #expect(card.respond(to: [0x00, 0x2C, 0x00, 0x01, 0x0E] + code + new) == [0x90, 0x00])
    #expect(verify(new) == [0x90, 0x00])
    for _ in 0..<3 { _ = verify(wrong) }
    #expect(card.respond(to: [0x00, 0x2C, 0x01, 0x01, 0x08] + code) == [0x90, 0x00])
    #expect(verify(new) == [0x90, 0x00])
  }

  @Test func unblockingCodeIsBlockedTooInTheEnd() {
    let try_: [UInt8] = [0x00, 0x2C, 0x01, 0x01, 0x08] + Array("00000000".utf8)
    for left: UInt8 in (0...9).reversed() { #expect(card.respond(to: try_) == [0x63, 0xC0 | left]) }
    #expect(card.respond(to: [0x00, 0x2C, 0x01, 0x01, 0x08] + code) == [0x69, 0x83])
  }

  @Test func pinOfAnApplicationIsForgottenOutsideOfIt() {
    let card = VirtualCard(
      VirtualCard.Description(
        pins: [VirtualCard.Pin(reference: 0x81, value: right)], files: VirtualCard.Description.standard.files)
    )
    _ = card.respond(to: [0x00, 0xA4, 0x00, 0x0C, 0x02, 0xDF, 0x01])
    #expect(card.respond(to: [0x00, 0x20, 0x00, 0x81, 0x06] + right) == [0x90, 0x00])
    #expect(card.respond(to: [0x00, 0x20, 0x00, 0x81]) == [0x90, 0x00])
    _ = card.respond(to: [0x00, 0xA4, 0x00, 0x0C, 0x02, 0x3F, 0x00])
    #expect(card.respond(to: [0x00, 0x20, 0x00, 0x81]) == [0x63, 0xC3])
  }

  @Test func pinThatIsNotThereIsToldAsSuch() {
    #expect(card.respond(to: [0x00, 0x20, 0x00, 0x05, 0x01, 0x31]) == [0x6A, 0x88])
  }

  @Test func twoThreadsCannotTryMoreThanTheCounterAllows() async {
    let card = card
    let wrong = wrong
    let answers = await withTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<50 { group.addTask { card.respond(to: [0x00, 0x20, 0x00, 0x01, 0x06] + wrong) } }
      return await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }
    #expect(answers.filter { $0[0] == 0x63 }.count == 3)
    #expect(answers.filter { $0 == [0x69, 0x83] }.count == 47)
  }
}
