// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension FaceTrackerChecks {
  static let options = refusesWrongOptions(
    "tracker", "face-tracker.create",
    {
      [
        WrongOptions("maximum_faces 0 (1...64)") { $0.maximum_faces = 0 },
        WrongOptions("maximum_faces 65 (1...64)") { $0.maximum_faces = 65 },
        WrongOptions("detection_threshold -0.5 (0...1)") { $0.detection_threshold = -0.5 },
        WrongOptions("detection_threshold 1.5 (0...1)") { $0.detection_threshold = 1.5 },
        WrongOptions("detection_threshold NaN (0...1)") { $0.detection_threshold = .nan },
        WrongOptions("threads 0 (from 1)") { $0.threads = 0 },
      ]
    }, { try TrackerProbe.create($0, change: $1) })

  static let sizeFields = refusesWrongSizes { _, plugin, change in
    let creation = try TrackerProbe.create(plugin, change: imp_face_tracker_options.wrong(by: change)).ended()
    let (probe, picture) = (try TrackerProbe(plugin), CheckPicture.ovals())
    let lent = try LentPicture(picture)
    let image = try probe.track(LentPicture(picture, sizedWrong: change), time: 0)
    let list = try probe.track(lent, time: 0, changeList: imp_face_list.wrong(by: change))
    let face = try probe.track(lent, time: 0, change: imp_face.wrong(by: change))
    return [
      WrongSize("face-tracker.create", "imp_face_tracker_options", creation.answer),
      WrongSize("face-tracker.track", "imp_image", image.answer),
      WrongSize("face-tracker.track", "imp_face_list", list.answer),
      WrongSize("face-tracker.track", "imp_face", face.answer),
    ]
  }

  static let shortList = check(
    "short-list-then-enough",
    "A list that is too short is left unchanged, and the required size is returned.",
    rules: ["R-01", "R-22"]
  ) { probe, _ in
    let other = try TrackerProbe(probe.plugin)
    var time: UInt64 = 0
    for picture in scene {
      let whole = try other.faces(of: picture, time: time)
      for (faces, landmarks) in [(0, 0), (8, 0), (0, 8 * 468), (1, 100), (1, 468)] {
        let what = "for \(picture.words), with a list for \(faces) faces and \(landmarks) landmarks,"
        probe.note("track: \(what)")
        let short = try probe.track(picture, time: time, faces: faces, landmarks: landmarks)
        if short.answer.status == IMP_OK {
          try expect(
            short.bytes == whole.bytes,
            "\(what) it returned success but different faces than with a larger list (R-01).",
            place: "face-tracker.track")
          // This frame was consumed: the next size is tried on the next frame.
          break
        }
        try expect(short.answer, isOneOf: [IMP_RETRY_SHORT_BUFFER], "face-tracker.track", what)
        // One may ask for room for maximum_faces before looking.
        try expect(
          short.faceCount >= whole.faceCount && short.landmarkCount >= whole.landmarkCount
            && (short.faceCount > faces || short.landmarkCount > landmarks),
          "\(what) it asks for \(short.faceCount) and \(short.landmarkCount); the same frame with a larger "
            + "list "
            + "gave \(whole.faceCount) and \(whole.landmarkCount) (R-01).", place: "face-tracker.track")
        try expect(
          short.faceRoom.allSatisfy { $0.track_id == 0xC7C7_C7C7 }
            && short.landmarkRoom.allSatisfy { $0.x == -7 },
          "\(what) it returned IMP_RETRY_SHORT_BUFFER but wrote into the list (R-01).",
          place: "face-tracker.track")
        if (faces, landmarks) == (1, 468) {
          let again = try probe.faces(of: picture, time: time)
          try expect(
            again.bytes == whole.bytes,
            "after a list that was too short, the same frame gave different faces than for a tracker with "
              + "a sufficient list "
              + "(R-01).", place: "face-tracker.track")
        }
      }
      time += period
    }
  }
}
