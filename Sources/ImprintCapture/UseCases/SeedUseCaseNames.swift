// SPDX-License-Identifier: Apache-2.0

/// The seed's names of use cases and their delegates.
public enum SeedUseCaseName: String, Sendable, Hashable, CaseIterable {
  case useCase = "FaceCaptureUseCase"
  case remoteUseCase = "FaceRemoteCaptureUseCase"
  case delegates = "RemoteCaptureDelegates"
  case feedback = "FaceFeedbackDelegate"
  case tracking = "FaceTrackingDelegate"
  case active = "LivenessActiveDelegate"
  case step = "StepInfoDelegate"
  case passiveVideo = "PassiveVideoDelegate"
  case liveness = "CaptureLivenessDelegate"
  case result = "CaptureResultDelegate"
  case processing = "LivenessProcessingDelegate"
  case view = "FaceCaptureView"
  case uiSettings = "UISettings"

  public var seedName: String { rawValue }

  /// Its name here; `nil` where there is none, for the reason ``leftOut``.
  public var name: String? {
    switch self {
    case .useCase, .feedback, .tracking, .active, .step, .passiveVideo, .liveness, .result: rawValue
    case .delegates: "FaceCaptureDelegates"
    case .view: "FacePreviewDelegate"
    case .remoteUseCase, .processing, .uiSettings: nil
    }
  }

  public var leftOut: String? {
    switch self {
    case .remoteUseCase:
      "captures with a server are not there yet; Lite's sealed metadata is sent by the application"
    case .processing: "nothing is sent by this library, so there is no progress of it"
    case .uiSettings: "nothing is drawn by this library"
    case .useCase, .delegates, .feedback, .tracking, .active, .step, .passiveVideo, .liveness, .result, .view:
      nil
    }
  }
}
