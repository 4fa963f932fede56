// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension FaceTrackerChecks {
  static let imageSizes = check(
    "takes-any-image-size", "Images of every size get a list of faces or a typed failure.", rules: ["R-24"]
  ) { probe, _ in
    let sizes = [
      (1, 1), (1, 2), (2, 1), (1, 64), (64, 1), (3, 5), (8, 8), (15, 17), (33, 31), (65535, 1), (1, 65535),
      (641, 3),
      (160, 120),
    ]
    var time: UInt64 = 0
    for format in [CheckImage.Format.grey8, .rgb24] {
      for (width, height) in sizes {
        for isFlat in [false, true] {
          let picture = CheckPicture.shaded(width: width, height: height, format: format) { x, y in
            isFlat ? 128 : UInt8(truncatingIfNeeded: x &* 31 ^ y &* 57)
          }
          let words = "\(picture.words), \(isFlat ? "uniform" : "with a pattern")"
          probe.note("track: \(words)")
          let frame = try probe.track(picture, time: time)
          try expect(
            frame.answer, isOneOf: [IMP_OK, IMP_E_SAMPLE], "face-tracker.track", "for \(words)")
          time += period
        }
      }
    }
  }

  static let imageLayouts = check(
    "refuses-impossible-images", "An image whose description does not fit its bytes is refused, unread.",
    rules: ["R-22", "R-24"]
  ) { probe, _ in
    for wrong in WrongImage.all {
      probe.note("track: an image with \(wrong.words)")
      try probe.track(LentPicture(.person(1), change: wrong.change), time: 0).expectRefused(
        [IMP_E_ARGUMENT, IMP_E_SAMPLE], "face-tracker.track", "for an image with \(wrong.words)")
    }
  }
}
