// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture

/// The events of one listening, for one reader. Of levels that were not read only the newest is kept; nothing
/// else is dropped. Ends after the last event: `finished`, `ready`, `failed` or `cancelled`.
public struct ListeningEvents: AsyncSequence, Sendable {
  let queue = CaptureEventQueue<ListeningEvent>(isPreview: \.isLevel)

  public func makeAsyncIterator() -> Iterator { Iterator(queue: queue) }

  public struct Iterator: AsyncIteratorProtocol {
    let queue: CaptureEventQueue<ListeningEvent>

    /// The next event; `nil` at the end, and when the reading task is cancelled.
    public mutating func next() async -> ListeningEvent? { await queue.next() }
  }
}

extension ListeningEvent {
  var isLevel: Bool { if case .level = self { true } else { false } }
}
