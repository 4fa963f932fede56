// SPDX-License-Identifier: Apache-2.0

/// What a ``FingerCaptureHandler`` is asked for. ``overlay``, ``preview`` and the reader can be changed while
/// a capture runs, by the handler's functions; all else is set when the handler is made.
public struct FingerCaptureHandlerOptions: Sendable, Hashable {
  /// What each capture is asked for: reader, finger or hand, presses, quality, time-out, liveness.
  public var capture: FingerCaptureSettings
  /// Whether previews come with what is to be drawn over them. Default `true`.
  public var overlay: Bool
  /// Whether previews come. Default `true`.
  public var preview: Bool

  public init(
    capture: FingerCaptureSettings = FingerCaptureSettings(), overlay: Bool = true, preview: Bool = true
  ) {
    self.capture = capture
    self.overlay = overlay
    self.preview = preview
  }

  /// For the whole capture: 1 s...600 s, default 30 s.
  public var captureTimeout: Duration {
    get { capture.demand.timeout }
    set { capture.demand.timeout = newValue }
  }
}
