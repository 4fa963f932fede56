// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
public import ImprintRuntime

extension CaptureResult {
  /// Whether the verdict lets the images be used: where the plugin judged liveness, it has to be `live`.
  /// Where nobody here judged (mode none, or a plugin that leaves it to a server), nothing is refused here.
  public var isAccepted: Bool {
    switch liveness {
    case .live, .unknown: true
    case .fake: false
    case .noDecision: findings.isEmpty
    }
  }

  /// The images of sufficient quality that the capture vouches to be of one person: those that
  /// ``bestImage(quality:place:)`` may be, best first.
  /// - Parameter quality: what the capture was asked for: ``FaceCaptureOptions/qualityThreshold``.
  public func vouchedImages(quality: Float = FaceCaptureOptions.standardQuality) -> [FaceImage] {
    guard isAccepted else { return [] }
    return switch outcome {
    case .captured: images
    case .timeout: []
    case .ended, .stopped, .judged: images.filter { $0.tracking == .steady && $0.quality >= quality }
    }
  }

  /// The best image that the capture vouches to be of one person and of sufficient quality: any image of a
  /// completed capture; where it ended before, one whose face was tracked from the start. An image
  /// merely present at the time-out does not count.
  /// - Parameter quality: what the capture was asked for: ``FaceCaptureOptions/qualityThreshold``.
  /// - Throws: ``CaptureChoiceError``, which says why: `nothingCaptured`, or `notLive` where ``isAccepted``
  ///   is false.
  public func bestImage(
    quality: Float = FaceCaptureOptions.standardQuality, place: String = "capture"
  ) throws(CaptureChoiceError) -> FaceImage {
    guard let best = images.first else {
      throw CaptureChoiceError(
        place, reason: "no image was good enough before the capture ended (\(outcome.rawValue)).")
    }
    guard isAccepted else {
      throw CaptureChoiceError(
        .notLive, place: place, reason: "liveness was judged, and is '\(liveness)'.",
        remedy: "Capture again, in good light, and follow what is asked for.")
    }
    switch outcome {
    case .captured: return best
    case .timeout:
      throw CaptureChoiceError(
        place,
        reason: "the capture timed out before the face had met the requirements for long enough (timeout).")
    case .ended, .stopped, .judged:
      let what = outcome == .ended ? "the source ended" : "the capture ended early"
      guard best.tracking == .steady else {
        throw CaptureChoiceError(
          place,
          reason: "\(what), and the face was not tracked without interruption (\(outcome.rawValue)).")
      }
      guard best.quality >= quality else {
        throw CaptureChoiceError(
          place,
          reason: "\(what), and the best image has quality \(best.quality); \(quality) is needed "
            + "(\(outcome.rawValue)).")
      }
      return best
    }
  }
}

/// Why no image of a capture may be used as the person's.
public typealias CaptureChoiceError = Explained<CaptureChoiceErrorCode>

public enum CaptureChoiceErrorCode: String, Sendable, Hashable, CaseIterable {
  /// There is no image, or none that the capture vouches for.
  case nothingCaptured = "nothing-captured"
  /// The plugin judged liveness and did not find it.
  case notLive = "not-live"
}

extension CaptureChoiceError {
  init(_ place: String, reason: String) {
    self.init(
      .nothingCaptured, place: place, reason: reason,
      remedy: "Capture again: follow the feedback, stay alone in the picture, or allow more time.")
  }
}
