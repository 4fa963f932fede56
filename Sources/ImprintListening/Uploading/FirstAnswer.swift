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

extension ListeningDestination {
  /// What it answers within a time, whether or not it heeds its cancellation.
  func take(
    _ file: ListeningUploadFile, within patience: Duration, _ limit: @escaping UploadPace.Sleep
  ) async -> ListeningUploadAnswer {
    let first = FirstAnswer<ListeningUploadAnswer>()
    let work = Task { first.give(await take(file)) }
    let clock = Task {
      do { try await limit(patience) } catch { return }
      first.give(.later(late(patience), after: .zero))
    }
    let answer = await withTaskCancellationHandler {
      await first.value
    } onCancel: {
      first.give(.later(.cancelled, after: .zero))
    }
    work.cancel()
    clock.cancel()
    return answer
  }

  private func late(_ patience: Duration) -> ListeningUploadError {
    ListeningUploadError(
      .timeout, place: place, reason: "it has taken longer than \(patience) for a file.",
      remedy: "Look whether it answers; on slow networks and disks, have more patience.")
  }
}
