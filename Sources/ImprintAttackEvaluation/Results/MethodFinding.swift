// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// What one liveness method found in a presentation.
public struct MethodFinding: Sendable, Hashable {
  /// `shape`, `following`.
  public let method: String
  public let verdict: LivenessStatus
  /// What it measured, in the method's own unit; `nil` where it could not.
  public let measure: Double?
  /// The limit of the level that it was compared with.
  public let limit: Double?

  /// - Parameters: numbers that are not finite are no measure and no limit.
  public init(method: String, verdict: LivenessStatus, measure: Double?, limit: Double?) {
    self.method = method
    self.verdict = verdict
    self.measure = measure.flatMap { $0.isFinite ? $0 : nil }
    self.limit = limit.flatMap { $0.isFinite ? $0 : nil }
  }
}

extension LivenessStatus {
  /// The word in results: stable.
  var name: String {
    switch self {
    case .unknown: "unknown"
    case .live: "live"
    case .fake: "fake"
    case .noDecision: "no-decision"
    }
  }

  init?(name: String) {
    switch name {
    case "unknown": self = .unknown
    case "live": self = .live
    case "fake": self = .fake
    case "no-decision": self = .noDecision
    default: return nil
    }
  }
}
