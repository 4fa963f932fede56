// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
public import ImprintModel

/// A photograph with the mesh of the face in it: what a puppet is made of (`.puppet`).
///
/// The puppet camera renders it at any pose, in any light, and lets people and attackers behave with it. The
/// photograph is of a person: keep the file as you would keep the photograph.
public struct PuppetFile: Sendable, Hashable, CustomStringConvertible {
  /// Head and shoulders, `rgb24` with contiguous rows.
  public let photograph: Image
  /// The 468 vertices of the canonical face mesh, in its pixels; z in the same scale.
  public let landmarks: [Point3]
  /// How the head is held there, as the tracker measured it.
  public let pose: HeadPose

  /// The largest width and height of a photograph.
  public static let largestSide = 4096
  /// Vertices of the mesh.
  public static let landmarkCount = 468

  init(photograph: Image, landmarks: [Point3], pose: HeadPose, place: String) throws(PuppetError) {
    guard landmarks.count == Self.landmarkCount else {
      throw PuppetError(
        .noFace, place: place, reason: "the face has \(landmarks.count) landmarks, and 468 are needed.",
        remedy: "Use a tracker that finds the face mesh.")
    }
    let sides = (Float(photograph.width), Float(photograph.height))
    guard landmarks.allSatisfy({ Self.isPlausible($0, sides) }), Self.isPlausible(pose) else {
      throw PuppetError(
        .noFace, place: place, reason: "its landmarks do not lie on a face of the photograph.",
        remedy: "Use a photograph of a face that looks into the camera.")
    }
    let apart = Self.eyeDistance(landmarks)
    guard apart >= Self.smallestEyeDistance else {
      throw PuppetError(
        .tooSmall, place: place,
        reason: "the outer corners of the eyes are \(Int(apart)) pixels apart, and "
          + "\(Int(Self.smallestEyeDistance)) are needed.",
        remedy: "Use a larger photograph of the face.")
    }
    self.photograph = photograph
    self.landmarks = landmarks
    self.pose = pose
  }

  /// Degrees up to which a head counts as looking into the camera.
  public static let straight: Float = 5

  /// Degrees by which the head is turned away from the camera, sideways or up and down: beyond ``straight``,
  /// the side that is turned away is hidden in the photograph, and no puppet shows it well.
  public var turn: Float { max(abs(pose.yaw), abs(pose.pitch)) }

  /// Pixels; what the renderer takes.
  static let smallestEyeDistance: Float = 12
  /// The outer corners of the right and the left eye.
  static let corners = (33, 263)

  static func eyeDistance(_ landmarks: [Point3]) -> Float {
    let (right, left) = (landmarks[corners.0], landmarks[corners.1])
    let (x, y, z) = (left.x - right.x, left.y - right.y, left.z - right.z)
    return (x * x + y * y + z * z).squareRoot()
  }

  // A comparison with what is not a number is false.
  private static func isPlausible(_ point: Point3, _ sides: (Float, Float)) -> Bool {
    point.x >= -sides.0 && point.x <= 2 * sides.0 && point.y >= -sides.1 && point.y <= 2 * sides.1
      && abs(point.z) <= 2 * max(sides.0, sides.1)
  }

  private static func isPlausible(_ pose: HeadPose) -> Bool {
    abs(pose.yaw) <= 75 && abs(pose.pitch) <= 75 && abs(pose.roll) <= 180
  }

  /// Redacted: no pixels and no landmarks.
  public var description: String {
    "PuppetFile(\(photograph.width)x\(photograph.height), <redacted>)"
  }
}

extension PuppetFile {
  /// Reads a file.
  /// - Throws: ``PuppetError`` `missing`, `denied`, `not-a-puppet`, `version`, `truncated`, `damaged`,
  ///   `no-face`, `too-small`.
  public static func read(_ path: String) throws(PuppetError) -> PuppetFile {
    let bytes = try PuppetError.at(path) { () throws(FileProblem) in
      try RegularFile(path).bytes(upTo: PuppetFormat.mostBytes)
    }
    return try PuppetFormat.decode(bytes, place: path)
  }

  /// What a file of it holds.
  public var bytes: [UInt8] { PuppetFormat.encode(self) }

  /// Replaces a file atomically; only its owner may read it.
  /// - Throws: ``PuppetError`` `missing` for the folder, `denied`, `no-space`.
  public func write(to path: String) throws(PuppetError) {
    try Folder<PuppetError>.write(bytes, to: path)
  }
}
