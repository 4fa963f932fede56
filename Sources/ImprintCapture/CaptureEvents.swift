// SPDX-License-Identifier: Apache-2.0
private import Synchronization

/// The events of a capture, for one reader.
///
/// Only previews may be dropped: only the newest is buffered, so that a slow or missing reader costs one
/// picture of memory and never delays the capture. Ends after `finished`, or when the capture fails.
public struct CaptureEvents: AsyncSequence, Sendable {
  let queue = CaptureEventQueue<CaptureEvent>(isPreview: \.isPreview)

  public func makeAsyncIterator() -> Iterator { Iterator(queue: queue) }

  public struct Iterator: AsyncIteratorProtocol {
    let queue: CaptureEventQueue<CaptureEvent>

    /// The next event; `nil` at the end, and when the reading task is cancelled.
    public mutating func next() async -> CaptureEvent? { await queue.next() }
  }
}

/// The queue of unread events, of which only the newest preview is kept. Of flows over captures too.
package final class CaptureEventQueue<Event: Sendable>: Sendable {
  private struct State {
    var waiting: [Event] = []
    var isFinished = false
    var reader: CheckedContinuation<Event?, Never>?
  }

  private let state = Mutex(State())
  private let isPreview: @Sendable (Event) -> Bool

  package init(isPreview: @escaping @Sendable (Event) -> Bool) { self.isPreview = isPreview }

  package func yield(_ event: Event) {
    let isPreview = isPreview
    let reader = state.withLock { state -> CheckedContinuation<Event?, Never>? in
      guard !state.isFinished else { return nil }
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      if isPreview(event) { state.waiting.removeAll(where: isPreview) }
      state.waiting.append(event)
      return nil
    }
    reader?.resume(returning: event)
  }

  package func finish() {
    let reader = state.withLock { state -> CheckedContinuation<Event?, Never>? in
      state.isFinished = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }

  package func next() async -> Event? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> Event?? in
          if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
          // A second reader, which is not allowed, ends immediately rather than deadlocking.
          if state.isFinished || state.reader != nil || Task.isCancelled { return .some(nil) }
          state.reader = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let reader = state.withLock { state -> CheckedContinuation<Event?, Never>? in
        defer { state.reader = nil }
        return state.reader
      }
      reader?.resume(returning: nil)
    }
  }
}

extension CaptureEvent {
  fileprivate var isPreview: Bool {
    if case .preview = self { true } else { false }
  }
}
