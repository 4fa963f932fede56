// SPDX-License-Identifier: Apache-2.0
public import ImprintMatching
public import ImprintModel

/// What a verification came to.
public struct FaceVerification: Sendable {
  /// The words are stable.
  public enum Decision: String, Sendable, Hashable, Codable, CaseIterable {
    /// The person is there, and is the one they claim to be.
    case verified
    /// They are not that person. Nothing is said of liveness by it.
    case notMatching = "not-matching"
    /// Liveness was asked for, and is not `live`: a doubt is none. Whether the face matches is of no account.
    case notLive = "not-live"
  }

  public let decision: Decision
  /// What was found of liveness; unknown in the mode none.
  public let liveness: LivenessStatus
  /// Of the mode blink, the last one, 0...100; `nil` in other modes.
  public let livenessScore: Float?
  /// The comparison; `nil` where liveness was judged, and is not `live`: nothing was compared then.
  public var comparison: Authentication? { matching?.comparison }
  /// Why the comparison came out as it did; `nil` where nothing was compared.
  public var explanation: MatchExplanation? { matching?.explanation }

  let matching: AuthenticationResult?

  public var isVerified: Bool { decision == .verified }
  /// The best score; `nil` where nothing was compared.
  public var score: Score? { comparison?.best.score }
}

/// The last thing that a verification says.
public enum FaceVerificationConclusion: Sendable {
  case verdict(FaceVerification)
  /// Nothing is wrong, and there is no verdict: it may be tried again.
  case retry(FaceFlowRetry)
  /// It failed.
  case error(FaceFlowError)
}
