// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import Testing

@Suite struct ATRTests {
  private func atr(_ hex: String) throws -> ATR { try ATR(#require(Hex.bytes(hex))) }

  @Test func aCardOfTwoProtocolsIsRead() throws {
    // Made for this test: T=0 and T=1, TA1 = 96, historical bytes with capabilities, check byte right.
    var bytes: [UInt8] = [0x3B, 0xD6, 0x96, 0x00, 0x80, 0x31, 0xFE, 0x45]
    bytes += [0x80, 0x73, 0x84, 0x21, 0xD3, 0x00]
    bytes.append(bytes[1...].reduce(0, ^))
    let atr = try ATR(bytes)
    #expect(atr.convention == .direct)
    #expect(atr.protocols == [0, 1])
    #expect(atr.transmissionFactors?.clock == 512)
    #expect(atr.transmissionFactors?.rate == 32)
    #expect(atr.informationFieldSize == 254)
    #expect(atr.checksum == .right)
    #expect(atr.historical.category == 0x80)
    let capabilities = try #require(atr.historical.capabilities)
    #expect(capabilities.chaining == true)
    #expect(capabilities.extendedLength == true)
    #expect(capabilities.channels == 4)
    #expect(capabilities.selectionByFullName == true)
    #expect(capabilities.shortFileIdentifiers == true)
  }

  @Test func aCardThatSaysNothingTalksT0() throws {
    let atr = try atr("3B 00")
    #expect(atr.protocols == [0])
    #expect(atr.checksum == .none)
    #expect(atr.transmissionFactors?.clock == 372)
    #expect(atr.historical.bytes.isEmpty)
  }

  @Test func aWrongOrMissingCheckByteIsSaidAndNotRefused() throws {
    #expect(try atr("3B 80 80 01 01").checksum == .right)
    #expect(try atr("3B 80 80 01 02").checksum == .wrong)
    #expect(try atr("3B 80 80 01").checksum == .missing)
  }

  @Test func inverseConventionAndSpecificModeAreRead() throws {
    let atr = try atr("3F 80 90 11 00")
    #expect(atr.convention == .inverse)
    #expect(atr.specificProtocol == 1)
  }

  @Test(arguments: [
    "", "3B", "00 00", "3B 01", "3B 80", "3B F0 01 02", "3B 00 00", "3B 80 80 01 01 00", "3B 02 AA",
    "3B 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80",
  ])
  func cutOrOverlongOnesAreRefused(hex: String) async throws {
    let bytes = try #require(Hex.bytes(hex))
    #expect(await code { () throws(CardError) in _ = try ATR(bytes) } == .cardData)
  }

  @Test func historicalBytesThatDoNotHoldTogetherAreKeptAsTheyAre() {
    #expect(HistoricalBytes([0x80, 0x75, 1]).objects.isEmpty)
    #expect(HistoricalBytes([0x41, 0x42]).objects.isEmpty)
    #expect(HistoricalBytes([0x41, 0x42]).bytes == [0x41, 0x42])
    let status = HistoricalBytes([0x00, 0x51, 0xAA, 0x05, 0x90, 0x00])
    #expect(status.issuerData == [0xAA])
    #expect(status.lifeCycle?.isActivated == true)
    // A status object alone, three bytes behind the category.
    #expect(HistoricalBytes([0x80, 0x81, 0x05]).lifeCycle?.isActivated == true)
  }
}
