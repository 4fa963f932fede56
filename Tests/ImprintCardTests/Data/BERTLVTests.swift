// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import Testing

@Suite struct BERTLVTests {
  private func bytes(_ hex: String) throws -> [UInt8] { try #require(Hex.bytes(hex)) }

  @Test func objectsInObjectsAreFoundByTheirTags() throws {
    let all = try BERTLV.parse(bytes("6F 13 84 02 3F 00 A5 0D 50 04 54 65 73 74 BF 0C 04 5F 50 01 61"))
    let template = try #require(all.first)
    #expect(all.count == 1)
    #expect(template.find(0xA5, 0x50)?.value == Array("Test".utf8))
    #expect(template.find(0xA5, 0xBF0C, 0x5F50)?.value == [0x61])
    #expect(template[0x84]?.value == [0x3F, 0x00])
    #expect(template.find(0xA5, 0x51) == nil)
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    for length in [0, 1, 127, 128, 255, 256, 65_000] {
      let object = BERTLV(0x7F66, containing: [try BERTLV(0x5F2F, Array(repeating: 9, count: length))])
      #expect(try BERTLV.parseOne(object.bytes) == object)
    }
  }

  @Test func paddingBetweenObjectsMeansNothing() throws {
    let all = try BERTLV.parse(bytes("00 00 4F 01 AA 00 FF 50 01 BB FF FF"))
    #expect(all.map(\.tag) == [0x4F, 0x50])
  }

  @Test func aLengthThatIsWrittenTooLongIsRead() throws {
    #expect(try BERTLV.parseOne(bytes("4F 81 01 AA")).value == [0xAA])
    #expect(try BERTLV.parseOne(bytes("4F 84 00 00 00 01 AA")).value == [0xAA])
  }

  @Test(arguments: [
    "4F", "4F 02 AA", "4F 80", "4F 85 00 00 00 00 01 AA", "4F 84 FF FF FF FF", "4F 82 01", "5F",
    "5F 81 81 01 00",
    "1F 80 01 00", "61 03 4F 02 AA", "61 02 4F", "7F",
  ])
  func cutOrEndlessObjectsAreRefused(hex: String) async throws {
    let bytes = try bytes(hex)
    #expect(await code { () throws(CardError) in _ = try BERTLV.parse(bytes) } == .cardData)
  }

  @Test func nestingAndNumberAreBounded() async throws {
    var nested: [UInt8] = []
    for _ in 0..<17 { nested = [0x61, UInt8(nested.count)] + nested }
    #expect(await code { () throws(CardError) in _ = try BERTLV.parse(nested) } == .cardData)
    #expect(await code { () throws(CardError) in _ = try BERTLV.parse(Array(nested.dropFirst(2))) } == nil)
    let many = Array(repeating: [0x4F, 0x00] as [UInt8], count: BERTLV.mostObjects).flatMap { $0 }
    #expect(await code { () throws(CardError) in _ = try BERTLV.parse(many) } == nil)
    #expect(await code { () throws(CardError) in _ = try BERTLV.parse(many + [0x4F, 0x00]) } == .cardData)
    let long = Array(repeating: UInt8(0), count: BERTLV.mostBytes + 1)
    #expect(await code { () throws(CardError) in _ = try BERTLV.parse(long) } == .cardData)
  }

  @Test func aDescriptionShowsNoValue() throws {
    let object = BERTLV(0x61, containing: [try BERTLV(0x4F, [0xAB, 0xCD])])
    #expect("\(object)" == "61[4F(2 bytes <redacted>)]")
  }

  @Test func aNumberThatIsNoTagIsNone() {
    #expect(BERTag(rawValue: 0x1F) == nil)
    #expect(BERTag(rawValue: 0x4F4F) == nil)
    #expect(BERTag(rawValue: 0x5FC102)?.bytes == [0x5F, 0xC1, 0x02])
    #expect(BERTag(rawValue: 0x7F66)?.isConstructed == true)
  }
}
