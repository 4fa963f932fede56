// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// A frame of an enrolment: to draw, and, where it is offered, to decide about.
public struct EnrollmentFrame: Sendable {
  /// From 1, in the order in which they came.
  public let number: Int
  /// Upright.
  public let image: Image
  /// Nanoseconds on the camera's clock.
  public let timestamp: UInt64
  /// The followed face; `nil` where there is none.
  public let face: Face?
  /// How many faces there are.
  public let faces: Int
  /// The view that is asked for, and whether the head is in it.
  public let askedPose: EnrollmentPose
  public let isInPose: Bool
  /// Whether it waits for an answer: ``Enroller/addFaceFrameForEnrollment(_:)`` or ``Enroller/skip(_:)``.
  /// `false` without a face, while another one is being extracted, and where the enroller chooses.
  public let isOffered: Bool
  /// What became of the frame that was added last.
  public let lastExtraction: ExtractionStatus
  /// How many frames are enrolled so far.
  public let enrolled: Int

  /// In pixels; empty where there is no face.
  public var box: Rectangle { face?.box ?? .zero }
  /// `nil` where there is no face.
  public var pose: HeadPose? { face?.pose }
  /// Unified quality, 0...100; `nil` where there is no face, or none was measured.
  public var quality: Float? { face?.quality.components[.unified] }
}

/// What became of a frame that was added (F57).
public enum ExtractionStatus: Sendable, Hashable {
  /// None was added yet.
  case none
  /// A template is being made of it. Nothing can be added meanwhile; the person should not move.
  case extracting
  /// It is enrolled.
  case success
  /// It is not, for this reason: ``FaceFlowErrorCode/extraction``.
  case failed(FaceFlowError)
}
