// SPDX-License-Identifier: Apache-2.0
internal import ImprintLockout
internal import ImprintRuntime

/// What the result of a capture means: to the application, and to the lock-out.
///
/// A plugin judged where the mode is one that a device decides (passive, active, blink) and
/// - it found `live` or `fake`, or
/// - one of its methods found `fake`, however the capture ended: who holds up a picture and then lets the
///   time pass has been seen with it, or
/// - it came to its end without a decision, and names what its methods found. A plugin that judges nothing,
///   such as Lite, ends with `no decision` and no findings; so does an active challenge for training.
struct FaceCaptureJudgement {
  private(set) var conclusion: FaceCaptureConclusion
  private(set) var outcome: LockoutOutcome

  init(_ result: CaptureResult, in mode: LivenessMode) {
    conclusion = Self.conclusion(of: result, in: mode)
    outcome = Self.isOfDevice(mode) ? Self.outcome(of: result) : Self.unjudged(result)
  }

  /// It ended after all, but its challenge could not be counted: that ends no row.
  mutating func fail(_ error: FaceCaptureError) {
    conclusion = .error(error)
    if outcome == .success { outcome = .abandoned }
  }

  private static func conclusion(
    of result: CaptureResult, in mode: LivenessMode
  ) -> FaceCaptureConclusion {
    let isDecided = result.liveness == .live || result.liveness == .fake
    return switch result.outcome {
    case .captured, .judged: .verdict(result)
    case .timeout: isDecided ? .verdict(result) : .retry(.timedOut, kept: result)
    case .ended: isDecided ? .verdict(result) : .retry(.sourceEnded, kept: result)
    // Of a mode that examines nothing, nothing is missing.
    case .stopped: isDecided || mode == .none ? .verdict(result) : .retry(.stopped, kept: result)
    }
  }

  /// Whether the device decides in this mode.
  private static func isOfDevice(_ mode: LivenessMode) -> Bool {
    switch mode {
    case .passive, .active, .blink: true
    case .none, .passiveVideo: false
    }
  }

  private static func outcome(of result: CaptureResult) -> LockoutOutcome {
    let sawAnAttack = result.findings.contains { $0.verdict == .fake }
    switch result.liveness {
    case .live: return .success
    case .fake: return .fake
    case .noDecision where sawAnAttack: return .fake
    case .noDecision:
      let isOver = result.outcome == .captured || result.outcome == .judged
      return isOver && !result.findings.isEmpty ? .noDecision : unjudged(result)
    case .unknown: return unjudged(result)
    }
  }

  private static func unjudged(_ result: CaptureResult) -> LockoutOutcome {
    switch result.outcome {
    case .captured, .judged: .unjudged
    case .timeout: .timedOut
    case .ended: .cameraLost
    case .stopped: .cancelled
    }
  }

  /// What a failure means to the lock-out. An error of plugin or host counts once a challenge was shown, as a
  /// killed process does; what the camera or the person ended does not.
  static func outcome(of error: FaceCaptureErrorCode) -> LockoutOutcome {
    switch error {
    case .cancelled: .cancelled
    case .interrupted: .interrupted
    case .camera, .frames, .sourceEnded: .cameraLost
    case .timedOut: .timedOut
    case .notLive: .fake
    case .badOptions, .invalidOperation, .destroyed, .license, .notAvailable, .modeNotAvailable,
      .incompatible,
      .initialization, .memory, .plugin, .captureIsLocked, .attemptsTaken, .lockout, .unknown:
      .abandoned
    }
  }
}
