// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A frame that waits for the application's answer. The first answer counts.
final class FrameOffer: Sendable {
  enum Answer: Sendable {
    case add
    case skip
    /// Nobody answered in time.
    case expired
  }

  private struct State {
    var answer: Answer?
    var waiting: CheckedContinuation<Answer, Never>?
  }

  let number: Int
  private let state = Mutex(State())

  init(number: Int) { self.number = number }

  /// - Returns: whether it is the answer that counts.
  @discardableResult
  func answer(_ answer: Answer) -> Bool {
    let (isFirst, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Answer, Never>?) in
      guard state.answer == nil else { return (false, nil) }
      state.answer = answer
      defer { state.waiting = nil }
      return (true, state.waiting)
    }
    waiting?.resume(returning: answer)
    return isFirst
  }

  /// Waits for an answer. A task that is cancelled skips the frame.
  func wait(atMost limit: Duration) async -> Answer {
    let timer = Task {
      try await Task.sleep(for: limit)
      answer(.expired)
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> Answer? in
          if state.answer == nil { state.waiting = continuation }
          return state.answer
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      answer(.skip)
    }
  }
}
