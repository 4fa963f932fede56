// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities; change that, not this.
// swift-format-ignore-file

/// What a new plugin does. Each has a template in every language.
public enum PluginKind: String, Sendable, Hashable, CaseIterable {
  /// Frames from a device or a recording.
  case camera = "camera"
  /// Faces in frames.
  case faceTracker = "face-tracker"
  /// Sound from a device or a recording.
  case microphone = "microphone"
  /// Smart card readers, and the cards in them.
  case cardReader = "card-reader"
  /// Voices in sound, as templates.
  case voiceExtractor = "voice-extractor"
  /// Faces in images, as templates.
  case faceExtractor = "face-extractor"
  /// How alike templates are.
  case matcher = "matcher"
  /// Fingers in images, as templates.
  case fingerExtractor = "finger-extractor"
  /// What a capture does, frame by frame.
  case faceCapture = "face-capture"
  /// Fingerprint images from a reader or a recording.
  case fingerReader = "finger-reader"
  /// Words in sound, by a graph of what is said.
  case speechRecognizer = "speech-recognizer"

  /// Whether it makes templates, whose format has a name.
  var makesTemplates: Bool { [.voiceExtractor, .faceExtractor, .fingerExtractor].contains(self) }
}
