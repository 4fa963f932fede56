// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Whose turn it is in a fleet, and how many were answered.
final class FleetRound: Sendable {
  private struct State {
    var next: Int
    var answers = 0
  }

  private let end: Int
  private let onAnswer: @Sendable (_ count: Int) -> Void
  private let state: Mutex<State>

  init(_ devices: Range<Int>, onAnswer: @escaping @Sendable (_ count: Int) -> Void) {
    end = devices.upperBound
    self.onAnswer = onAnswer
    state = Mutex(State(next: devices.lowerBound))
  }

  /// A device that nobody has asked for yet; `nil` when all were.
  func next() -> Int? {
    state.withLock { state in
      guard state.next < end else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// One more; told to whoever waits for it before another one is counted.
  func noteAnswer() {
    state.withLock { state in
      state.answers += 1
      onAnswer(state.answers)
    }
  }
}
