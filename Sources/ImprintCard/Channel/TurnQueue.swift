// SPDX-License-Identifier: Apache-2.0
private import Synchronization

/// A fair asynchronous mutex (FIFO).
///
/// An actor is not enough: it is reentrant while it awaits the card.
final class TurnQueue: Sendable {
  /// The result of waiting.
  enum Outcome: Sendable {
    case mine
    /// The task was cancelled.
    case cancelled
    /// The deadline has passed.
    case late
  }

  private struct State {
    var isTaken = false
    var waiting: [(number: Int, continuation: CheckedContinuation<Outcome, Never>)] = []
    var count = 0
    /// Callers that have entered and not left; and why one must leave that is not in the queue yet.
    var guests: [Int: Outcome?] = [:]

    mutating func come() -> Int {
      count += 1
      guests.updateValue(nil, forKey: count)
      return count
    }
  }

  private let state = Mutex(State())

  /// Waits for the turn, regardless of cancellation: the holder always releases it.
  func take() async { _ = await take(until: nil, isCancellable: false) }

  /// Waits for the turn, cancellation, or the deadline.
  /// - Parameters:
  ///   - deadline: `nil`: none.
  ///   - isCancellable: whether cancelling the task ends the wait.
  /// - Returns: `mine` if the turn has to be released.
  func take(until deadline: ContinuousClock.Instant?, isCancellable: Bool = true) async -> Outcome {
    if takeAtOnce() { return .mine }
    let number = state.withLock { $0.come() }
    let clock = deadline.map { deadline in
      Task.detached { [self] in
        do { try await Task.sleep(until: deadline, clock: .continuous) } catch { return }
        leave(number, .late)
      }
    }
    defer {
      clock?.cancel()
      state.withLock { _ = $0.guests.removeValue(forKey: number) }
    }
    guard isCancellable else { return await wait(number) }
    return await withTaskCancellationHandler {
      await wait(number)
    } onCancel: {
      leave(number, .cancelled)
    }
  }

  /// Passes the turn to the next.
  func give() {
    let next = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume(returning: .mine)
  }

  private func takeAtOnce() -> Bool {
    state.withLock { state in
      guard !state.isTaken else { return false }
      state.isTaken = true
      return true
    }
  }

  private func wait(_ number: Int) async -> Outcome {
    await withCheckedContinuation { continuation in
      let outcome = state.withLock { state -> Outcome? in
        if let early = state.guests[number] ?? nil { return early }
        guard state.isTaken else {
          state.isTaken = true
          return .mine
        }
        state.waiting.append((number, continuation))
        return nil
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  private func leave(_ number: Int, _ outcome: Outcome) {
    let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      if let index = state.waiting.firstIndex(where: { $0.number == number }) {
        return state.waiting.remove(at: index).continuation
      }
      if state.guests.keys.contains(number) { state.guests.updateValue(outcome, forKey: number) }
      return nil
    }
    waiter?.resume(returning: outcome)
  }
}
