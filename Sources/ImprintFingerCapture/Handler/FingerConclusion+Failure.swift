// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture
public import ImprintModel

extension FingerConclusion {
  /// As a failure in the seed's words: an error, or for a retry `timedOut`, `sourceEnded`,
  /// `badCaptureFingers`; of a hand of which some fingers are there, `badCaptureHand`. `nil` for a result,
  /// and for a capture that was stopped.
  /// - Parameter site: what was asked for.
  public func failure(of site: BodySite) -> FingerCaptureError? {
    switch self {
    case .done, .retry(.stopped, _): return nil
    case .error(let error): return error
    case .retry(let retry, let kept):
      guard site.fingers.count > 1, !kept.isEmpty else { return FingerCaptureError(retry) }
      return FingerCaptureError(
        .badCaptureHand, place: site.name,
        reason: "\(kept.count) presses were good before the end, and not all fingers are there.",
        remedy: "Capture again: press each finger that is asked for, one after the other.")
    }
  }
}

extension FingerCaptureError {
  static let destroyed = FingerCaptureError(
    .destroyed, place: "capture handler", reason: "it was destroyed.", remedy: "Make a new one.")
  static let alreadyRunning = FingerCaptureError(
    .invalidOperation, place: "capture handler", reason: "a capture runs already.",
    remedy: "Stop or cancel it first.")
  static let notRunning = FingerCaptureError(
    .invalidOperation, place: "capture handler", reason: "no capture runs.", remedy: "Start one first.")
  static let stillOpening = FingerCaptureError(
    .invalidOperation, place: "capture handler", reason: "the reader is still being opened.",
    remedy: "Try it again once the first event has come.")

  static func interrupted(by reason: CaptureInterruption) -> FingerCaptureError {
    FingerCaptureError(
      .interrupted, place: "capture handler", reason: "captures are interrupted (\(reason.rawValue)).",
      remedy: "Call resume() once the screen and the reader are free again.")
  }
}
