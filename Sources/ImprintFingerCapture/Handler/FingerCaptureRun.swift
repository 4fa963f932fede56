// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture

/// The capture that a handler has started and that has not finished. Of the handler alone.
final class FingerCaptureRun {
  enum Wish { case stopped, cancelled }

  let events = FingerCaptureHandlerEvents()
  /// The last opening of the reader: what it comes to, once the one before is closed.
  var opening: Task<Result<FingerOperation<[FingerPress]>, FingerCaptureError>, Never>?
  /// `nil` while the reader is being opened, and while it is interrupted.
  var operation: FingerOperation<[FingerPress]>?
  /// Hands on what the operation says.
  var pump: Task<Void, Never>?
  /// Which of its openings and operations counts: one that was left does not.
  var generation = 0
  var overlay = FingerOverlay()
  var isSuspended = false
  var wish: Wish?
  var conclusion: FingerConclusion<[FingerPress]>?

  // One that is interrupted is held by its handler alone, and is not resumed once that is dropped.
  deinit { events.queue.finish() }
}
