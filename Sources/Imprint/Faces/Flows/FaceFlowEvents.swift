// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture
private import Synchronization

/// What a flow over captures says.
public protocol FaceFlowEvent: Sendable {
  /// Whether it shows a frame. If the reader is slower than the camera, only the newest is kept.
  var isFrame: Bool { get }
  /// Whether it is the conclusion: the last one.
  var isLast: Bool { get }
}

/// The events of one enrolment or verification, for one reader. Its speed has no effect, but that it has to
/// be there in time to answer for a frame that is offered. Ends after the conclusion.
public final class FaceFlowEvents<Event: FaceFlowEvent>: AsyncSequence, Sendable {
  private let queue = CaptureEventQueue<Event>(isPreview: \.isFrame)
  private let delegated: CaptureEventQueue<Event>?
  private let isOver = Mutex(false)

  fileprivate init(_ delegated: CaptureEventQueue<Event>?) { self.delegated = delegated }

  /// To the reader and to the delegate, in the same order; nothing after the conclusion.
  func tell(_ event: Event) {
    isOver.withLock { isOver in
      guard !isOver else { return }
      isOver = event.isLast
      queue.yield(event)
      delegated?.yield(event)
      if isOver { queue.finish() }
    }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(queue: queue) }

  public struct Iterator: AsyncIteratorProtocol {
    let queue: CaptureEventQueue<Event>

    /// The next event; `nil` at the end, and when the reading task is cancelled.
    public mutating func next() async -> Event? { await queue.next() }
  }
}

/// Has the delegate of a flow, of which there need not be one, hear all its runs: one event at a time, from a
/// task of its own, which ends with this.
final class FlowVoice<Event: FaceFlowEvent>: Sendable {
  private let delegated: CaptureEventQueue<Event>?

  init<Delegate: Sendable>(
    _ delegate: Delegate?, hear: @escaping @Sendable (Delegate, Event) async -> Void
  ) {
    delegated = delegate.map { delegate in
      let queue = CaptureEventQueue<Event>(isPreview: \.isFrame)
      Task { while let event = await queue.next() { await hear(delegate, event) } }
      return queue
    }
  }

  deinit { delegated?.finish() }

  /// Of a run that begins.
  func events() -> FaceFlowEvents<Event> { FaceFlowEvents(delegated) }
}
