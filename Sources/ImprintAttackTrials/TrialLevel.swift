// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// How strictly a presentation is judged: the name that its results have, and what that changes in a
/// capture's options.
public struct TrialLevel: Sendable, Hashable {
  /// `low`, `medium`, `high`; of a mode that is swept, its threshold.
  public let name: String
  private let security: SecurityLevel
  private let threshold: Float?

  private init(name: String, security: SecurityLevel, threshold: Float? = nil) {
    self.name = name
    self.security = security
    self.threshold = threshold
  }

  /// A security level.
  public static func security(_ level: SecurityLevel) -> TrialLevel {
    TrialLevel(name: level.rawValue, security: level)
  }

  /// Of the mode blink: the score to exceed, 0...100, at security high.
  public static func blink(threshold: Int) -> TrialLevel {
    TrialLevel(name: "\(threshold)", security: .high, threshold: Float(threshold))
  }

  /// Those that a mode is judged at, strictest first.
  public static func all(of mode: LivenessMode) -> [TrialLevel] {
    switch mode {
    case .blink: [75, 50, 25, 0].map { .blink(threshold: $0) }
    case .none, .passive, .active, .passiveVideo: [.security(.high), .security(.medium), .security(.low)]
    }
  }

  func apply(to options: inout FaceCaptureOptions) {
    options.securityLevel = security
    if let threshold { options.livenessThreshold = threshold }
  }
}
