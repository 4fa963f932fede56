// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// One file that is offered to a destination, which may take longer than anybody waits. While it does, it has
/// the lock on what is remembered of that destination: nobody offers anything beside it.
final class UploadOffer: Sendable {
  private let first = FirstAnswer<ListeningUploadAnswer?>()
  private let state = Mutex<(isOver: Bool, waiting: FirstAnswer<Bool>?)>((false, nil))
  private let work = Mutex<Task<Void, Never>?>(nil)
  private let kept: Mutex<UploadLedger?>

  init(_ file: ListeningUploadFile, to destination: any ListeningDestination, keeping ledger: UploadLedger) {
    kept = Mutex(ledger)
    let task = Task { [self] in
      let answer = await destination.take(file)
      // Before anybody hears of the end: whoever is next takes the lock at once, or not at all.
      kept.withLock { $0 = nil }
      first.give(answer)
      let waiting = state.withLock { state in
        state.isOver = true
        return state.waiting
      }
      waiting?.give(true)
    }
    work.withLock { $0 = task }
  }

  /// - Returns: `nil` where it is not answered in time, or the task is cancelled: it is left, and may go on.
  func answer(within patience: Duration, _ limit: @escaping UploadPace.Sleep) async -> ListeningUploadAnswer?
  {
    let clock = Task { [first] in
      do { try await limit(patience) } catch { return }
      first.give(nil)
    }
    let answer = await withTaskCancellationHandler {
      await first.value
    } onCancel: {
      first.give(nil)
    }
    clock.cancel()
    work.withLock { $0 }?.cancel()
    return answer
  }

  /// Whether the destination has come to an end with it, at once or within a time. For one at a time.
  func isOver(within patience: Duration, _ limit: @escaping UploadPace.Sleep) async -> Bool {
    let end = FirstAnswer<Bool>()
    let isOver = state.withLock { state in
      state.waiting = end
      return state.isOver
    }
    guard !isOver else { return true }
    let clock = Task {
      do { try await limit(patience) } catch { return }
      end.give(false)
    }
    defer { clock.cancel() }
    return await withTaskCancellationHandler {
      await end.value
    } onCancel: {
      end.give(false)
    }
  }
}
