// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// What an enrolment made. Nothing is stored yet: ``BiometricSystem/enroll(name:templates:with:in:anyway:)``
/// does, and compares the templates with each other and with those that the person has.
public struct FaceEnrollment: Sendable {
  /// One view of the face, and its template.
  public struct View: Sendable {
    public let pose: EnrollmentPose
    public let face: Face
    public let template: Template
  }

  /// In the order in which they were enrolled; at least one.
  public let views: [View]
  /// What was found of liveness: live, or unknown in the mode none.
  public let liveness: LivenessStatus

  public var templates: [Template] { views.map(\.template) }
}

/// The last thing that an enrolment says.
public enum FaceEnrollmentConclusion: Sendable {
  /// There are templates.
  case enrolled(FaceEnrollment)
  /// A verdict: liveness was asked for, and is not `live`. There are none.
  case notLive(LivenessStatus)
  /// Nothing is wrong, and nothing is enrolled: it may be tried again.
  case retry(FaceFlowRetry)
  /// It failed.
  case error(FaceFlowError)
}
