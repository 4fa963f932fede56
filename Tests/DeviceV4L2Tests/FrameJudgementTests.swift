// SPDX-License-Identifier: Apache-2.0
import CImprint
import Testing

@testable import V4L2Devices

/// Frames that a driver hands over, and what it grants: neither is believed before it is judged.
@Suite struct FrameJudgementTests {
  private func layout(
    _ fourcc: StaticString = "YUYV", width: UInt32 = 4, height: UInt32 = 2, row: UInt32 = 0,
    size: UInt32 = 1000
  ) throws -> FrameLayout {
    try FrameLayout(fourcc: FourCC(fourcc), width: width, height: height, rowBytes: row, size: size)
  }

  private func judge(_ used: Int, of bytes: [UInt8], flagged: Bool = false, _ layout: FrameLayout)
    -> FrameJudgement
  {
    bytes.withUnsafeBytes { FrameJudgement(used: used, memory: $0, isFlagged: flagged, layout: layout) }
  }

  @Test func aWholeFrameIsTakenWithoutTheDriversPadding() throws {
    #expect(judge(64, of: [UInt8](repeating: 0, count: 64), try layout()) == .whole(16))
  }

  @Test func aFlaggedFrameIsDamaged() throws {
    guard case .damaged = judge(16, of: [UInt8](repeating: 0, count: 16), flagged: true, try layout()) else {
      Issue.record("it was taken")
      return
    }
  }

  @Test(arguments: [0, 1, 15, 17, Int(UInt32.max)])
  func aLengthThatCannotBeIsDamaged(_ used: Int) throws {
    guard case .damaged = judge(used, of: [UInt8](repeating: 0, count: 16), try layout()) else {
      Issue.record("it was taken")
      return
    }
  }

  @Test func aJPEGIsTakenAsLongAsItIs() throws {
    let file: [UInt8] = [0xFF, 0xD8, 1, 2, 0xFF, 0xD9, 0, 0]
    #expect(judge(6, of: file, try layout("MJPG")) == .whole(6))
  }

  @Test(arguments: [0, 3])
  func aCompressedFrameThatIsTooShortIsDamaged(_ used: Int) throws {
    guard case .damaged = judge(used, of: [0xFF, 0xD8, 0xFF, 0xD9], try layout("MJPG")) else {
      Issue.record("it was taken")
      return
    }
  }

  @Test func aCompressedFrameThatIsNoJPEGIsDamaged() throws {
    guard case .damaged = judge(4, of: [0, 0, 0, 0], try layout("MJPG")) else {
      Issue.record("it was taken")
      return
    }
  }

  /// Width and height odd, rows padded: the contract's table.
  @Test(arguments: [
    ("YUYV", 16, 2 * 16 + 12), ("UYVY", 16, 2 * 16 + 12), ("RGB3", 20, 2 * 20 + 15),
    ("BGR3", 20, 2 * 20 + 15),
    ("GREY", 8, 2 * 8 + 5), ("Y16 ", 16, 2 * 16 + 10), ("YU12", 8, 3 * 8 + 3 * 4 + 3),
    ("NV12", 8, 3 * 8 + 1 * 8 + 6),
  ])
  func aFormatHasTheBytesOfTheContract(_ letters: String, _ row: UInt32, _ bytes: Int) throws {
    let raw = letters.utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let layout = try FrameLayout(
      fourcc: FourCC(rawValue: raw), width: 5, height: 3, rowBytes: row, size: UInt32(bytes))
    #expect(layout.bytes == bytes)
    #expect(layout.rowBytes == row)
  }

  @Test func rowsThatAreNotToldHaveNoPadding() throws {
    #expect(try layout(row: 0).rowBytes == 8)
  }

  @Test func aDriverThatGrantsWhatCannotBeIsRefused() {
    #expect(throws: LayoutFault.self) { try layout(row: 7) }
    #expect(throws: LayoutFault.self) { try layout(row: 8 * 65535 + 1) }
    #expect(throws: LayoutFault.self) { try layout(size: 15) }
    #expect(throws: LayoutFault.self) { try layout(width: 0) }
    #expect(throws: LayoutFault.self) { try layout(height: 70_000) }
    #expect(throws: LayoutFault.self) { try layout("H264") }
  }
}
