// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintModel
import Testing

@Suite struct MinutiaFileTests {
  @Test func eachFormatIsKnownByHowItBegins() throws {
    let record = try FingerSamples.record()
    #expect(try MinutiaFile(reading: record).format == .iso2005)
    #expect(try MinutiaFile(reading: FingerSamples.ansi()).format == .ansi2004)
    #expect(try MinutiaFile(reading: FingerSamples.iso2011()).format == .iso2011)
    let card = try CompactCard.make(of: FingerSamples.view(9)).value
    let framed = try MinutiaFile(reading: card.templatePayload)
    #expect((framed.format, framed.views[0].minutiae.count) == (.framedCard, 9))
    let bare = try MinutiaFile(reading: card.bytes, card: .ascendingXY)
    #expect((bare.format, bare.views) == (.card, framed.views))
    #expect(throws: FingerFormatError.self) { try MinutiaFile(reading: card.bytes) }
    #expect(throws: FingerFormatError.self) { try MinutiaFile(reading: []) }
  }

  @Test func aRecordBecomesACardWithWhatIsLost() throws {
    let file = try MinutiaFile(reading: FingerSamples.record())
    let demand = CompactCard.Demand(minutiae: 0...2, order: .ascendingXY)
    let made = try file.converted(to: .card, demand: demand)
    #expect(made.value.count == 6)
    #expect(made.losses.contains(.minutiaeBeyondLimit(count: 1)))
    #expect(made.losses.contains(.otherViews(count: 1)))
    let framed = try file.converted(to: .framedCard, view: 1)
    #expect(try MinutiaFile(reading: framed.value).views[0].minutiae.count == 5)
    #expect(framed.losses.contains(.extendedData(view: 1, bytes: 8)))
  }

  @Test func aCardBecomesARecordThatSaysTheSameMinutiae() throws {
    let card = try CompactCard.make(of: FingerSamples.view(20)).value
    let made = try MinutiaFile(reading: card.bytes, card: .ascendingXY).converted(to: .iso2005)
    #expect(made.losses.isEmpty)
    let record = try FingerRecord(reading: made.value)
    #expect(record.views.count == 1 && record.views[0].minutiae.count == 20)
    #expect(try CompactCard.make(of: record.views[0]).value == card)
  }

  @Test func anotherEditionBecomesThatOf2005() throws {
    let made = try MinutiaFile(reading: FingerSamples.iso2011()).converted(to: .iso2005)
    #expect(try FingerRecord(reading: made.value).views.count == 2)
    #expect(!made.losses.isEmpty)
  }

  @Test func whatIsNotWrittenAndViewsThatAreNotThereAreRefused() throws {
    let file = try MinutiaFile(reading: FingerSamples.record())
    for format in [MinutiaFormat.iso2011, .ansi2004] {
      #expect(throws: FingerFormatError.self) { try file.converted(to: format) }
    }
    for view in [-1, 2, .max] {
      #expect(throws: FingerFormatError.self) { try file.converted(to: .card, view: view) }
    }
    let card = try MinutiaFile(reading: [0x33, 0x66, 0x48], card: MinutiaOrder.none)
    #expect(throws: FingerFormatError.self) { try card.converted(to: .card, view: 1) }
  }

  @Test func everyLossHasWordsOfItsOwn() {
    let all: [FingerLoss] = [
      .positionResolution(pixels: 1.97), .angleResolution(degrees: 1.40625), .minutiaQualities(count: 3),
      .minutiaeBeyondLimit(count: 4), .minutiaeOutOfReach(count: 5), .origin(x: 1, y: -2.5),
      .extendedData(view: 0, bytes: 8), .fingerAndImpression, .impression(view: 1, code: 24),
      .viewNumber(view: 1, number: 16), .pictureQuality, .qualityAlgorithms(view: 0, count: 2), .picture,
      .otherViews(count: 1), .product, .captureDevice, .captureTime(view: 0), .sensorTechnology(view: 0),
      .sensorType(view: 0), .certificates(view: 0, count: 1),
    ]
    #expect(Set(all.map(\.description)).count == all.count)
    #expect("\(FingerLoss.angleResolution(degrees: 1.40625))" == "angles, to steps of 1.41 degrees")
  }
}
