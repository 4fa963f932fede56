// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture

/// The events of one listening, for one reader. Of levels that were not read only the newest is kept; nothing
/// else is dropped. Ends after the last event: `finished`, `ready`, `failed` or `cancelled`.
///
/// A task that is cancelled while it reads them cancels listening, where there is no delegate. Who only stops
/// reading leaves the microphone open.
public struct ListeningEvents: AsyncSequence, Sendable {
  let queue = CaptureEventQueue<ListeningEvent>(isPreview: \.isLevel)
  /// Called where the reading task is cancelled.
  let abandon: @Sendable () async -> Void

  public func makeAsyncIterator() -> Iterator { Iterator(queue: queue, abandon: abandon) }

  public struct Iterator: AsyncIteratorProtocol {
    let queue: CaptureEventQueue<ListeningEvent>
    let abandon: @Sendable () async -> Void

    /// The next event; `nil` at the end, and when the reading task is cancelled.
    public mutating func next() async -> ListeningEvent? {
      let event = await queue.next()
      if event == nil, Task.isCancelled { await abandon() }
      return event
    }
  }
}

extension ListeningEvent {
  var isLevel: Bool { if case .level = self { true } else { false } }
}
