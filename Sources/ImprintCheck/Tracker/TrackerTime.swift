// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension FaceTrackerChecks {
  static let sameFrames = check(
    "same-frames-same-faces", "The same frames with the same timestamps give the same faces.", rules: ["R-14"]
  ) { probe, _ in
    let first = try play(probe)
    func same(_ other: [[UInt8]], _ when: String) throws {
      for (index, pair) in zip(first, other).enumerated() where pair.0 != pair.1 {
        throw CheckFailure(
          "\(when) frame \(index) of the same scene gave different faces: "
            + "\(Difference.words(pair.0, pair.1) ?? "") (R-14).", place: "face-tracker.track")
      }
    }
    try same(try play(TrackerProbe(probe.plugin)), "with a new tracker")
    probe.reset()
    try same(try play(probe), "after reset")
  }

  private static func play(_ probe: TrackerProbe) throws -> [[UInt8]] {
    try scene.enumerated().map { index, picture in
      try probe.faces(of: picture, time: UInt64(index) * period).bytes
    }
  }

  static let earlierFrame = check(
    "refuses-an-earlier-frame",
    "A frame with a timestamp before the last one is refused; one with the same timestamp is not.",
    rules: ["R-22", "R-25"]
  ) { probe, _ in
    let picture = CheckPicture.ovals()
    _ = try probe.faces(of: picture, time: 2 * period)
    _ = try probe.faces(of: picture, time: 2 * period)
    try probe.track(picture, time: 2 * period - 1).expectRefused(
      [IMP_E_ARGUMENT], "face-tracker.track", "for a frame 1 ns before the last one (R-25)")
    _ = try probe.faces(of: picture, time: 2 * period)
  }

  static let reset = check(
    "reset-starts-anew", "After reset the next frame may have any timestamp.", rules: ["R-25"]
  ) {
    probe, _ in
    _ = try probe.faces(of: .ovals(), time: 100 * period)
    probe.reset()
    let frame = try probe.track(.ovals(), time: 0)
    try expectSuccess(frame.answer, "face-tracker.track", "for a frame of time 0 after reset")
    probe.reset()
    probe.reset()
    try expectSuccess(
      try probe.track(.ovals(), time: 0).answer, "face-tracker.track",
      "for a frame of time 0 after two resets")
  }

  static let failedFrame = check(
    "failed-frame-does-not-count", "A failed call leaves the tracker's state unchanged.", rules: ["R-22"]
  ) { probe, _ in
    let other = try TrackerProbe(probe.plugin)
    _ = try probe.faces(of: .ovals(), time: period)
    _ = try other.faces(of: .ovals(), time: period)
    let wrong = try probe.track(LentPicture(.person(0)) { $0.pixels.length -= 1 }, time: 100 * period)
    try expectTypedFailure(
      wrong.answer, or: [IMP_E_SAMPLE], "face-tracker.track", "for an image that is a byte short")
    let next = try probe.track(.ovals(shift: 2), time: 2 * period)
    try expectSuccess(
      next.answer, "face-tracker.track", "for a frame after a refused one with a later timestamp,")
    try expect(
      try next.bytes == other.faces(of: .ovals(shift: 2), time: 2 * period).bytes,
      "the frame after a refused one gave different faces than for a tracker that was never given the "
        + "refused one (R-22).",
      place: "face-tracker.track")
  }
}
