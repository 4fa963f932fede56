// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension FaceTrackerChecks {
  static let facesInBounds = check(
    "faces-in-bounds", "Every value of a face is finite and in range, and its landmarks are in the list."
  ) { probe, _ in
    var found = 0
    for (index, picture) in scene.enumerated() {
      let frame = try probe.faces(of: picture, time: UInt64(index) * period)
      probe.note("track: \(frame.faceCount) faces in \(picture.words)")
      found += frame.faceCount
      for (number, face) in frame.faces.enumerated() {
        if let wrong = problem(of: face, landmarks: frame.landmarks) {
          throw CheckFailure(
            "face \(number) of \(frame.faceCount) in \(picture.words): \(wrong).", place: "face-tracker.track"
          )
        }
      }
    }
    if found == 0 { throw CheckSkip("it found no face in the drawn pictures, so there was none to examine.") }
  }

  private static func problem(of face: imp_face, landmarks: [imp_point3]) -> String? {
    if face.size != structSize(imp_face.self) { return "its size field was changed to \(face.size) (R-20)" }
    if face.track_id == 0 { return "track_id is 0; ids start at 1" }
    let places: [(String, Float)] = [
      ("box.x", face.box.x), ("box.y", face.box.y), ("box.width", face.box.width),
      ("box.height", face.box.height),
      ("left_eye.x", face.left_eye.x), ("left_eye.y", face.left_eye.y), ("right_eye.x", face.right_eye.x),
      ("right_eye.y", face.right_eye.y), ("yaw", face.yaw), ("pitch", face.pitch), ("roll", face.roll),
      ("left_eye_openness", face.left_eye_openness), ("right_eye_openness", face.right_eye_openness),
    ]
    for (name, value) in places where !value.isFinite {
      return "\(name) is \(value); a finite number is expected"
    }
    if face.box.width <= 0 || face.box.height <= 0 {
      return "its box is \(face.box.width) x \(face.box.height) pixels; both must be positive"
    }
    for (name, value) in [("detection", face.detection), ("presence", face.presence)] where !(0...1 ~= value)
    {
      return "\(name) is \(value); 0...1 is expected"
    }
    for (name, value) in [("yaw", face.yaw), ("pitch", face.pitch), ("roll", face.roll)]
    where abs(value) > 180 {
      return "\(name) is \(value) degrees; -180...180 is expected"
    }
    let qualities = withUnsafeBytes(of: face.quality) { Array($0.bindMemory(to: Float.self)) }
    for (component, value) in qualities.enumerated() {
      if !value.isFinite || value > 100 {
        return
          "quality[\(component)] is \(value); 0...100, or negative if it was not measured, is expected"
      }
      if component > Int(IMP_QUALITY_SINGLE_FACE), value >= 0 {
        return "quality[\(component)] is \(value); this component is undefined, and must be negative"
      }
    }
    return landmarkProblem(of: face, landmarks: landmarks)
  }

  private static func landmarkProblem(of face: imp_face, landmarks: [imp_point3]) -> String? {
    let (first, count) = (Int(face.landmark_first), Int(face.landmark_count))
    switch Int32(face.landmark_model) {
    case IMP_LANDMARKS_NONE:
      return count == 0 ? nil : "it has \(count) landmarks of model IMP_LANDMARKS_NONE"
    case IMP_LANDMARKS_MESH468:
      if count != 468 { return "it has \(count) landmarks, but its mesh has 468" }
    default: return "landmark_model is \(face.landmark_model), which the contract does not define"
    }
    guard first + count <= landmarks.count else {
      return "its landmarks are \(first)..<\(first + count), but the list has \(landmarks.count)"
    }
    guard landmarks[first..<first + count].allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.z.isFinite })
    else {
      return "one of its landmarks is not finite"
    }
    return nil
  }

  static let largestFirst = check("largest-first", "The faces of a frame are listed largest first.") {
    probe, _ in
    for (index, picture) in scene.enumerated() {
      let faces = try probe.faces(of: picture, time: UInt64(index) * period).faces
      let areas = faces.map { $0.box.width * $0.box.height }
      for number in faces.indices.dropFirst() where areas[number] > areas[number - 1] {
        throw CheckFailure(
          "face \(number) in \(picture.words) is larger (\(areas[number]) square pixels) than the one "
            + "before it "
            + "(\(areas[number - 1])).", place: "face-tracker.track")
      }
      let ids = faces.map(\.track_id)
      try expect(
        Set(ids).count == ids.count, "two faces of one frame have the same track_id: \(ids).",
        place: "face-tracker.track")
    }
  }

  static let atMostAsAsked = ConformanceCheck(
    group, "at-most-as-many-as-asked", "No frame gets more faces than maximum_faces.",
    deadline: .seconds(40), scope: scope
  ) { subject, _ in
    let probe = try TrackerProbe(subject.open(), maximumFaces: 1)
    for (index, picture) in scene.enumerated() {
      let frame = try probe.faces(of: picture, time: UInt64(index) * period)
      try expect(
        frame.faceCount <= 1, "it returned \(frame.faceCount) faces, but maximum_faces is 1.",
        place: "face-tracker.track")
    }
  }
}
