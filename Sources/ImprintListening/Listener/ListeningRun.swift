// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture

/// A listening that was started and has not ended. Its listener's alone.
final class ListeningRun {
  enum Wish { case stopped, cancelled, interrupted }

  /// How it ended.
  enum Outcome: Sendable {
    case result(ListeningResult)
    case interrupted(ListeningInterruption)
    case failed(ListeningError)
    case cancelled
  }

  let events = ListeningEvents()
  /// What the application wants of it.
  var wish: Wish?
  var state: ListeningState
  /// Whether its last event was told.
  var isOver = false
  private(set) var outcome: Outcome?
  private var waiting: [CheckedContinuation<Outcome, Never>] = []

  init(_ state: ListeningState) { self.state = state }

  deinit { events.queue.finish() }

  /// Its microphone is closed, and whoever waits for that goes on.
  func close(_ outcome: Outcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    for one in waiting { one.resume(returning: outcome) }
    waiting = []
  }

  func whenClosed(_ continuation: CheckedContinuation<Outcome, Never>) {
    if let outcome { continuation.resume(returning: outcome) } else { waiting.append(continuation) }
  }
}
