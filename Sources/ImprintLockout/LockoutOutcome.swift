// SPDX-License-Identifier: Apache-2.0

/// How an attempt ended, as far as the lock-out asks.
public enum LockoutOutcome: String, Sendable, Hashable, CaseIterable {
  /// The plugin judged it live; where a subject was claimed, the match was accepted too.
  case success
  /// The plugin judged it an attack.
  case fake
  /// The plugin judged, and could not decide.
  case noDecision = "no-decision"
  /// The claimed subject's match was refused.
  case matchRefused = "match-refused"
  /// The plugin judges nothing in this mode.
  case unjudged
  /// The person, or the application, stopped it.
  case cancelled
  /// Something else took the screen or the camera.
  case interrupted
  /// Its time was over before the plugin had judged anything.
  case timedOut = "timed-out"
  /// The camera is gone.
  case cameraLost = "camera-lost"
  /// None of these: an error of the plugin or the host ended it.
  case abandoned

  /// What an outcome does to the counts of the device and of the claimed subject.
  public enum Effect: Sendable, Hashable {
    /// It ends the lock, the counter and the row of delays.
    case resets
    /// It is one failed attempt.
    case counts
    /// It is one once a challenge had been shown, as where the process is killed.
    case countsOnceShown
    case doesNotCount
  }

  /// What cancel, interruption, time-out and a lost camera told an attacker is nothing, and if they counted,
  /// any bystander could lock the device.
  public var effect: Effect {
    switch self {
    case .success: .resets
    case .fake, .noDecision, .matchRefused: .counts
    case .unjudged, .cancelled, .interrupted, .timedOut, .cameraLost: .doesNotCount
    case .abandoned: .countsOnceShown
    }
  }
}
