// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel
internal import ImprintRuntime

/// What the person is told to do: what the plugin says, which guides to the front, and in another view how to
/// come to it.
struct PoseGuide {
  /// How the person holds the head when they look straight on; `nil` before the first view is enrolled.
  var neutral: HeadPose?
  /// Whether the head is in the view that is asked for.
  private(set) var isInPose = false
  /// Whether nothing is wrong with the frame.
  private(set) var isGood = false
  private var said: CaptureFeedback?
  private var told: CaptureFeedback?

  mutating func said(_ feedback: CaptureFeedback) { said = feedback }

  mutating func saw(_ pose: HeadPose?, asked: EnrollmentPose) {
    isInPose = pose.map { asked.isReached(by: $0, from: neutral ?? .straight) } ?? false
    isGood = isInPose && feedback(asked) == .good
  }

  /// What to say now, where it is something else than before.
  mutating func change(asked: EnrollmentPose) -> CaptureFeedback? {
    guard let feedback = feedback(asked), feedback != told else { return nil }
    told = feedback
    return feedback
  }

  private func feedback(_ asked: EnrollmentPose) -> CaptureFeedback? {
    guard asked != .front, let said, said.isOfPose else { return said }
    return isInPose ? .good : asked.prompt
  }
}
