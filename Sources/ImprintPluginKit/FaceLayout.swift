// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What the contract writes where a value was not measured.
private let notMeasured: Float = -1

extension Face {
  /// Reads and checks a host's face.
  /// - Throws: `.abi` for a wrong size field, `.argument` for landmarks that are not there or values that
  ///   are not finite.
  init(_ raw: imp_face, landmarks all: UnsafeBufferPointer<imp_point3>) throws(PluginFailure) {
    guard raw.size == structSize(imp_face.self) else {
      throw PluginFailure(.abi, "The face has a wrong size field.")
    }
    let first = Int(raw.landmark_first)
    let count = Int(raw.landmark_count)
    let expected = raw.landmark_model == UInt32(IMP_LANDMARKS_MESH468) ? Face.meshLandmarks : 0
    guard raw.landmark_model <= UInt32(IMP_LANDMARKS_MESH468), count == expected, first + count <= all.count
    else {
      throw PluginFailure(
        .argument,
        "Landmarks \(first)..<\(first + count) of model \(raw.landmark_model) are not among the \(all.count)."
      )
    }
    self.init(
      trackID: raw.track_id, box: raw.box, leftEye: raw.left_eye, rightEye: raw.right_eye,
      detection: raw.detection, presence: raw.presence, yaw: raw.yaw, pitch: raw.pitch, roll: raw.roll,
      leftEyeOpenness: raw.left_eye_openness < 0 ? nil : raw.left_eye_openness,
      rightEyeOpenness: raw.right_eye_openness < 0 ? nil : raw.right_eye_openness,
      landmarks: count == 0 ? [] : Array(all[first..<first + count]), quality: FaceQuality(raw))
    guard allNumbersAreFinite else {
      throw PluginFailure(.argument, "The face has a value that is not finite.")
    }
  }

  private var allNumbersAreFinite: Bool {
    let numbers = [
      box.x, box.y, box.width, box.height, leftEye.x, leftEye.y, rightEye.x, rightEye.y, detection, presence,
      yaw, pitch, roll, leftEyeOpenness ?? 0, rightEyeOpenness ?? 0,
    ]
    return numbers.allSatisfy(\.isFinite)
      && landmarks.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
      && FaceQuality.Component.allCases.allSatisfy { (quality[$0] ?? 0).isFinite }
  }

  /// The face as the contract passes it, its landmarks beginning at `first`.
  func raw(landmarksFrom first: Int) -> imp_face {
    var raw = imp_face()
    raw.size = structSize(imp_face.self)
    raw.track_id = trackID
    raw.box = box
    raw.left_eye = leftEye
    raw.right_eye = rightEye
    raw.detection = detection
    raw.presence = presence
    raw.yaw = yaw
    raw.pitch = pitch
    raw.roll = roll
    raw.left_eye_openness = leftEyeOpenness ?? notMeasured
    raw.right_eye_openness = rightEyeOpenness ?? notMeasured
    raw.landmark_model = UInt32(landmarks.isEmpty ? IMP_LANDMARKS_NONE : IMP_LANDMARKS_MESH468)
    raw.landmark_first = UInt32(landmarks.isEmpty ? 0 : first)
    raw.landmark_count = UInt32(landmarks.count)
    quality.write(to: &raw)
    return raw
  }
}

extension FaceQuality {
  fileprivate init(_ raw: imp_face) {
    self.init()
    withUnsafeBytes(of: raw.quality) { bytes in
      let values = bytes.assumingMemoryBound(to: Float.self)
      // Negative means not measured; NaN is kept, for the face's check to refuse.
      for component in Component.allCases where !(values[component.rawValue] < 0) {
        self[component] = values[component.rawValue]
      }
    }
  }

  fileprivate func write(to raw: inout imp_face) {
    withUnsafeMutableBytes(of: &raw.quality) { bytes in
      let values = bytes.assumingMemoryBound(to: Float.self)
      for index in 0..<Int(IMP_QUALITY_COMPONENT_COUNT) {
        values[index] = Component(rawValue: index).flatMap { self[$0] } ?? notMeasured
      }
    }
  }
}

/// Reads and checks a host's list of faces.
/// - Throws: `.abi` for a wrong size field, `.argument` for arrays that are not there.
func readFaces(_ list: imp_face_list) throws(PluginFailure) -> [Face] {
  let landmarks = try lentArray(list.landmarks, list.landmark_count, "landmarks")
  var faces: [Face] = []
  for face in try lentArray(list.faces, list.face_count, "faces") {
    faces.append(try Face(face, landmarks: landmarks))
  }
  return faces
}
