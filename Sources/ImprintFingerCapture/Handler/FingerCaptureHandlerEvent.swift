// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture

/// What a ``FingerCaptureHandler`` says of one capture, in order.
public enum FingerCaptureHandlerEvent: Sendable {
  /// What the operation says. Its `image` never comes: ``preview(_:overlay:)`` stands for it.
  case capture(FingerEvent)
  /// An image to draw, where previews are on, with what is to be drawn over it. If the reader is slower than
  /// the sensor, only the newest is kept.
  case preview(FingerPicture, overlay: FingerOverlay?)
  /// The capture was interrupted: what was kept is dropped, and the reader is being released
  /// (``FingerCaptureHandler/interrupt(_:)`` returns once it is). It begins anew with
  /// ``FingerCaptureHandler/resume()``.
  case interrupted(CaptureInterruption)
  /// It is ready again: the reader is open, and the capture begins anew.
  case ready
  /// The last event.
  case finished(FingerConclusion<[FingerPress]>)
}

/// The events of one capture of a ``FingerCaptureHandler``, for one reader. Ends after
/// ``FingerCaptureHandlerEvent/finished(_:)``.
public struct FingerCaptureHandlerEvents: AsyncSequence, Sendable {
  let queue = CaptureEventQueue<FingerCaptureHandlerEvent>(
    isPreview: { if case .preview = $0 { true } else { false } })

  public func makeAsyncIterator() -> Iterator { Iterator(queue: queue) }

  public struct Iterator: AsyncIteratorProtocol {
    let queue: CaptureEventQueue<FingerCaptureHandlerEvent>

    /// The next event; `nil` at the end, and when the reading task is cancelled.
    public mutating func next() async -> FingerCaptureHandlerEvent? { await queue.next() }
  }
}
