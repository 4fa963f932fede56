// SPDX-License-Identifier: Apache-2.0

/// What the likeness of utterances comes to.
struct VoiceJudgement: Sendable {
  private let limits: VoiceLimits

  init(_ limits: VoiceLimits) { self.limits = limits }

  /// By the mean of all; not validated where nothing was heard.
  func outcome(of likeness: [Double]) -> VoiceOutcome {
    guard !likeness.isEmpty else { return .notValidated }
    let mean = likeness.reduce(0, +) / Double(likeness.count)
    // What is no number is no accept.
    return mean >= limits.accept ? .accept : mean >= limits.reject ? .notValidated : .strongReject
  }
}
