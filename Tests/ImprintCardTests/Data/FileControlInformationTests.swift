// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import Testing

@Suite struct FileControlInformationTests {
  private func read(_ hex: String) throws -> FileControlInformation {
    try FileControlInformation(#require(Hex.bytes(hex)))
  }

  @Test func aTransparentFileIsDescribed() throws {
    let file = try read("62 18 80 02 01 00 82 01 41 83 02 01 02 88 01 10 8A 01 05 86 02 AA BB 8C 01 03")
    #expect(file.template == .parameters)
    #expect(file.size == 256)
    #expect(file.identifier == 0x0102)
    #expect(file.shortIdentifier == 2)
    #expect(file.descriptor?.kind == .working)
    #expect(file.descriptor?.structure == .transparent)
    #expect(file.descriptor?.isShareable == true)
    #expect(file.lifeCycle?.description == "activated")
    #expect(file.securityAttributes.map(\.tag) == [0x86, 0x8C])
  }

  @Test func anApplicationIsDescribed() throws {
    let application = try read("6F 12 84 05 A0 00 00 00 63 A5 09 50 07 50 4B 43 53 23 31 35")
    #expect(application.template == .information)
    #expect(application.applicationName == [0xA0, 0x00, 0x00, 0x00, 0x63])
    #expect(application.label == "PKCS#15")
    #expect(application.size == nil)
  }

  @Test(
    arguments: [
      ("82 01 38", FileDescriptor.Kind.dedicated, FileDescriptor.Structure.none, nil, nil),
      ("82 05 02 21 00 20 05", .working, .linearFixed, 32, 5),
      ("82 03 04 21 40", .working, .linearVariable, 64, nil),
      ("82 06 06 21 00 10 01 00", .working, .cyclic, 16, 256), ("82 01 39", .working, .objects, nil, nil),
      ("82 01 09", .internal, .transparent, nil, nil), ("82 01 30", .other, .none, nil, nil),
    ] as [(String, FileDescriptor.Kind, FileDescriptor.Structure, Int?, Int?)])
  func eachKindOfFileIsNamed(
    hex: String, kind: FileDescriptor.Kind, structure: FileDescriptor.Structure, size: Int?, count: Int?
  ) throws {
    let object = try #require(Hex.bytes(hex))
    let descriptor = try #require(
      try FileControlInformation([0x62, UInt8(object.count)] + object).descriptor)
    #expect(descriptor.kind == kind)
    #expect(descriptor.structure == structure)
    #expect(descriptor.recordSize == size)
    #expect(descriptor.recordCount == count)
  }

  @Test func theShortIdentifierIsTheEndOfTheOtherWhereNothingIsSaid() throws {
    #expect(try read("62 04 83 02 01 05").shortIdentifier == 5)
    #expect(try read("62 06 83 02 01 05 88 00").shortIdentifier == nil)
    #expect(try read("62 04 83 02 01 1F").shortIdentifier == nil)
  }

  @Test(arguments: ["", "84 02 3F 00", "62 02 83", "62 00 62 00"])
  func anythingElseIsRefused(hex: String) async throws {
    let bytes = try #require(Hex.bytes(hex))
    #expect(await code { () throws(CardError) in _ = try FileControlInformation(bytes) } == .cardData)
  }

  @Test func theInformationFileSaysLimits() throws {
    let file = try BERTLV.parse(#require(Hex.bytes("47 03 80 00 40 7F 66 08 02 02 01 05 02 02 10 00")))
    let capabilities = CardCapabilities.unknown.adding(informationFile: file)
    #expect(capabilities.extendedLength == true)
    #expect(capabilities.longestCommand == 0x105)
    #expect(capabilities.longestResponse == 0x1000)
  }
}
