// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension MatcherChecks {
  static let imageSizes = check(
    "takes-any-image-size", "Images of every size get a template or a typed failure.", rules: ["R-22", "R-24"]
  ) { probe, _ in
    let sizes = [
      (1, 1), (1, 2), (2, 1), (1, 64), (64, 1), (2, 2), (3, 5), (7, 7), (8, 8), (15, 17), (16, 16), (31, 33),
      (65535, 1), (1, 65535), (641, 3), (333, 257),
    ]
    for isColor in [false, true] {
      for (width, height) in sizes {
        let picture = CheckPicture(width: width, height: height, isColor: isColor) { x, y in
          let light = UInt8(truncatingIfNeeded: x &* 31 ^ y &* 57)
          return (light, light &+ 9, light &+ 18)
        }
        probe.note("extract: \(picture.words)")
        let answer = try probe.extract(picture).answer
        try expect(
          answer, isOneOf: [IMP_OK, IMP_E_UNSUPPORTED] + extractionFailures, "matcher.extract",
          "for \(picture.words)")
      }
    }
  }

  static let imageLayouts = check(
    "refuses-impossible-images", "An image whose description does not fit its bytes is refused, unread.",
    rules: ["R-22", "R-24"]
  ) { probe, _ in
    let picture = SyntheticFaces.picture(person: 1)
    _ = try probe.template(of: picture)
    let wrongs: [(words: String, change: (inout imp_image) -> Void)] = [
      ("0 x 0 pixels", { ($0.width, $0.height) = (0, 0) }),
      ("width 0", { $0.width = 0 }),
      ("height 0", { $0.height = 0 }),
      ("width 65536, which is more than 65535", { ($0.width, $0.height, $0.row_bytes) = (65536, 1, 65536 * 3) }),
      ("65535 x 65535 pixels in a few bytes", { ($0.width, $0.height, $0.row_bytes) = (65535, 65535, 65535 * 3) }),
      (
        "rows whose sum does not fit in 32 bits",
        { ($0.width, $0.height, $0.row_bytes, $0.format) = (8, 32769, 131_072, UInt32(IMP_PIXEL_GREY8)) }
      ),
      ("rows shorter than their pixels", { $0.row_bytes = $0.width }),
      ("rows of 0 bytes", { $0.row_bytes = 0 }),
      ("one byte less than its pixels need", { $0.pixels.length -= 1 }),
      ("no bytes", { $0.pixels = imp_bytes() }),
      ("pixel format 0", { $0.format = 0 }),
      ("pixel format 3, which there is none of", { $0.format = 3 }),
      ("pixel format BGR24, which is for cameras only", { $0.format = UInt32(IMP_PIXEL_BGR24) }),
      ("pixel format JPEG, which is for cameras only", { $0.format = UInt32(IMP_PIXEL_JPEG) }),
    ]
    for wrong in wrongs {
      probe.note("extract: an image with \(wrong.words)")
      let lent = try LentPicture(picture, change: wrong.change)
      let answer = try probe.extract(lent).answer
      try expectTypedFailure(answer, or: [IMP_E_IMAGE], "matcher.extract", "for an image with \(wrong.words)")
    }
  }

  static let plainImages = check(
    "takes-plain-images", "Pictures that show nothing get a template or a typed failure.", rules: ["R-22"]
  ) { probe, random in
    let grain = random.bytes(4096)
    let kinds: [(words: String, light: (Int, Int) -> UInt8)] = [
      ("all black", { _, _ in 0 }), ("all white", { _, _ in 255 }), ("all grey", { _, _ in 128 }),
      ("black beside white", { x, _ in x < 80 ? 0 : 255 }), ("a single bright pixel", { x, y in x == 80 && y == 80 ? 255 : 0 }),
      ("noise", { x, y in grain[(x &* 61 &+ y &* 997) % grain.count] }),
    ]
    for kind in kinds {
      let picture = CheckPicture(width: 160, height: 160) { x, y in
        let light = kind.light(x, y)
        return (light, light, light)
      }
      probe.note("extract: \(picture.words), \(kind.words)")
      let answer = try probe.extract(picture).answer
      try expect(
        answer, isOneOf: [IMP_OK, IMP_E_UNSUPPORTED] + extractionFailures, "matcher.extract",
        "for \(picture.words), \(kind.words)")
    }
  }
}
