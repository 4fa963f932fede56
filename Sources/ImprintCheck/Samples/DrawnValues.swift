// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CheckImage {
  /// In the form that applications have.
  var value: Image {
    get throws {
      var whole = pixels
      whole += [UInt8](repeating: 0, count: height * rowBytes - pixels.count)
      let image = Image(
        width: width, height: height, format: format == .grey8 ? .grey8 : .rgb24, bytesPerRow: rowBytes,
        resolution: resolution == 0 ? nil : resolution, pixels: whole)
      guard let image else { throw CheckSkip("a picture of \(width) x \(height) cannot be made.") }
      return image
    }
  }
}

extension DrawnFace {
  /// In the form that applications have.
  var value: Face {
    let face = face
    return Face(
      trackID: face.track_id,
      box: Rectangle(x: face.box.x, y: face.box.y, width: face.box.width, height: face.box.height),
      leftEye: Point(x: face.left_eye.x, y: face.left_eye.y),
      rightEye: Point(x: face.right_eye.x, y: face.right_eye.y), detection: face.detection,
      presence: face.presence, pose: HeadPose(yaw: face.yaw, pitch: face.pitch, roll: face.roll),
      leftEyeOpenness: face.left_eye_openness, rightEyeOpenness: face.right_eye_openness,
      quality: FaceQuality(components: [.unified: 80]),
      landmarks: landmarks.map { Point3(x: $0.x, y: $0.y, z: $0.z) })
  }
}
