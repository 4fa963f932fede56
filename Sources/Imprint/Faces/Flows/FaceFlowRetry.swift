// SPDX-License-Identifier: Apache-2.0

/// Why an enrolment or a verification came to no end, though nothing is wrong: it may be tried again. The
/// words are stable.
public enum FaceFlowRetry: String, Sendable, Hashable, Codable, CaseIterable {
  /// The time was over.
  case timedOut = "timed-out"
  /// The time was over, or the capture, and there was a face, but no image of it of the quality that is
  /// needed.
  case badQuality = "bad-quality"
  /// The source has ended: of a camera that replays, its recording.
  case sourceEnded = "source-ended"
}
