// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// Lets a feedback through once it has held for a while, so that people can follow it.
struct FeedbackFilter {
  private(set) var shown: CaptureEvent.Feedback?
  private var candidate: (feedback: CaptureEvent.Feedback, since: UInt64)?

  /// - Returns: the feedback to send, where it changes.
  mutating func take(_ feedback: CaptureEvent.Feedback, now: UInt64) -> CaptureEvent.Feedback? {
    guard feedback != shown else {
      candidate = nil
      return nil
    }
    if candidate?.feedback != feedback { candidate = (feedback, now) }
    guard let candidate, shown == nil || now - candidate.since >= CaptureRules.feedbackHold else {
      return nil
    }
    shown = feedback
    self.candidate = nil
    return feedback
  }
}
