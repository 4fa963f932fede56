// SPDX-License-Identifier: Apache-2.0

/// The call-back form of an enrolment (F193).
///
/// ``enrollerSaid(_:)`` is called one event at a time, in order, from a task of its own; never after
/// ``EnrollerEvent/finished(_:)``, until another enrolment is started. ``shouldAddFaceEvent(_:index:)`` is
/// called from another one. Both may call the enroller.
public protocol EnrollerDelegate: Sendable {
  /// Whether an offered frame enters the template (F56). Called for each one where
  /// ``EnrollerSettings/selection`` is the application's. An answer that comes after
  /// ``EnrollerSettings/decisionTimeout`` is too late, and the task is cancelled then.
  /// - Parameter index: how many are enrolled already.
  /// - Returns: `nil` where the answer comes by ``Enroller/addFaceFrameForEnrollment(_:)`` or
  ///   ``Enroller/skip(_:)``, which is the default.
  func shouldAddFaceEvent(_ frame: EnrollmentFrame, index: Int) async -> Bool?

  func enrollerSaid(_ event: EnrollerEvent) async
}

extension EnrollerDelegate {
  public func shouldAddFaceEvent(_ frame: EnrollmentFrame, index: Int) async -> Bool? { nil }
  public func enrollerSaid(_ event: EnrollerEvent) async {}
}
