// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture

/// What an attempt to open a microphone again has found.
enum ListeningProbe: Sendable {
  case ready
  /// It may be there again soon.
  case notYet
  /// It is there, and cannot be opened.
  case refused(ListeningError)
}

/// A listening that was started and has not ended. Its listener's alone.
final class ListeningRun {
  /// The stronger ones last.
  enum Wish: Int { case stopped, interrupted, cancelled }

  /// How it ended.
  enum Outcome: Sendable {
    case result(ListeningResult)
    case interrupted(ListeningInterruption)
    case failed(ListeningError)
    case cancelled
  }

  let events: ListeningEvents
  /// What the application wants of it.
  private(set) var wish: Wish?
  /// The attempt to open the microphone again that is being made.
  var probe: Task<ListeningProbe, Never>?
  var state: ListeningState
  /// Whether its last event was told.
  var isOver = false
  private(set) var outcome: Outcome?
  private var waiting: [CheckedContinuation<Outcome, Never>] = []

  /// - Parameter abandon: called where the task that reads its events is cancelled.
  init(_ state: ListeningState, abandon: @escaping @Sendable () async -> Void) {
    self.state = state
    events = ListeningEvents(abandon: abandon)
  }

  deinit { events.queue.finish() }

  /// Wants it. What is stronger stays.
  func want(_ wish: Wish) {
    if wish.rawValue > self.wish?.rawValue ?? -1 { self.wish = wish }
  }

  /// What comes of an outcome, by what the application wants meanwhile.
  func judged(_ outcome: Outcome) -> Outcome {
    switch (outcome, wish) {
    case (_, .cancelled): .cancelled
    case (.result, .interrupted): .interrupted(.application)
    case (_, .interrupted), (_, .stopped), (_, nil): outcome
    }
  }

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
