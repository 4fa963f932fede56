// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintModel
import Testing

@Suite struct BiometricInformationTests {
  static let full = BiometricInformation(
    reference: 0x81, subtype: 0x09, minutiae: 12...60, order: MinutiaOrder(byte: 0x05), features: 0)

  static let bytes: [UInt8] =
    [0x7F, 0x60, 0x1F, 0x83, 0x01, 0x81, 0xA1, 0x1A, 0x81, 0x01, 0x08, 0x82, 0x01, 0x09]
    + [0x87, 0x02, 0x01, 0x01, 0x88, 0x02, 0x00, 0x05]
    + [0xB1, 0x0A, 0x81, 0x02, 0x0C, 0x3C, 0x82, 0x01, 0x05, 0x83, 0x01, 0x00]

  @Test func aTemplateHasTheStandardsBytes() throws {
    #expect(Self.full.bytes == Self.bytes)
    let read = try BiometricInformation(reading: Self.full.bytes)
    #expect(read == Self.full && read.takesCompactCard)
    #expect(read.demand == CompactCard.Demand(minutiae: 12...60, order: .ascendingXY))
  }

  @Test func whatIsNotSaidIsNotKnown() throws {
    let bare = BiometricInformation(type: nil)
    let read = try BiometricInformation(reading: bare.bytes)
    #expect(read == bare && read.order == nil && read.minutiae == nil && read.takesCompactCard)
    #expect(read.demand == CompactCard.Demand())
  }

  @Test func aGroupIsReadAndItsNumberChecked() throws {
    let group = try BiometricInformation.group([Self.full, BiometricInformation()])
    #expect(try BiometricInformation.all(in: group) == [Self.full, BiometricInformation()])
    #expect(try BiometricInformation.all(in: Self.full.bytes) == [Self.full])
    var lying = group
    let at = try #require(
      lying.indices.first { lying[$0] == 0x02 && lying[$0 + 1] == 0x01 && lying[$0 + 2] == 0x02 })
    lying[at + 2] = 3
    #expect(code { try BiometricInformation.all(in: lying) } == .badInformation)
  }

  @Test func aMinimumAboveTheMaximumIsRefused() {
    var bytes = Self.full.bytes
    bytes.swapAt(26, 27)
    #expect(error { try BiometricInformation(reading: bytes) }?.place == "byte 26")
  }

  @Test func lyingLengthsAndOrdersAreRefused() {
    for at in [2, 4, 7, 9, 15, 23, 25, 29] {
      for change in [1, 60, 0x80, 0x83] {
        var bytes = Self.full.bytes
        bytes[at] = UInt8(truncatingIfNeeded: Int(bytes[at]) + change)
        #expect(code { try BiometricInformation(reading: bytes) } != nil, "byte \(at) + \(change)")
      }
    }
    var bytes = Self.full.bytes
    bytes[30] = 0x07
    #expect(error { try BiometricInformation(reading: bytes) }?.place == "byte 30")
  }

  @Test func whatIsNeededIsMissed() {
    #expect(code { try BiometricInformation(reading: [0x7F, 0x60, 0x00]) } == .badInformation)
    #expect(code { try BiometricInformation(reading: [0x7F, 0x60, 0x02, 0xA1, 0x00]) } == .badInformation)
    #expect(code { try BiometricInformation(reading: []) } == .badInformation)
    #expect(code { try BiometricInformation.all(in: [0x7F, 0x62, 0x00]) } == .badInformation)
  }

  @Test func aCardOfAnotherFormatTakesNoCompactCard() {
    #expect(!BiometricInformation(formatType: 1).takesCompactCard)
    #expect(!BiometricInformation(type: 2).takesCompactCard)
    #expect(!BiometricInformation(formatOwner: 0x1234).takesCompactCard)
  }

  @Test func aTypeOfMoreThanThreeBytesIsAFaultOfTheCaller() async throws {
    await #expect(processExitsWith: .failure) { _ = BiometricInformation(type: 0x100_0000) }
    let most = BiometricInformation(type: 0xFF_FFFF)
    #expect(try BiometricInformation(reading: most.bytes) == most)
  }

  @Test func everyCutIsFound() {
    for length in 0..<Self.full.bytes.count {
      #expect(code { try BiometricInformation(reading: Array(Self.full.bytes[..<length])) } != nil)
    }
  }
}

/// Which finger a card compares.
@Suite struct BiometricInformationSiteTests {
  @Test func tenFingersHaveTheStandardsCodes() {
    let codes = BodySite.tenFingers.map { BiometricInformation.subtype(of: $0) }
    #expect(codes == [0x05, 0x09, 0x0D, 0x11, 0x15, 0x06, 0x0A, 0x0E, 0x12, 0x16])
    for site in BodySite.tenFingers {
      #expect(BiometricInformation(subtype: BiometricInformation.subtype(of: site)).site == site)
    }
  }

  @Test func whatIsNoOneFingerIsUnknown() {
    #expect(BiometricInformation.subtype(of: .unknown) == nil)
    #expect(BiometricInformation.subtype(of: .rightHand) == nil)
    let fingers = Set(BodySite.tenFingers.compactMap { BiometricInformation.subtype(of: $0) })
    for subtype in UInt8.min...UInt8.max where !fingers.contains(subtype) {
      #expect(BiometricInformation(subtype: subtype).site == .unknown, "\(subtype)")
    }
    #expect(BiometricInformation().site == .unknown)
  }
}
