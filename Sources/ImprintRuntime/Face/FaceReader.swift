// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Validates the list that a tracker filled and converts it to faces.
struct FaceReader {
  /// As many as the tracker reports, like the landmarks, checked against the capacity.
  let faces: UnsafeBufferPointer<imp_face>
  let landmarks: UnsafeBufferPointer<imp_point3>

  /// - Throws: ``ContractBreach``, which names the face and the field.
  func read() throws(ContractBreach) -> [Face] {
    var read: [Face] = []
    var tracks: Set<UInt32> = []
    for (index, raw) in faces.enumerated() {
      let face = try face(raw, name: "face \(index)")
      guard tracks.insert(face.trackID).inserted else {
        throw ContractBreach("two faces have the track id \(face.trackID).")
      }
      read.append(face)
    }
    return read
  }

  private func face(_ raw: imp_face, name: String) throws(ContractBreach) -> Face {
    try checkSize(of: raw, name)
    guard raw.track_id >= 1 else { throw ContractBreach("\(name).track_id is 0; track ids count from 1.") }
    let places = [
      raw.box.x, raw.box.y, raw.box.width, raw.box.height, raw.left_eye.x, raw.left_eye.y, raw.right_eye.x,
      raw.right_eye.y, raw.yaw, raw.pitch, raw.roll, raw.left_eye_openness, raw.right_eye_openness,
    ]
    guard places.allSatisfy(\.isFinite) else {
      throw ContractBreach("\(name) has a number that is not finite.")
    }
    guard raw.box.width >= 0, raw.box.height >= 0 else {
      throw ContractBreach("\(name).box has a negative side.")
    }
    guard (0...1).contains(raw.detection), (0...1).contains(raw.presence) else {
      throw ContractBreach("\(name).detection or presence is not in 0...1.")
    }
    return Face(
      trackID: raw.track_id,
      box: Rectangle(x: raw.box.x, y: raw.box.y, width: raw.box.width, height: raw.box.height),
      leftEye: Point(x: raw.left_eye.x, y: raw.left_eye.y),
      rightEye: Point(x: raw.right_eye.x, y: raw.right_eye.y), detection: raw.detection,
      presence: raw.presence, pose: HeadPose(yaw: raw.yaw, pitch: raw.pitch, roll: raw.roll),
      leftEyeOpenness: raw.left_eye_openness < 0 ? nil : raw.left_eye_openness,
      rightEyeOpenness: raw.right_eye_openness < 0 ? nil : raw.right_eye_openness,
      quality: try quality(raw, name: name), landmarks: try landmarks(raw, name: name))
  }

  private func quality(_ raw: imp_face, name: String) throws(ContractBreach) -> FaceQuality {
    var components: [QualityComponent: Float] = [:]
    for component in QualityComponent.allCases {
      let value = withUnsafeBytes(of: raw.quality) {
        $0.load(fromByteOffset: component.rawValue * MemoryLayout<Float>.size, as: Float.self)
      }
      guard value <= 100 else {
        throw ContractBreach("\(name).quality[\(component.rawValue)] is \(value); 100 is the highest.")
      }
      if value >= 0 { components[component] = value }
    }
    return FaceQuality(components: components)
  }

  private func landmarks(_ raw: imp_face, name: String) throws(ContractBreach) -> [Point3] {
    let first = Int(raw.landmark_first)
    let count = Int(raw.landmark_count)
    switch Int32(clamping: raw.landmark_model) {
    case IMP_LANDMARKS_NONE where count == 0: return []
    case IMP_LANDMARKS_MESH468 where count == imp_face.meshLandmarks: break
    default:
      throw ContractBreach(
        "\(name) has \(count) landmarks, which is invalid for model \(raw.landmark_model).")
    }
    guard first <= landmarks.count - count else {
      throw ContractBreach(
        "\(name) has landmarks from index \(first) on, but the list has \(landmarks.count).")
    }
    var points: [Point3] = []
    points.reserveCapacity(count)
    for point in landmarks[first..<first + count] {
      guard point.x.isFinite, point.y.isFinite, point.z.isFinite else {
        throw ContractBreach("\(name) has a landmark that is not finite.")
      }
      points.append(Point3(x: point.x, y: point.y, z: point.z))
    }
    return points
  }
}
