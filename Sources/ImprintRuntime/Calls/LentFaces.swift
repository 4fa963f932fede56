// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Faces as plugins read them: the structs, and their landmarks in one flat array.
struct LentFaces {
  private(set) var faces: [imp_face] = []
  private(set) var landmarks: [imp_point3] = []

  init(_ faces: [Face]) {
    for face in faces {
      let first = landmarks.count
      landmarks += face.landmarks.map { imp_point3(x: $0.x, y: $0.y, z: $0.z) }
      self.faces.append(imp_face(face, firstLandmark: first))
    }
  }

  /// Lends them as a list whose capacity is its length.
  mutating func lend<Answer>(_ body: (UnsafePointer<imp_face_list>) -> Answer) -> Answer {
    faces.withUnsafeMutableBufferPointer { faces in
      landmarks.withUnsafeMutableBufferPointer { landmarks in
        var list = imp_face_list(
          size: UInt32(MemoryLayout<imp_face_list>.size), face_capacity: UInt32(faces.count),
          face_count: UInt32(faces.count), landmark_capacity: UInt32(landmarks.count),
          landmark_count: UInt32(landmarks.count), reserved: 0, faces: faces.baseAddress,
          landmarks: landmarks.baseAddress)
        return body(&list)
      }
    }
  }
}

extension imp_face {
  /// The struct of a face whose landmarks begin at `firstLandmark`.
  init(_ face: Face, firstLandmark: Int) {
    self.init()
    size = UInt32(MemoryLayout<imp_face>.size)
    track_id = face.trackID
    box = imp_rect(x: face.box.x, y: face.box.y, width: face.box.width, height: face.box.height)
    left_eye = imp_point(x: face.leftEye.x, y: face.leftEye.y)
    right_eye = imp_point(x: face.rightEye.x, y: face.rightEye.y)
    detection = face.detection
    presence = face.presence
    yaw = face.pose.yaw
    pitch = face.pose.pitch
    roll = face.pose.roll
    left_eye_openness = face.leftEyeOpenness ?? -1
    right_eye_openness = face.rightEyeOpenness ?? -1
    // A face made by an application may have other landmarks than the mesh; a plugin must not mistake them
    // for it.
    landmark_model = UInt32(
      face.landmarks.count == Self.meshLandmarks ? IMP_LANDMARKS_MESH468 : IMP_LANDMARKS_NONE)
    landmark_first = UInt32(firstLandmark)
    landmark_count = UInt32(face.landmarks.count == Self.meshLandmarks ? Self.meshLandmarks : 0)
    withUnsafeMutableBytes(of: &quality) { bytes in
      let values = bytes.bindMemory(to: Float.self)
      values.update(repeating: -1)
      for (component, value) in face.quality.components { values[component.rawValue] = value }
    }
  }

  /// Vertices of the canonical face mesh.
  static var meshLandmarks: Int { 468 }
}
