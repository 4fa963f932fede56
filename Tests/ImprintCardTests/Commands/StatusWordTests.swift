// SPDX-License-Identifier: Apache-2.0
import ImprintCard
import Testing

@Suite struct StatusWordTests {
  @Test(
    arguments: [
      (0x9000, .normal), (0x6110, .normal), (0x6282, .warning), (0x63C2, .warning), (0x6400, .executionError),
      (0x6581, .executionError), (0x6600, .executionError), (0x6700, .checkingError),
      (0x6CFF, .checkingError),
      (0x6F00, .checkingError), (0x9100, .proprietary), (0x9FFF, .proprietary), (0x6000, .invalid),
      (0x0000, .invalid),
      (0x8FFF, .invalid), (0xA000, .invalid),
    ] as [(UInt16, StatusWord.Kind)])
  func eachIsOfItsClass(value: UInt16, kind: StatusWord.Kind) {
    #expect(StatusWord(rawValue: value).kind == kind)
  }

  @Test func counterWaitingAndExactLengthAreRead() {
    #expect(StatusWord(rawValue: 0x63C3).triesLeft == 3)
    #expect(StatusWord(rawValue: 0x63C0).triesLeft == 0)
    #expect(StatusWord(rawValue: 0x6300).triesLeft == nil)
    #expect(StatusWord(rawValue: 0x6110).waiting == 16)
    #expect(StatusWord(rawValue: 0x6100).waiting == 256)
    #expect(StatusWord(rawValue: 0x6C08).exactLength == 8)
    #expect(StatusWord(rawValue: 0x6C00).exactLength == 256)
    #expect(StatusWord(rawValue: 0x9000).waiting == nil)
  }

  @Test func everyStatusWordHasWordsAndARemedy() {
    for value in UInt16(0x6000)...0x9FFF {
      let status = StatusWord(rawValue: value)
      #expect(status.meaning.hasSuffix("."))
      #expect(status.remedy.hasSuffix("."))
      #expect(status.description.count == 4)
    }
  }

  @Test func anAnswerWithoutAStatusWordIsRefused() async {
    for bytes in [[], [0x90], [0x00, 0x00], [1, 2, 0x60, 0x00]] as [[UInt8]] {
      #expect(await code { () throws(CardError) in _ = try ResponseAPDU(parsing: bytes) } == .response)
    }
    let most = Array(repeating: UInt8(0), count: 65_536) + [0x90, 0x00]
    #expect(await code { () throws(CardError) in _ = try ResponseAPDU(parsing: most) } == nil)
    #expect(await code { () throws(CardError) in _ = try ResponseAPDU(parsing: [0] + most) } == .response)
  }
}
