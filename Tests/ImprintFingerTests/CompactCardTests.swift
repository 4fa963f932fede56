// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintModel
import Testing

@Suite struct CompactCardTests {
  /// Positions and angles at the edges of their units, and the bytes that they are.
  static let vectors: [(x: Double, y: Double, degrees: Double, kind: Minutia.Kind, bytes: [UInt8])] = [
    (100, 200, 45, .ending, [0x33, 0x66, 0x48]), (0, 0, 0, .bifurcation, [0x00, 0x00, 0x80]),
    (250, 250, 180, .bifurcation, [0x7F, 0x7F, 0xA0]), (10, 20, 357.1, .ending, [0x05, 0x0A, 0x7F]),
    (10, 20, 357.3, .ending, [0x05, 0x0A, 0x40]), (1, 1, 2.8, .other, [0x01, 0x01, 0x00]),
    (1, 1, 2.9, .other, [0x01, 0x01, 0x01]),
  ]

  @Test(arguments: vectors.indices) func aMinutiaHasTheFormatsBytes(index: Int) throws {
    let vector = Self.vectors[index]
    let view = FingerSamples.one(x: vector.x, y: vector.y, degrees: vector.degrees, kind: vector.kind)
    #expect(try CompactCard.make(of: view).value.bytes == vector.bytes)
  }

  static let orders: [MinutiaOrder] = [0x01, 0x02].flatMap { direction in
    [0x04, 0x08, 0x0C, 0x10].compactMap { MinutiaOrder(byte: $0 | direction) }
  }

  @Test(arguments: orders) func eachOrderSortsTheSameMinutiae(order: MinutiaOrder) throws {
    let view = FingerSamples.view(50)
    let plain = try CompactCard.make(of: view, for: .init(order: .none)).value
    let card = try CompactCard.make(of: view, for: .init(order: order)).value
    #expect(card.isSorted(by: order) && !plain.isSorted(by: order))
    func triples(_ card: CompactCard) -> Set<[UInt8]> {
      Set(stride(from: 0, to: card.bytes.count, by: 3).map { Array(card.bytes[$0..<$0 + 3]) })
    }
    #expect(triples(card) == triples(plain))
    let key = stride(from: 0, to: card.bytes.count, by: 3).map { at -> Double in
      switch order.key {
      case .none: return 0
      case .xy: return Double(card.bytes[at])
      case .yx: return Double(card.bytes[at + 1])
      case .angle: return Double(card.bytes[at + 2] & 0x3F)
      case .polar:
        let middle = card.view().minutiae.reduce((0.0, 0.0)) { ($0.0 + $1.x / 50, $0.1 + $1.y / 50) }
        let x = (middle.0 / 1.97).rounded() - Double(card.bytes[at])
        let y = (middle.1 / 1.97).rounded() - Double(card.bytes[at + 1])
        return x * x + y * y
      }
    }
    #expect(key == (order.descending ? key.sorted(by: >) : key.sorted()))
  }

  @Test func equalKeysAreSortedByWhatComesSecond() throws {
    func minutia(_ x: Double, _ y: Double) -> Minutia {
      Minutia(x: x, y: y, angle: MinutiaAngle(degrees: 0), kind: .ending)
    }
    // A cross: all equally far from the middle; counter-clockwise from the right.
    let cross = [minutia(100, 80), minutia(80, 100), minutia(100, 120), minutia(120, 100)]
    let view = FingerView(width: 400, height: 400, minutiae: cross)
    let polar = try #require(MinutiaOrder(.polar))
    let card = try CompactCard.make(of: view, for: .init(order: polar)).value
    #expect(card.bytes == [0x3D, 0x33, 0x40, 0x33, 0x29, 0x40, 0x29, 0x33, 0x40, 0x33, 0x3D, 0x40])
    let byX = try CompactCard.make(of: view, for: .init(order: .ascendingXY)).value
    #expect(byX.bytes == [0x29, 0x33, 0x40, 0x33, 0x29, 0x40, 0x33, 0x3D, 0x40, 0x3D, 0x33, 0x40])
  }

  @Test func theBestAreChosenBeforeTheyAreSorted() throws {
    let view = FingerSamples.view(100)
    let made = try CompactCard.make(of: view, for: .init(minutiae: 12...30))
    #expect(made.value.count == 30 && made.losses.contains(.minutiaeBeyondLimit(count: 70)))
    let best = view.minutiae.sorted { ($0.quality ?? 0) > ($1.quality ?? 0) }.prefix(30)
    let expected = Set(best.map { Int(($0.x / 1.97).rounded()) })
    #expect(Set(made.value.view().minutiae.map { Int(($0.x / 1.97).rounded()) }) == expected)
  }

