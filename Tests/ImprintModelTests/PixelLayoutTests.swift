// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

struct PixelLayoutTests {
  struct Case: Sendable {
    let layout: PixelLayout
    let width, height, bytesPerRow: Int
    let minimumBytesPerRow, minimumBytes: Int

    init(_ layout: PixelLayout, _ size: (Int, Int), row: Int, least: Int, bytes: Int) {
      self.layout = layout
      (width, height) = size
      bytesPerRow = row
      minimumBytesPerRow = least
      minimumBytes = bytes
    }
  }

  // worked out by hand from the table of imprint/image.h, with sides and strides even and odd.
  static let cases = [
    Case(.grey8, (1, 1), row: 1, least: 1, bytes: 1), Case(.grey8, (5, 3), row: 5, least: 5, bytes: 15),
    Case(.grey8, (5, 3), row: 6, least: 5, bytes: 17), Case(.grey8, (4, 3), row: 7, least: 4, bytes: 18),
    Case(.grey16, (5, 3), row: 11, least: 10, bytes: 32),
    Case(.rgb24, (1, 1), row: 3, least: 3, bytes: 3), Case(.rgb24, (5, 3), row: 16, least: 15, bytes: 47),
    Case(.bgr24, (4, 3), row: 15, least: 12, bytes: 42),
    Case(.yuyv, (1, 1), row: 4, least: 4, bytes: 4), Case(.yuyv, (4, 4), row: 8, least: 8, bytes: 32),
    Case(.yuyv, (5, 3), row: 12, least: 12, bytes: 36), Case(.yuyv, (5, 3), row: 13, least: 12, bytes: 38),
    Case(.uyvy, (1, 1), row: 4, least: 4, bytes: 4), Case(.uyvy, (5, 3), row: 13, least: 12, bytes: 38),
    Case(.i420, (1, 1), row: 1, least: 1, bytes: 3), Case(.i420, (4, 4), row: 4, least: 4, bytes: 24),
    Case(.i420, (5, 3), row: 5, least: 5, bytes: 27), Case(.i420, (5, 3), row: 6, least: 5, bytes: 30),
    Case(.i420, (4, 3), row: 7, least: 4, bytes: 35),
    Case(.i420, (640, 480), row: 640, least: 640, bytes: 460_800),
    Case(.nv12, (1, 1), row: 1, least: 1, bytes: 3), Case(.nv12, (4, 4), row: 4, least: 4, bytes: 24),
    Case(.nv12, (5, 3), row: 5, least: 5, bytes: 27), Case(.nv12, (5, 3), row: 6, least: 5, bytes: 30),
    Case(.nv12, (4, 3), row: 7, least: 4, bytes: 33),
    Case(.nv12, (640, 480), row: 640, least: 640, bytes: 460_800),
    Case(.i420, (65535, 65535), row: 524_280, least: 65535, bytes: 51_538_067_468),
    Case(.nv12, (65535, 65535), row: 524_280, least: 65535, bytes: 51_537_838_096),
  ]

  @Test(arguments: cases) func lengthsAreThoseOfTheContract(sample: Case) {
    #expect(sample.layout.minimumBytesPerRow(width: sample.width) == sample.minimumBytesPerRow)
    let bytes = sample.layout.minimumBytes(
      width: sample.width, height: sample.height, bytesPerRow: sample.bytesPerRow)
    #expect(bytes == sample.minimumBytes)
  }
}
