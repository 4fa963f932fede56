// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities; change that, not this.
// swift-format-ignore-file

extension CheckCatalog {
  /// The checks that only plugins with a certain ability are given.
  static let ofAbilities: [any AbilityCheckGroup.Type] = [
    CameraChecks.self,
    FaceTrackerChecks.self,
    CameraControlChecks.self,
    DeviceWatchChecks.self,
    MicrophoneChecks.self,
    CardReaderChecks.self,
    VoiceExtractorChecks.self,
    FaceExtractorChecks.self,
    MatcherChecks.self,
    MatcherSearchChecks.self,
    FingerExtractorChecks.self,
    FaceCaptureChecks.self,
    FingerReaderChecks.self,
    SpeechRecognizerChecks.self,
    FingerExplainerChecks.self,
  ]
}
