// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Compares two images of a running capture: whether they show one person.
public protocol CaptureComparer: Sendable {
  /// - Returns: the calibrated score; `nil` where one gives no template, or the pair of extractor and matcher
  ///   has no calibration.
  /// - Throws: what keeps it from comparing; the capture goes on, as with `nil`, and the reason is logged.
  func score(of first: KeptFrame, and second: KeptFrame) async throws -> Score?
}

/// Is told each event of a capture before the capture goes on to the next frame. A slow one slows it.
///
/// For what must see everything in time, such as what shows the challenge to a simulated person. A display
/// reads ``FaceCapture/events``, which delays nothing.
public protocol CaptureObserver: Sendable {
  func captureTold(_ event: CaptureEvent) async
}
