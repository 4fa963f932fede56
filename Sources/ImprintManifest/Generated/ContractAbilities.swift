// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities and imprint/host.h; change that, not
// this.
// swift-format-ignore-file

extension AbilityID {
  /// Frames from a device or a recording.
  public static let camera = AbilityID(known: "imprint.camera", revision: 1)
  /// Faces in frames.
  public static let faceTracker = AbilityID(known: "imprint.face-tracker", revision: 1)
  /// What a camera can do, and its settings.
  public static let cameraControl = AbilityID(known: "imprint.camera-control", revision: 1)
  /// Devices that come and go.
  public static let deviceWatch = AbilityID(known: "imprint.device-watch", revision: 1)
  /// Sound from a device or a recording.
  public static let microphone = AbilityID(known: "imprint.microphone", revision: 1)
  /// Smart card readers, and the cards in them.
  public static let cardReader = AbilityID(known: "imprint.card-reader", revision: 1)
  /// Voices in sound, as templates.
  public static let voiceExtractor = AbilityID(known: "imprint.voice-extractor", revision: 1)
  /// Faces in images, as templates.
  public static let faceExtractor = AbilityID(known: "imprint.face-extractor", revision: 1)
  /// How alike templates are.
  public static let matcher = AbilityID(known: "imprint.matcher", revision: 2)
  /// The most alike of many templates.
  public static let matcherSearch = AbilityID(known: "imprint.matcher-search", revision: 1)
  /// Fingers in images, as templates.
  public static let fingerExtractor = AbilityID(known: "imprint.finger-extractor", revision: 1)
  /// What a capture does, frame by frame.
  public static let faceCapture = AbilityID(known: "imprint.face-capture", revision: 2)
  /// Fingerprint images from a reader or a recording.
  public static let fingerReader = AbilityID(known: "imprint.finger-reader", revision: 1)
  /// Words in sound, by a graph of what is said.
  public static let speechRecognizer = AbilityID(known: "imprint.speech-recognizer", revision: 1)
  /// Why two fingers are as alike as a matcher says.
  public static let fingerExplainer = AbilityID(known: "imprint.finger-explainer", revision: 1)
}

extension KnownAbility {
  static let all: [KnownAbility] = [
    KnownAbility(id: "imprint.camera/1", provision: .severalPlugins),
    KnownAbility(id: "imprint.face-tracker/1", provision: .onePlugin),
    KnownAbility(id: "imprint.camera-control/1", provision: .besideDevices),
    KnownAbility(id: "imprint.device-watch/1", provision: .besideDevices),
    KnownAbility(id: "imprint.microphone/1", provision: .severalPlugins),
    KnownAbility(id: "imprint.card-reader/1", provision: .severalPlugins),
    KnownAbility(id: "imprint.voice-extractor/1", provision: .onePlugin),
    KnownAbility(id: "imprint.face-extractor/1", provision: .onePlugin),
    KnownAbility(id: "imprint.matcher/2", provision: .onePlugin),
    KnownAbility(id: "imprint.matcher-search/1", provision: .besideMatchers),
    KnownAbility(id: "imprint.finger-extractor/1", provision: .onePlugin),
    KnownAbility(id: "imprint.face-capture/2", provision: .onePlugin),
    KnownAbility(id: "imprint.finger-reader/1", provision: .severalPlugins),
    KnownAbility(id: "imprint.speech-recognizer/1", provision: .onePlugin),
    KnownAbility(id: "imprint.finger-explainer/1", provision: .besideMatchers),
    KnownAbility(id: "imprint.host.log/1", provision: .host),
    KnownAbility(id: "imprint.host.report/1", provision: .host),
    KnownAbility(id: "imprint.host.files/1", provision: .host),
    KnownAbility(id: "imprint.host.entitlement/1", provision: .host),
    KnownAbility(id: "imprint.host.parameters/1", provision: .host),
    KnownAbility(id: "imprint.host.cache/1", provision: .host),
  ]
}
