// SPDX-License-Identifier: Apache-2.0
public import CImprint

/// A place in an image, in pixels; the centre of the first pixel is (0.5, 0.5).
public typealias Point = imp_point
/// A place in space: x and y as in ``Point``; z in pixels too, smaller is nearer to the camera.
public typealias Point3 = imp_point3
/// An upright rectangle in pixels.
public typealias Rectangle = imp_rect

/// One face in one image. Left and right are the subject's own.
public struct Face: Sendable {
  /// From 1; the same in the next frame for the same face.
  public var trackID: UInt32
  /// May reach outside the image.
  public var box: Rectangle
  /// Centre.
  public var leftEye: Point
  /// Centre.
  public var rightEye: Point
  /// The detector's confidence, 0...1.
  public var detection: Float
  /// Confidence that the landmarks are on a face, 0...1.
  public var presence: Float
  /// Degrees; positive: turned to the subject's left, the nose to the image's right.
  public var yaw: Float
  /// Degrees; positive: looking up, the nose towards the image's top.
  public var pitch: Float
  /// Degrees; positive: tilted to the left shoulder, clockwise in the image.
  public var roll: Float
  /// Lid distance over eye width; `nil`: not measured. Open eyes lie near 0.27, closed ones below 0.15.
  public var leftEyeOpenness: Float?
  public var rightEyeOpenness: Float?
  /// The 468 vertices of the canonical face mesh (`IMP_LANDMARKS_MESH468`), or none.
  public var landmarks: [Point3]
  public var quality: FaceQuality

  /// Vertices of the canonical face mesh.
  public static let meshLandmarks = 468

  public init(
    trackID: UInt32, box: Rectangle, leftEye: Point, rightEye: Point, detection: Float, presence: Float,
    yaw: Float, pitch: Float, roll: Float, leftEyeOpenness: Float? = nil, rightEyeOpenness: Float? = nil,
    landmarks: [Point3] = [], quality: FaceQuality = FaceQuality()
  ) {
    self.trackID = trackID
    self.box = box
    self.leftEye = leftEye
    self.rightEye = rightEye
    self.detection = detection
    self.presence = presence
    self.yaw = yaw
    self.pitch = pitch
    self.roll = roll
    self.leftEyeOpenness = leftEyeOpenness
    self.rightEyeOpenness = rightEyeOpenness
    self.landmarks = landmarks
    self.quality = quality
  }
}

/// Components of sample quality, each 0...100 (higher is better) or `nil` where it was not measured.
public struct FaceQuality: Sendable, Hashable {
  /// Named after those of ISO/IEC 29794-5, `margin` is ours; raw values are those of the contract.
  public enum Component: Int, Sendable, Hashable, CaseIterable {
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
  }

  private var values: [Component: Float] = [:]

  /// Nothing measured.
  public init() {}

  public subscript(component: Component) -> Float? {
    get { values[component] }
    set { values[component] = newValue }
  }
}
