// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension FaceTrackerChecks {
  static let options = ConformanceCheck(
    .tracker, "refuses-options", "Options out of their range are refused, and no tracker is made.",
    rules: ["R-22"],
    scope: scope
  ) { subject, _ in
    let plugin = try subject.open()
    let table = try plugin.table(IMP_FACE_TRACKER_ID, as: imp_face_tracker_ability.self)
    let wrongs: [(words: String, change: (inout imp_face_tracker_options) -> Void)] = [
      ("maximum_faces 0 (1...64)", { $0.maximum_faces = 0 }),
      ("maximum_faces 65 (1...64)", { $0.maximum_faces = 65 }),
      ("detection_threshold -0.5 (0...1)", { $0.detection_threshold = -0.5 }),
      ("detection_threshold 1.5 (0...1)", { $0.detection_threshold = 1.5 }),
      ("detection_threshold NaN (0...1)", { $0.detection_threshold = .nan }),
      ("threads 0 (from 1)", { $0.threads = 0 }),
    ]
    for wrong in wrongs {
      var options = imp_face_tracker_options(
        size: structSize(imp_face_tracker_options.self), maximum_faces: 2, detection_threshold: 0, threads: 1)
      wrong.change(&options)
      let canary = OpaquePointer(bitPattern: 0x5A5A)
      var made = canary
      let answer = CallAnswer(table.create(plugin.plugin, &options, &made), plugin.host)
      try expect(answer, isOneOf: [IMP_E_ARGUMENT], "face-tracker.create", "for \(wrong.words)")
      try expect(
        made == canary, "it refused \(wrong.words) and changed *tracker all the same (R-22).",
        place: "face-tracker.create")
    }
  }

  static let sizeFields = ConformanceCheck(
    .tracker, "refuses-wrong-sizes", "A struct whose size field is wrong is refused before it is looked at.",
    rules: ["R-20"], scope: scope
  ) { subject, _ in
    let plugin = try subject.open()
    let table = try plugin.table(IMP_FACE_TRACKER_ID, as: imp_face_tracker_ability.self)
    let picture = CheckPicture.ovals()
    for change in [-8, 8] {
      func wrong(_ size: inout UInt32) { size = UInt32(Int(size) + change) }
      func refused(_ answer: CallAnswer, _ call: String, _ name: String) throws {
        try expect(
          answer, isOneOf: [IMP_E_ABI], "face-tracker.\(call)",
          "for an \(name) whose size field is not its size (R-20)")
      }
      var options = imp_face_tracker_options(
        size: structSize(imp_face_tracker_options.self), maximum_faces: 2, detection_threshold: 0, threads: 1)
      wrong(&options.size)
      var made: OpaquePointer?
      let status = table.create(plugin.plugin, &options, &made)
      try refused(CallAnswer(status, plugin.host), "create", "imp_face_tracker_options")
      let probe = try TrackerProbe(plugin)
      let image = try probe.track(LentPicture(picture) { wrong(&$0.size) }, time: 0)
      try refused(image.answer, "track", "imp_image")
      let lent = try LentPicture(picture)
      try refused(
        try probe.track(lent, time: 0, changeList: { wrong(&$0.size) }).answer, "track", "imp_face_list")
      try refused(try probe.track(lent, time: 0, change: { wrong(&$0.size) }).answer, "track", "imp_face")
    }
  }

  static let shortList = check(
    "short-list-then-enough", "A list that is too short is left as it is, and says how much is needed.",
    rules: ["R-01", "R-22"]
  ) { probe, _ in
    let other = try TrackerProbe(probe.plugin)
    var time: UInt64 = 0
    for picture in scene {
      let whole = try other.faces(of: picture, time: time)
      for (faces, landmarks) in [(0, 0), (8, 0), (0, 8 * 468), (1, 100), (1, 468)] {
        let what = "for \(picture.words), with room for \(faces) faces and \(landmarks) landmarks,"
        probe.note("track: \(what)")
        let short = try probe.track(picture, time: time, faces: faces, landmarks: landmarks)
        if short.answer.status == IMP_OK {
          try expect(
            short.bytes == whole.bytes,
            "\(what) it answered success and other faces than with more room (R-01).",
            place: "face-tracker.track")
          // The frame counts now: the next room is tried on the next frame.
          break
        }
        try expect(short.answer, isOneOf: [IMP_RETRY_SHORT_BUFFER], "face-tracker.track", what)
        // One may ask for room for maximum_faces before looking.
        try expect(
          short.faceCount >= whole.faceCount && short.landmarkCount >= whole.landmarkCount
            && (short.faceCount > faces || short.landmarkCount > landmarks),
          "\(what) it says that it needs \(short.faceCount) and \(short.landmarkCount); the same frame with more room "
            + "gave \(whole.faceCount) and \(whole.landmarkCount) (R-01).", place: "face-tracker.track")
        try expect(
          short.faceRoom.allSatisfy { $0.track_id == 0xC7C7_C7C7 }
            && short.landmarkRoom.allSatisfy { $0.x == -7 },
          "\(what) it answered IMP_RETRY_SHORT_BUFFER and wrote into the list all the same (R-01).",
          place: "face-tracker.track")
        if (faces, landmarks) == (1, 468) {
          let again = try probe.faces(of: picture, time: time)
          try expect(
            again.bytes == whole.bytes,
            "after a list that was too short, the same frame gave other faces than for a tracker that had room at once "
              + "(R-01).", place: "face-tracker.track")
        }
      }
      time += period
    }
  }
}
