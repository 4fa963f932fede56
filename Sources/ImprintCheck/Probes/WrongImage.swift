// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Invalid descriptions of an image of a few thousand pixels.
struct WrongImage: Sendable {
  /// What is wrong, as in "an image with ...".
  let words: String
  let change: @Sendable (inout imp_image) -> Void

  static let all: [WrongImage] = [
    WrongImage(words: "0 x 0 pixels") { ($0.width, $0.height) = (0, 0) },
    WrongImage(words: "width 0") { $0.width = 0 },
    WrongImage(words: "height 0") { $0.height = 0 },
    WrongImage(words: "width 65536 (at most 65535)") {
      ($0.width, $0.height, $0.row_bytes) = (65536, 1, 65536 * 3)
    },
    WrongImage(words: "65535 x 65535 pixels in a few bytes") {
      ($0.width, $0.height, $0.row_bytes) = (65535, 65535, 65535 * 3)
    },
    WrongImage(words: "rows whose total size exceeds 32 bits") {
      ($0.width, $0.height, $0.row_bytes, $0.format) = (8, 32769, 131_072, UInt32(IMP_PIXEL_GREY8))
    },
    WrongImage(words: "rows shorter than their pixels") { $0.row_bytes = $0.width - 1 },
    WrongImage(words: "rows of 0 bytes") { $0.row_bytes = 0 },
    WrongImage(words: "one byte less than its pixels need") { $0.pixels.length -= 1 },
    WrongImage(words: "no bytes") { $0.pixels = imp_bytes() },
    WrongImage(words: "pixel format 0") { $0.format = 0 },
    WrongImage(words: "the undefined pixel format 3") { $0.format = 3 },
    WrongImage(words: "pixel format BGR24, which is for cameras only") {
      $0.format = UInt32(IMP_PIXEL_BGR24)
    },
    WrongImage(words: "pixel format JPEG, which is for cameras only") { $0.format = UInt32(IMP_PIXEL_JPEG) },
  ]
}
