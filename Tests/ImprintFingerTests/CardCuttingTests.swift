// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintModel
import Testing

/// The minutiae of a template, as few as a card takes.
@Suite struct CardCuttingTests {
  private static let plain = CompactCard.Demand(minutiae: 0...255, order: .none)

  private func triples(_ card: CompactCard) -> [[UInt8]] {
    stride(from: 0, to: card.bytes.count, by: 3).map { Array(card.bytes[$0..<$0 + 3]) }
  }

  @Test(arguments: CompactCardTests.orders) func theFirstAreTheBestAndAreThenSorted(order: MinutiaOrder)
    throws
  {
    var view = FingerSamples.view(100)
    view.minutiae.sort { ($0.quality ?? 0, $0.x) > ($1.quality ?? 0, $1.x) }
    let card = try CompactCard.make(of: view, for: Self.plain).value
    let cut = try card.cut(to: CompactCard.Demand(minutiae: 10...30, order: order))
    #expect(cut.count == 30 && cut.isSorted(by: order))
    #expect(Set(triples(cut)) == Set(triples(card).prefix(30)))
  }

  @Test(arguments: CompactCardTests.orders) func ofSortedOnesThoseOfTheMiddleAreKept(order: MinutiaOrder)
    throws
  {
    let demand = CompactCard.Demand(minutiae: 0...255, order: order)
    let sorted = try CompactCard.make(of: FingerSamples.view(100), for: demand).value
    let cut = try sorted.cut(to: CompactCard.Demand(minutiae: 0...30))
    let middle = try CompactCard.make(of: sorted.view(), for: CompactCard.Demand(minutiae: 0...30)).value
    #expect(cut == middle && cut.count == 30)
  }

  @Test func whatTheCardTakesAnywayIsOnlySorted() throws {
    let card = try CompactCard.make(of: FingerSamples.view(20), for: Self.plain).value
    let cut = try card.cut(to: CompactCard.Demand(minutiae: 20...20))
    #expect(Set(triples(cut)) == Set(triples(card)) && cut.isSorted(by: .ascendingXY))
    #expect(try card.cut(to: CompactCard.Demand(minutiae: 0...0)).count == 0)
  }

  @Test func fewerThanTheCardTakesAreRefused() throws {
    let card = try CompactCard.make(of: FingerSamples.view(20), for: Self.plain).value
    let error = #expect(throws: FingerFormatError.self) {
      try card.cut(to: CompactCard.Demand(minutiae: 21...60))
    }
    #expect(error?.code == .tooFewMinutiae)
  }

  @Test func bothFormsOfVerificationDataAreReadBack() throws {
    let card = try CompactCard.make(of: FingerSamples.view(60), for: CompactCard.Demand()).value
    #expect(try CompactCard(verificationData: card.verificationData) == card)
    #expect(try CompactCard(verificationData: card.plainVerificationData) == card)
    for wrong: [UInt8] in [
      [], [0x7F, 0x2E, 0x00], [0x7F, 0x60, 0x00], [0x5F, 0x2E, 0x02, 1, 2], [0x81, 0x00],
    ] {
      #expect(throws: FingerFormatError.self) { try CompactCard(verificationData: wrong) }
    }
  }
}
