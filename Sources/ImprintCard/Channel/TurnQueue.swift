// SPDX-License-Identifier: Apache-2.0
private import Synchronization

/// Lets one in at a time, in the order they came.
///
/// An actor alone does not: while it waits for the card, it takes the next call.
final class TurnQueue: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Waits until it is one's turn. Cancelling does not end it: whoever has the turn gives it back.
  func take() async {
    await withCheckedContinuation { continuation in
      let isMine = state.withLock { state in
        guard state.isTaken else {
          state.isTaken = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isMine { continuation.resume() }
    }
  }

  /// Gives the turn to the next.
  func give() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
