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

/// The queue of unread events, of which only the newest preview is kept. Of flows over captures too. Each
/// event costs the same, however many wait: nobody may read for as long as a capture lasts.
package final class CaptureEventQueue<Event: Sendable>: Sendable {
  fileprivate struct State {
    /// Those before `first` were read; `nil` is a preview in whose place a newer one waits: of them there are
    /// no more than of other events.
    var waiting: [Event?] = []
    var first = 0
    /// Where the preview waits.
    var preview: Int?
    var isFinished = false
    var reader: CheckedContinuation<Event?, Never>?
  }

  private let state = Mutex(State())
  private let limit: Int
  private let isPreview: @Sendable (Event) -> Bool

  /// - Parameter limit: of unread events, 1 or more; beyond it the oldest is dropped.
  package init(limit: Int = .max, isPreview: @escaping @Sendable (Event) -> Bool) {
    (self.limit, self.isPreview) = (limit, isPreview)
  }

  package func yield(_ event: Event) {
    let (isPreview, limit) = (isPreview, limit)
    let reader = state.withLock { state -> CheckedContinuation<Event?, Never>? in
      guard !state.isFinished else { return nil }
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      state.append(event, isPreview: isPreview(event))
      if state.waiting.count - state.first > limit { _ = state.popFirst() }
      return nil
    }
    reader?.resume(returning: event)
  }

  /// Slots that unread events take, and those that were read and are not moved up yet.
  package var slots: Int { state.withLock { $0.waiting.count } }

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
          if let event = state.popFirst() { return .some(event) }
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

extension CaptureEventQueue.State {
  fileprivate mutating func append(_ event: Event, isPreview: Bool) {
    if isPreview {
      if let preview {
        // No hole for each of them: there may be one every 100 ms, and nobody who reads.
        guard preview + 1 < waiting.count else { return waiting[preview] = event }
        waiting[preview] = nil
      }
      preview = waiting.count
    }
    waiting.append(event)
  }

  fileprivate mutating func popFirst() -> Event? {
    while first < waiting.count {
      let event = waiting[first]
      waiting[first] = nil
      if preview == first { preview = nil }
      first += 1
      // Moved rarely, so that each costs O(1).
      if first == waiting.count || first > 1024 && first > waiting.count / 2 {
        waiting.removeFirst(first)
        preview = preview.map { $0 - first }
        first = 0
      }
      if let event { return event }
    }
    return nil
  }
}

extension CaptureEvent {
  fileprivate var isPreview: Bool {
    if case .preview = self { true } else { false }
  }
}
