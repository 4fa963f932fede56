// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import Testing

@Suite struct CommandAPDUTests {
  /// ISO/IEC 7816-3:2006, 12.1.3: bytes, case, form, data, expected.
  static let written: [(String, CommandAPDU.Case, CommandAPDU.Form, Int, Int?)] = [
    ("00 A4 04 00", .noDataNoAnswer, .short, 0, nil),
    ("00 B0 00 00 10", .answer, .short, 0, 16),
    ("00 B0 00 00 00", .answer, .short, 0, 256),
    ("00 A4 04 00 02 3F 00", .data, .short, 2, nil),
    ("00 A4 04 00 02 3F 00 00", .dataAndAnswer, .short, 2, 256),
    ("00 A4 04 00 01 3F 05", .dataAndAnswer, .short, 1, 5),
    ("00 B0 00 00 00 01 00", .answer, .extended, 0, 256),
    ("00 B0 00 00 00 00 00", .answer, .extended, 0, 65_536),
    ("00 D6 00 00 00 00 01 AA", .data, .extended, 1, nil),
    ("00 A4 04 00 00 00 01 3F 00 00", .dataAndAnswer, .extended, 1, 65_536),
    ("00 A4 04 00 00 00 01 3F 12 34", .dataAndAnswer, .extended, 1, 0x1234),
  ]

  @Test(arguments: written)
  func eachCaseIsReadAndWrittenAgainByteForByte(
    hex: String, kind: CommandAPDU.Case, form: CommandAPDU.Form, data: Int, expected: Int?
  ) throws {
    let bytes = try #require(Hex.bytes(hex))
    let (command, found) = try CommandAPDU.parse(bytes)
    #expect(command.case == kind)
    #expect(found == form)
    #expect(command.data.count == data)
    #expect(command.expected == expected)
    #expect(try command.bytes(found) == bytes)
  }

  @Test(arguments: [
    "", "00", "00 A4 04", "00 A4 04 00 02 3F", "00 A4 04 00 02 3F 00 00 00", "00 B0 00 00 00 01",
    "00 D6 00 00 00 00 00 AA", "00 D6 00 00 00 00 02 AA", "00 D6 00 00 00 00 01 AA 00",
    "00 D6 00 00 00 00 01 AA 00 00 00", "00 60 00 00", "00 9F 00 00 01",
  ])
  func lengthsThatDoNotAgreeAreRefused(hex: String) async throws {
    let bytes = try #require(Hex.bytes(hex))
    #expect(await code { () throws(CardError) in _ = try CommandAPDU.parse(bytes) } == .command)
  }

  @Test func lengthsOutsideTheStandardAreRefused() async {
    #expect(
      await code { () throws(CardError) in
        _ = try CommandAPDU(ins: 0xD6, data: Array(repeating: 0, count: 65_536))
      } == .command)
    #expect(await code { () throws(CardError) in _ = try CommandAPDU(ins: 0xB0, expected: 0) } == .command)
    #expect(
      await code { () throws(CardError) in _ = try CommandAPDU(ins: 0xB0, expected: 65_537) } == .command)
  }

  @Test func theLongestCommandIsWrittenLongAndNotShort() async throws {
    let command = try CommandAPDU(ins: 0xD6, data: Array(repeating: 7, count: 65_535), expected: 65_536)
    let bytes = try command.bytes(.extended)
    #expect(bytes.count == 65_544)
    #expect(try CommandAPDU.parse(bytes).command == command)
    #expect(await code { () throws(CardError) in _ = try command.bytes(.short) } == .command)
  }

  @Test func aDescriptionShowsNoDataAndNotHowLongAPINIs() throws {
    let pin = try CommandAPDU(ins: 0x20, p2: 0x81, data: Array("123456".utf8))
    let other = try CommandAPDU(ins: 0xD6, data: Array("123456".utf8))
    for (command, words) in [
      (pin, "VERIFY(00 20 00 81, <redacted>)"), (other, "UPDATE BINARY(00 D6 00 00, 6 bytes <redacted>)"),
    ] {
      var dumped = ""
      dump(command, to: &dumped)
      for text in ["\(command)", String(reflecting: command), dumped] {
        #expect(text.contains(words))
        #expect(!text.contains("313233") && !text.contains("49"))
      }
    }
  }

  @Test func whatIsDumpedOfAnAnswerOrADataObjectShowsNoBytes() throws {
    var dumped = ""
    dump(ResponseAPDU(data: [222, 223], status: .done), to: &dumped)
    dump(try BERTLV(0x4F, [222, 223]), to: &dumped)
    #expect(!dumped.contains("222"))
  }

  @Test func anErrorDoesNotSayHowLongAPINIs() throws {
    do {
      _ = try CommandAPDU.parse([0x00, 0x20, 0x00, 0x81, 0x08, 1, 2, 3, 4, 5, 6])
      Issue.record("it was taken")
    } catch {
      #expect(!"\(error.reason)".contains { $0.isNumber })
    }
  }
}

@Suite struct CommandClassTests {
  /// ISO/IEC 7816-4:2020, 5.4.1.
  @Test(
    arguments: [
      (0x00, CommandClass.Kind.first, 0, false, CommandClass.Protection.unprotected),
      (0x03, .first, 3, false, .unprotected), (0x10, .first, 0, true, .unprotected),
      (0x0C, .first, 0, false, .authenticatedHeader),
      (0x08, .first, 0, false, .standard), (0x04, .first, 0, false, .proprietary),
      (0x40, .further, 4, false, .unprotected),
      (0x4F, .further, 19, false, .unprotected), (0x60, .further, 4, false, .standard),
      (0x50, .further, 4, true, .unprotected),
    ] as [(UInt8, CommandClass.Kind, Int?, Bool, CommandClass.Protection?)])
  func theBitsAreReadAsTheStandardHasThem(
    byte: UInt8, kind: CommandClass.Kind, channel: Int?, chained: Bool, protection: CommandClass.Protection?
  ) {
    let cla = CommandClass(rawValue: byte)
    #expect(cla.kind == kind)
    #expect(cla.channel == channel)
    #expect(cla.isChained == chained)
    #expect(cla.protection == protection)
  }

  @Test func everyChannelKeepsChainAndProtection() throws {
    for channel in 0...19 {
      let cla = try CommandClass.plain.protected.chained(true).onChannel(channel)
      #expect(cla.channel == channel)
      #expect(cla.isChained)
      let protection: CommandClass.Protection = channel < 4 ? .authenticatedHeader : .standard
      #expect(cla.protection == protection)
      let back = try cla.onChannel(0)
      #expect(back.channel == 0)
      #expect(back.isChained)
      #expect(back.protection != .unprotected)
    }
  }

  @Test func aChannelThatThereIsNotIsRefused() async {
    for (cla, channel) in [(0x00, 20), (0x00, -1), (0x80, 4), (0xFF, 1), (0x20, 1)] as [(UInt8, Int)] {
      #expect(
        await code { () throws(CardError) in _ = try CommandClass(rawValue: cla).onChannel(channel) }
          == .command)
    }
  }
}
