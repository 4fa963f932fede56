// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension FaceTrackerChecks {
  /// Room for exactly the present faces; more only where it asks for more.
  static func roomForExactly(_ plugin: ProbePlugin, _ note: (String) -> Void) throws {
    for picture in [CheckPicture.ovals(), .person(0)] {
      let probe = try TrackerProbe(plugin, maximumFaces: 2)
      var (faces, landmarks) = (0, 0)
      for _ in 0..<3 {
        note("face-tracker.track: a list for exactly \(faces) faces and \(landmarks) landmarks")
        let frame = try probe.track(picture, time: 0, faces: faces, landmarks: landmarks)
        guard frame.answer.status == IMP_RETRY_SHORT_BUFFER else { break }
        (faces, landmarks) = (frame.faceCount, frame.landmarkCount)
        try expect(
          faces <= 64 && landmarks <= 64 * 468,
          "it asks for a list for \(faces) faces and \(landmarks) landmarks; maximum_faces is 2 (R-01).",
          place: "face-tracker.track")
      }
    }
  }
}
