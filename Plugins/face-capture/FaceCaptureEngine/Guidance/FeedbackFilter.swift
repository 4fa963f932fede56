// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Lets a feedback through with the second frame in a row that gives it: people hear of a change within two
/// frames, and what one frame alone gives is not spoken of.
struct FeedbackFilter {
  private(set) var shown: CaptureEvent.Feedback?
  /// What the last frame gave, where that is not shown.
  private var candidate: CaptureEvent.Feedback?

  /// - Returns: the feedback to send, where it changes.
  mutating func take(_ feedback: CaptureEvent.Feedback) -> CaptureEvent.Feedback? {
    defer { candidate = feedback == shown ? nil : feedback }
    guard feedback != shown, shown == nil || candidate == feedback else { return nil }
    shown = feedback
    return feedback
  }
}
