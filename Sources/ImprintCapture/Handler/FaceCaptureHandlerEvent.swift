// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// What a ``FaceCaptureHandler`` says of one capture, in order.
public enum FaceCaptureHandlerEvent: Sendable {
  /// What the capture says. Its `preview` and its `finished` never come: ``preview(_:)`` and
  /// ``finished(_:)`` stand for them.
  case capture(CaptureEvent)
  /// A frame to draw, where previews are on. If the reader is slower than the camera, only the newest is
  /// kept.
  case preview(CapturePreview)
  /// The capture was interrupted: what was kept is dropped, the camera is released, and no attempt counts. It
  /// begins anew with ``FaceCaptureHandler/resume()``.
  case interrupted(CaptureInterruption)
  /// It is ready again: the camera is open, and the capture begins anew, with another challenge.
  case ready
  /// A recording of the capture was written, or could not be; after all that the capture says.
  case recorded(FaceCaptureRecording)
  /// The last event.
  case finished(FaceCaptureConclusion)
}

/// What ended a capture that nobody ended. The words are stable.
public enum CaptureInterruption: String, Sendable, Hashable, Codable, CaseIterable {
  /// The machine goes to sleep.
  case sleep
  /// The screen was locked.
  case screenLocked = "screen-locked"
  /// The application is not in front any more, or something else needs the camera.
  case background
}

/// The events of one capture of a ``FaceCaptureHandler``, for one reader, with the same rules as
/// ``CaptureEvents``. Ends after ``FaceCaptureHandlerEvent/finished(_:)``.
public struct FaceCaptureHandlerEvents: AsyncSequence, Sendable {
  let queue = CaptureEventQueue<FaceCaptureHandlerEvent>(isPreview: \.isPreview)

  public func makeAsyncIterator() -> Iterator { Iterator(queue: queue) }

  public struct Iterator: AsyncIteratorProtocol {
    let queue: CaptureEventQueue<FaceCaptureHandlerEvent>

    /// The next event; `nil` at the end, and when the reading task is cancelled.
    public mutating func next() async -> FaceCaptureHandlerEvent? { await queue.next() }
  }
}

extension FaceCaptureHandlerEvent {
  var isPreview: Bool {
    if case .preview = self { true } else { false }
  }
}

extension CaptureEvent {
  /// Whether it shows something of a challenge, so that whoever sees it and gives up has seen it.
  var showsChallenge: Bool {
    switch self {
    case .step(.challenge), .challenge, .target, .pointer, .oval, .light, .action: true
    case .step(.preparing), .step(.scanning), .step(.capturing), .step(.judging), .mode, .preview, .tracking,
      .feedback, .progress, .preparation, .finding, .sourceEnded, .finished:
      false
    }
  }
}
