// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

extension MemoryChecks {
  /// The calls that take an image, each with an object of the same lifetime.
  private static func takers(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> [ImageTaker] {
    try subject.trials(\.images).flatMap { try $0(plugin) }
  }

  /// Passes each image in a plain layout, then in others, and compares the answers.
  private static func compareLayouts(
    _ subject: CheckSubject, _ plugin: ProbePlugin, _ rule: String,
    _ layouts: (CheckPicture) throws -> [(words: String, lent: LentPicture, picture: CheckPicture)]
  ) throws {
    for taker in try takers(plugin, subject) {
      for picture in taker.pictures {
        let plain = try taker.take(LentPicture(picture), picture)
        for layout in try layouts(picture) {
          let what = "for \(layout.picture.words), \(layout.words)"
          subject.note("\(taker.call): \(what)")
          let other = try taker.take(layout.lent, layout.picture)
          try expect(
            other.answer.status == plain.answer.status,
            "\(what) it returned \(other.answer.words); the same pixels in contiguous rows got "
              + "\(plain.answer.words) "
              + "(\(rule)).", place: taker.call)
          if let place = Difference.words(plain.bytes, other.bytes) {
            throw CheckFailure(
              "\(what) it returned a different result than for the same pixels in contiguous rows: "
                + "\(place) (\(rule)).",
              place: taker.call)
          }
        }
      }
    }
  }

  static let inputsReadOnly = check(
    "inputs-are-only-read", "Images, faces and landmarks are read, never written.", rules: ["R-02"]
  ) { subject, plugin, _ in
    for taker in try takers(plugin, subject) {
      for picture in taker.pictures {
        subject.note("\(taker.call): for \(picture.words) in read-only memory")
        // Writing raises a signal: the memory is read-only. The answer is for other checks.
        _ = try taker.take(LentPicture(picture), picture)
      }
    }
  }

  static let lastRow = check(
    "last-row-ends-with-its-pixels", "Nothing is read beyond the last pixel, nor before the first.",
    rules: ["R-24"]
  ) { subject, plugin, _ in
    try compareLayouts(subject, plugin, "R-24") { picture in
      try [0, 1, 13, 64, 4000].flatMap { padding in
        let padded = picture.padded(by: padding)
        return [
          ("whose last pixel is followed by a guard page", try LentPicture(padded), padded),
          ("whose first pixel is preceded by a guard page", try LentPicture(padded, offset: 0), padded),
        ]
      }
    }
  }

  static let rowStrides = check(
    "rows-of-any-length", "Rows may have any number of padding bytes.", rules: ["R-24"]
  ) { subject, plugin, _ in
    try compareLayouts(subject, plugin, "R-24") { picture in
      try [1, 2, 3, 7, 64, 129].map { padding in
        let padded = picture.padded(by: padding)
        return ("with \(padding) padding bytes per row", try LentPicture(padded), padded)
      }
    }
  }

  static let unalignedPixels = check(
    "pixels-at-any-address", "Pixels may start at any address.", rules: ["R-24"]
  ) { subject, plugin, _ in
    try compareLayouts(subject, plugin, "R-24") { picture in
      try ([1, 2, 3, 4, 8, 15, 33] as [Int]).map { offset in
        ("\(offset) bytes after a multiple of 64", try LentPicture(picture, offset: offset), picture)
      }
    }
  }

  static let nothingKept = check(
    "nothing-is-kept", "No memory lent for a call is accessed after the call has returned.",
    rules: ["R-02"]
  ) { subject, plugin, _ in
    // Retained, so that the addresses are not reused; and protected, so that an access raises a signal.
    var held: [LentPicture] = []
    for taker in try takers(plugin, subject) {
      for picture in taker.pictures + taker.pictures {
        subject.note("\(taker.call): the memory lent to earlier calls is inaccessible")
        let lent = try LentPicture(picture)
        _ = try taker.take(lent, picture)
        lent.forbid()
        held.append(lent)
      }
    }
    withExtendedLifetime(held) {}
  }
}