  @Test func withoutQualitiesTheMiddleIsChosen() throws {
    var view = FingerSamples.view(100)
    for index in view.minutiae.indices { view.minutiae[index].quality = nil }
    let made = try CompactCard.make(of: view, for: .init(minutiae: 0...10))
    #expect(
      made.value.view().minutiae.allSatisfy { (100...300).contains($0.x) && (100...380).contains($0.y) })
  }

  @Test func fewerThanTheCardTakesAreRefused() {
    #expect(
      code { try CompactCard.make(of: FingerSamples.view(11), for: .init(minutiae: 12...60)) }
        == .tooFewMinutiae)
    #expect(code { try CompactCard.make(of: FingerSamples.view(12), for: .init(minutiae: 12...60)) } == nil)
  }

  @Test func aWidePictureIsMovedAndSaysWhatItLost() throws {
    func minutia(_ x: Double) -> Minutia {
      Minutia(x: x, y: 100, angle: MinutiaAngle(degrees: 0), kind: .ending)
    }
    let view = FingerView(
      width: 700, height: 400, minutiae: [minutia(10), minutia(400), minutia(500), minutia(600)])
    let made = try CompactCard.make(of: view)
    #expect(made.value.count == 3 && made.losses.contains(.minutiaeOutOfReach(count: 1)))
    let origin = made.losses.compactMap { loss -> Double? in
      if case .origin(let x, 0) = loss { x } else { nil }
    }
    let x = try #require(origin.first)
    let back = made.value.view().minutiae.map { $0.x + x }
    for (found, expected) in zip(back, [400.0, 500, 600]) { #expect(abs(found - expected) <= 1) }
  }

  @Test func aPictureOf503PixelsStillFitsUnmoved() throws {
    let edge = Minutia(x: 502, y: 0, angle: MinutiaAngle(degrees: 0), kind: .ending)
    let view = FingerView(width: 503, height: 100, minutiae: [edge])
    let made = try CompactCard.make(of: view)
    #expect(made.value.bytes == [0xFF, 0x00, 0x40])
    #expect(!made.losses.contains { if case .origin = $0 { true } else { false } })
  }

  @Test(arguments: [MinutiaOrder.Key.xy, .yx]) func anExtendedOrderHoldsAWidePicture(key: MinutiaOrder.Key)
    throws
  {
    let order = try #require(MinutiaOrder(key, extended: true))
    let view = FingerSamples.view(120, width: key == .xy ? 1600 : 400, height: key == .xy ? 400 : 1600)
    let made = try CompactCard.make(of: view, for: .init(minutiae: 0...255, order: order))
    #expect(made.value.count == 120 && made.value.isSorted(by: order))
    let along: KeyPath<Minutia, Double> = key == .xy ? \.x : \.y
    let found = made.value.view(order: order).minutiae.map { $0[keyPath: along] }
    for (found, expected) in zip(found, view.minutiae.map { $0[keyPath: along] }.sorted()) {
      #expect(abs(found - expected) <= 1.01)
    }
  }

  @Test func aGapThatAnExtendedOrderCannotSayIsRefused() throws {
    let order = try #require(MinutiaOrder(.xy, extended: true))
    let minutiae = [5.0, 600].map { Minutia(x: $0, y: 5, angle: MinutiaAngle(degrees: 0), kind: .ending) }
    let view = FingerView(width: 700, height: 400, minutiae: minutiae)
    #expect(code { try CompactCard.make(of: view, for: .init(order: order)) } == .badOrder)
  }

  @Test func ordersThatThereAreNotAreNone() {
    let right: Set<UInt8> = [
      0x00, 0x05, 0x06, 0x09, 0x0A, 0x0D, 0x0E, 0x11, 0x12, 0x25, 0x29,
    ]
    for byte in UInt8.min...UInt8.max {
      #expect((MinutiaOrder(byte: byte) != nil) == right.contains(byte), "\(byte)")
      if let order = MinutiaOrder(byte: byte) { #expect(order.byte == byte) }
    }
  }

  @Test func bytesThatAreNoMinutiaeAreRefused() {
    #expect(code { try CompactCard(reading: [1, 2]) } == .wrongLength)
    #expect(error { try CompactCard(reading: [1, 2, 3, 4, 5, 0xC0]) }?.place == "byte 5")
    #expect(code { try CompactCard(reading: [UInt8](repeating: 0, count: 768)) } == .tooMany)
    #expect(code { try CompactCard(reading: []) } == nil)
  }

  @Test func eightyTwoMinutiaeFitInAShortCommand() throws {
    func bytes(_ count: Int) throws -> Int {
      try CompactCard.make(of: FingerSamples.view(count), for: .init(minutiae: 0...255)).value
        .verificationData.count
    }
    #expect(try bytes(CompactCard.mostInShortCommand) <= 255)
    #expect(try bytes(CompactCard.mostInShortCommand + 1) > 255)
  }

  @Test func aCardIsNothingButMinutiae() throws {
    let record = try FingerRecord(reading: FingerSamples.record())
    let losses = Set(try record.compactCard(view: 1).losses)
    #expect(
      losses.isSuperset(of: [
        .fingerAndImpression, .picture, .pictureQuality, .minutiaQualities(count: 5), .captureDevice,
        .otherViews(count: 1), .extendedData(view: 1, bytes: 8), .angleResolution(degrees: 5.625),
      ]))
    #expect(code { try record.compactCard(view: 2) } == .badField)
  }

  @Test func aCardOfARecordOf2011SaysWhatItLosesOfThatViewAlone() throws {
    let losses = try FingerRecord(reading: FingerSamples.iso2011(3)).compactCard(view: 1).losses
    let expected: [FingerLoss] = [
      .captureTime(view: 1), .sensorTechnology(view: 1), .sensorType(view: 1),
      .qualityAlgorithms(view: 1, count: 2), .certificates(view: 1, count: 1),
      .extendedData(view: 1, bytes: 2),
    ]
    #expect(Set(losses).isSuperset(of: expected))
    #expect(!losses.contains(.captureTime(view: 0)) && !losses.contains(.captureDevice))
  }

  @Test(arguments: [Int.min, -1, 0, Int.max]) func sidesThatNoPictureHasAreTaken(side: Int) throws {
    var view = FingerSamples.one(x: 100, y: 200, degrees: 45)
    (view.width, view.height) = (side, side)
    #expect(try CompactCard.make(of: view).value.count == 1)
  }

  @Test func aDemandThatNoByteCountsIsAFaultOfTheCaller() async {
    await #expect(processExitsWith: .failure) { _ = CompactCard.Demand(minutiae: 0...256) }
    await #expect(processExitsWith: .failure) { _ = CompactCard.Demand(minutiae: -1...60) }
    #expect(CompactCard.Demand(minutiae: 0...255).minutiae == 0...255)
  }
}
