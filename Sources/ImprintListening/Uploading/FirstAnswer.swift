// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The first of several answers; later ones are nobody's. Whoever waits for it waits for no other.
final class FirstAnswer<Answer: Sendable>: Sendable {
  private struct State {
    var answer: Answer?
    var reader: CheckedContinuation<Answer, Never>?
  }

  private let state = Mutex(State())

  func give(_ answer: Answer) {
    let reader = state.withLock { state -> CheckedContinuation<Answer, Never>? in
      guard state.answer == nil else { return nil }
      state.answer = answer
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: answer)
  }

  /// For one reader.
  var value: Answer {
    get async {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> Answer? in
          if state.answer == nil { state.reader = continuation }
          return state.answer
        }
        if let answer { continuation.resume(returning: answer) }
      }
    }
  }
}
