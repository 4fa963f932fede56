// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// What a method found, and what that rests on.
struct Finding {
  let method: CaptureEvent.Method
  let verdict: CaptureEvent.Liveness
  let measure: Float
  let limit: Float

  var event: CaptureEvent { .finding(method, liveness: verdict, measure: measure, limit: limit) }

  /// It could not look.
  static func nothing(_ method: CaptureEvent.Method, limit: Float) -> Finding {
    Finding(method: method, verdict: .noDecision, measure: 0, limit: limit)
  }
}

extension [Finding] {
  /// The verdict of all: one that found a fake makes it fake; live needs every required method to have found
  /// life; all else is a doubt.
  func verdict(requiring required: Set<CaptureEvent.Method>) -> CaptureEvent.Liveness {
    if contains(where: { $0.verdict == .fake }) { return .fake }
    let live = Set(filter { $0.verdict == .live }.map(\.method))
    return !required.isEmpty && required.isSubset(of: live) ? .live : .noDecision
  }
}
