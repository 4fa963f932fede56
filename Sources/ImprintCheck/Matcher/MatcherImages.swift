// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension MatcherChecks {
  static let imageSizes = check(
    "takes-any-image-size", "Images of every size get a template or a typed failure.",
    rules: ["R-22", "R-24"]
  ) { probe, _ in
    let sizes = [
      (1, 1), (1, 2), (2, 1), (1, 64), (64, 1), (2, 2), (3, 5), (7, 7), (8, 8), (15, 17), (16, 16), (31, 33),
      (65535, 1), (1, 65535), (641, 3), (333, 257),
    ]
    for format in [CheckImage.Format.grey8, .rgb24] {
      for (width, height) in sizes {
        let picture = CheckPicture.shaded(width: width, height: height, format: format) { x, y in
          UInt8(truncatingIfNeeded: x &* 31 ^ y &* 57)
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
    let picture = CheckPicture.person(1)
    _ = try probe.template(of: picture)
    for wrong in WrongImage.all {
      probe.note("extract: an image with \(wrong.words)")
      let answer = try probe.extract(LentPicture(picture, change: wrong.change)).answer
      try expectTypedFailure(
        answer, or: [IMP_E_SAMPLE], "matcher.extract", "for an image with \(wrong.words)")
    }
  }

  static let plainImages = check(
    "takes-plain-images", "Pictures that show nothing get a template or a typed failure.", rules: ["R-22"]
  ) { probe, random in
    let grain = random.bytes(4096)
    let kinds: [(words: String, light: (Int, Int) -> UInt8)] = [
      ("all black", { _, _ in 0 }), ("all white", { _, _ in 255 }), ("all grey", { _, _ in 128 }),
      ("black beside white", { x, _ in x < 80 ? 0 : 255 }),
      ("a single bright pixel", { x, y in x == 80 && y == 80 ? 255 : 0 }),
      ("noise", { x, y in grain[(x &* 61 &+ y &* 997) % grain.count] }),
    ]
    for kind in kinds {
      let picture = CheckPicture.shaded(width: 160, height: 160, format: .rgb24, kind.light)
      probe.note("extract: \(picture.words), \(kind.words)")
      let answer = try probe.extract(picture).answer
      try expect(
        answer, isOneOf: [IMP_OK, IMP_E_UNSUPPORTED] + extractionFailures, "matcher.extract",
        "for \(picture.words), \(kind.words)")
    }
  }
}
