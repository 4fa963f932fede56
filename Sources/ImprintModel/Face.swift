// SPDX-License-Identifier: Apache-2.0

/// Head pose in degrees, as the subject would say it (F49).
///
/// Roll, then pitch, then yaw rotate an upright head into its pose. Signs and order are ours; those of
/// ISO/IEC 19794-5 differ.
public struct HeadPose: Sendable, Hashable, Codable {
  /// Positive: turned to the subject's left, the nose to the image's right.
  public var yaw: Float
  /// Positive: looking up, the nose towards the image's top.
  public var pitch: Float
  /// Positive: tilted to the subject's left shoulder, clockwise in the image.
  public var roll: Float

  public init(yaw: Float, pitch: Float, roll: Float) {
    self.yaw = yaw
    self.pitch = pitch
    self.roll = roll
  }
}

/// One component of a face image's quality, named after those of ISO/IEC 29794-5; `margin` is ours. How each
/// is measured is up to the tracker. Raw values are those of the plugin contract.
public enum QualityComponent: Int, Sendable, Hashable, Codable, CaseIterable {
  case unified = 0
  case sharpness = 1
  case illuminationUniformity = 2
  case underExposurePrevention = 3
  case overExposurePrevention = 4
  case dynamicRange = 5
  case interEyeDistance = 6
  case headYaw = 7
  case headPitch = 8
  case headRoll = 9
  case eyesOpen = 10
  case margin = 11
  case singleFace = 12

  /// The word used in reports.
  public var name: String { String(describing: self) }
}

/// Quality of a face image: components of 0...100, higher is better. One that was not measured is absent.
public struct FaceQuality: Sendable, Hashable {
  /// The components that were measured.
  public var components: [QualityComponent: Float]

  public init(components: [QualityComponent: Float]) {
    self.components = components
  }

  /// The unified quality score, 0...100; 0 if not measured.
  public var unified: Float { components[.unified] ?? 0 }

  /// Three levels of the unified value (F52): below 30 is low, from 60 on high.
  public var level: QualityLevel {
    switch unified {
    case ..<30: .low
    case ..<60: .medium
    default: .high
    }
  }

  /// The measured component with the lowest value, the unified one aside: what to improve first.
  public var weakest: QualityComponent? {
    components.filter { $0.key != .unified }
      .min { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }?.key
  }
}

/// Quality as a level.
public enum QualityLevel: String, Sendable, Hashable, Codable {
  case low
  case medium
  case high
}

/// One face that a tracker found in one image. Left and right are the subject's own.
public struct Face: Sendable, Hashable, CustomStringConvertible {
  /// From 1; stays the same for one face from frame to frame.
  public var trackID: UInt32
  /// The face, in pixels; may extend beyond the image (F47).
  public var box: Rectangle
  public var leftEye: Point
  public var rightEye: Point
  /// The detector's confidence, 0...1.
  public var detection: Float
  /// The confidence that the landmarks lie on a face, 0...1.
  public var presence: Float
  public var pose: HeadPose
  /// Ratio of lid distance to eye width; `nil` if not measured. About 0.27 for open eyes.
  public var leftEyeOpenness: Float?
  public var rightEyeOpenness: Float?
  public var quality: FaceQuality
  /// The 468 vertices of the canonical face mesh, or none.
  public var landmarks: [Point3]

  public init(
    trackID: UInt32, box: Rectangle, leftEye: Point, rightEye: Point, detection: Float, presence: Float,
    pose: HeadPose, leftEyeOpenness: Float?, rightEyeOpenness: Float?, quality: FaceQuality,
    landmarks: [Point3]
  ) {
    self.trackID = trackID
    self.box = box
    self.leftEye = leftEye
    self.rightEye = rightEye
    self.detection = detection
    self.presence = presence
    self.pose = pose
    self.leftEyeOpenness = leftEyeOpenness
    self.rightEyeOpenness = rightEyeOpenness
    self.quality = quality
    self.landmarks = landmarks
  }

  public var description: String {
    "Face(track \(trackID), \(landmarks.count) landmarks, quality \(Int(quality.unified)))"
  }
}

/// The presentation attack detection (PAD) result of a capture (F82, ISO/IEC 30107-3). Raw values are those
/// of the plugin contract.
public enum LivenessStatus: UInt32, Sendable, Hashable, Codable {
  /// PAD was not performed.
  case unknown = 1
  /// Bona fide.
  case live = 2
  /// A presentation attack.
  case fake = 3
  /// PAD was performed without a decision. Not to be taken for live.
  case noDecision = 4
}

/// Whether one track continued from the start to an image. Raw values are those of the plugin contract.
public enum TrackingStatus: UInt32, Sendable, Hashable, Codable {
  /// The track was interrupted since the start.
  case lost = 1
  /// One track from the start to the image.
  case steady = 2
}

/// An image that a capture selected, with its metadata.
public struct FaceImage: Sendable, CustomStringConvertible {
  public let image: Image
  public let face: Face
  /// The frame's time, in nanoseconds on the camera's clock.
  public let timestamp: UInt64
  /// Unified quality, 0...100.
  public let quality: Float
  public let tracking: TrackingStatus
  public let liveness: LivenessStatus

  public init(
    image: Image, face: Face, timestamp: UInt64, quality: Float, tracking: TrackingStatus,
    liveness: LivenessStatus
  ) {
    self.image = image
    self.face = face
    self.timestamp = timestamp
    self.quality = quality
    self.tracking = tracking
    self.liveness = liveness
  }

  public var description: String {
    "FaceImage(quality \(Int(quality)), tracking \(tracking), liveness \(liveness), <redacted>)"
  }
}
