// SPDX-License-Identifier: Apache-2.0

/// How a presentation ended, in one mode at one level.
public enum PresentationOutcome: Sendable, Hashable {
  /// Judged bona fide: an attack that ends so was accepted.
  case live
  /// Judged an attack.
  case fake
  /// Examined, without a decision. It counts as not live: an error for a person, and none for an attack.
  case noDecision
  /// Liveness was not examined.
  case unknown
  /// The time ended first.
  case timeout
  /// No face was found.
  case noFace
  /// The capture ended with an error of that code: ``ImprintModel/ExplainedError/code``.
  case failed(code: String)

  /// Whether the detection answered. What did not is a non-response, counted apart.
  public var isResponse: Bool {
    switch self {
    case .live, .fake, .noDecision: true
    case .unknown, .timeout, .noFace, .failed: false
    }
  }

  /// The word in results and reports: stable.
  public var name: String {
    switch self {
    case .live: "live"
    case .fake: "fake"
    case .noDecision: "no-decision"
    case .unknown: "unknown"
    case .timeout: "timeout"
    case .noFace: "no-face"
    case .failed: "failed"
    }
  }

  /// - Parameter code: the error's, where the name is `failed`.
  init?(name: String, code: String?) {
    switch name {
    case "live": self = .live
    case "fake": self = .fake
    case "no-decision": self = .noDecision
    case "unknown": self = .unknown
    case "timeout": self = .timeout
    case "no-face": self = .noFace
    case "failed":
      guard let code else { return nil }
      self = .failed(code: code)
    default: return nil
    }
  }
}
