// SPDX-License-Identifier: Apache-2.0

/// What an operation came to. Three different things: it came to its end, it may be tried again, or it
/// failed.
public enum FingerConclusion<Value: Sendable>: Sendable {
  case done(Value)
  /// Nothing is wrong, and there is no result: it may be tried again. With the presses that were good.
  case retry(FingerRetry, kept: [FingerPress])
  case error(FingerCaptureError)

  /// The result.
  /// - Throws: ``FingerCaptureError``: as it failed; a retry as `timedOut`, `sourceEnded`, `stopped`
  ///   or `badCaptureFingers`.
  public var value: Value {
    get throws(FingerCaptureError) {
      switch self {
      case .done(let value): return value
      case .retry(let retry, _): throw FingerCaptureError(retry)
      case .error(let error): throw error
      }
    }
  }
}

/// Why there is no result, though nothing is wrong. The words are stable.
public enum FingerRetry: String, Sendable, Hashable, Codable, CaseIterable {
  /// It was stopped: ``FingerOperation/stop()``.
  case stopped
  /// The time was over.
  case timedOut = "timed-out"
  /// The time was over, or the source has ended, and a finger was pressed, but never well enough.
  case badQuality = "bad-quality"
  /// The source has ended: of a scripted reader, its script.
  case sourceEnded = "source-ended"
}

/// What ends an operation from within, without an error.
struct FingerStop: Error {
  let retry: FingerRetry
}
