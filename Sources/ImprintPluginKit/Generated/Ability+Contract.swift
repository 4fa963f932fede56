// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities; change that, not this.
// swift-format-ignore-file
import CImprint

/// What a plugin provides, by ability; each table's functions read their own.
struct AttachedAbilities {
  var camera: (any CameraPlugin)?
  var faceTracker: (any FaceTrackerPlugin)?
  var cameraControl: (any CameraControlPlugin)?
  var deviceWatch: (any DeviceWatchPlugin)?
  var microphone: (any MicrophonePlugin)?
  var cardReader: (any CardReaderPlugin)?
  var voiceExtractor: (any VoiceExtractorPlugin)?
  var faceExtractor: (any FaceExtractorPlugin)?
  var matcher: (any MatcherPlugin)?
  var matcherSearch: (any MatcherSearchPlugin)?
  var fingerExtractor: (any FingerExtractorPlugin)?
  var faceCapture: (any FaceCapturePlugin)?
  var fingerReader: (any FingerReaderPlugin)?
  var speechRecognizer: (any SpeechRecognizerPlugin)?
  var fingerExplainer: (any FingerExplainerPlugin)?
}

extension Ability where P: CameraPlugin {
  /// `imprint.camera/1`: Frames from a device or a recording.
  public static var camera: Ability {
    Ability(id: IMP_CAMERA_ID, table: UnsafeRawPointer(CameraTable.table)) { $0.camera = $1 }
  }
}

extension Ability where P: FaceTrackerPlugin {
  /// `imprint.face-tracker/1`: Faces in frames.
  public static var faceTracker: Ability {
    Ability(id: IMP_FACE_TRACKER_ID, table: UnsafeRawPointer(FaceTrackerTable.table)) { $0.faceTracker = $1 }
  }
}

extension Ability where P: CameraControlPlugin {
  /// `imprint.camera-control/1`: What a camera can do, and its settings.
  public static var cameraControl: Ability {
    Ability(id: IMP_CAMERA_CONTROL_ID, table: UnsafeRawPointer(CameraControlTable.table)) { $0.cameraControl = $1 }
  }
}

extension Ability where P: DeviceWatchPlugin {
  /// `imprint.device-watch/1`: Devices that come and go.
  public static var deviceWatch: Ability {
    Ability(id: IMP_DEVICE_WATCH_ID, table: UnsafeRawPointer(DeviceWatchTable.table)) { $0.deviceWatch = $1 }
  }
}

extension Ability where P: MicrophonePlugin {
  /// `imprint.microphone/1`: Sound from a device or a recording.
  public static var microphone: Ability {
    Ability(id: IMP_MICROPHONE_ID, table: UnsafeRawPointer(MicrophoneTable.table)) { $0.microphone = $1 }
  }
}

extension Ability where P: CardReaderPlugin {
  /// `imprint.card-reader/1`: Smart card readers, and the cards in them.
  public static var cardReader: Ability {
    Ability(id: IMP_CARD_READER_ID, table: UnsafeRawPointer(CardReaderTable.table)) { $0.cardReader = $1 }
  }
}

extension Ability where P: VoiceExtractorPlugin {
  /// `imprint.voice-extractor/1`: Voices in sound, as templates.
  public static var voiceExtractor: Ability {
    Ability(id: IMP_VOICE_EXTRACTOR_ID, table: UnsafeRawPointer(VoiceExtractorTable.table)) { $0.voiceExtractor = $1 }
  }
}

extension Ability where P: FaceExtractorPlugin {
  /// `imprint.face-extractor/1`: Faces in images, as templates.
  public static var faceExtractor: Ability {
    Ability(id: IMP_FACE_EXTRACTOR_ID, table: UnsafeRawPointer(FaceExtractorTable.table)) { $0.faceExtractor = $1 }
  }
}

extension Ability where P: MatcherPlugin {
  /// `imprint.matcher/2`: How alike templates are.
  public static var matcher: Ability {
    Ability(id: IMP_MATCHER_ID, table: UnsafeRawPointer(MatcherTable.table)) { $0.matcher = $1 }
  }
}

extension Ability where P: MatcherSearchPlugin {
  /// `imprint.matcher-search/1`: The most alike of many templates.
  public static var matcherSearch: Ability {
    Ability(id: IMP_MATCHER_SEARCH_ID, table: UnsafeRawPointer(MatcherSearchTable.table)) { $0.matcherSearch = $1 }
  }
}

extension Ability where P: FingerExtractorPlugin {
  /// `imprint.finger-extractor/1`: Fingers in images, as templates.
  public static var fingerExtractor: Ability {
    Ability(id: IMP_FINGER_EXTRACTOR_ID, table: UnsafeRawPointer(FingerExtractorTable.table)) { $0.fingerExtractor = $1 }
  }
}

extension Ability where P: FaceCapturePlugin {
  /// `imprint.face-capture/2`: What a capture does, frame by frame.
  public static var faceCapture: Ability {
    Ability(id: IMP_FACE_CAPTURE_ID, table: UnsafeRawPointer(FaceCaptureTable.table)) { $0.faceCapture = $1 }
  }
}

extension Ability where P: FingerReaderPlugin {
  /// `imprint.finger-reader/1`: Fingerprint images from a reader or a recording.
  public static var fingerReader: Ability {
    Ability(id: IMP_FINGER_READER_ID, table: UnsafeRawPointer(FingerReaderTable.table)) { $0.fingerReader = $1 }
  }
}

extension Ability where P: SpeechRecognizerPlugin {
  /// `imprint.speech-recognizer/1`: Words in sound, by a graph of what is said.
  public static var speechRecognizer: Ability {
    Ability(id: IMP_SPEECH_RECOGNIZER_ID, table: UnsafeRawPointer(SpeechRecognizerTable.table)) { $0.speechRecognizer = $1 }
  }
}

extension Ability where P: FingerExplainerPlugin {
  /// `imprint.finger-explainer/1`: Why two fingers are as alike as a matcher says.
  public static var fingerExplainer: Ability {
    Ability(id: IMP_FINGER_EXPLAINER_ID, table: UnsafeRawPointer(FingerExplainerTable.table)) { $0.fingerExplainer = $1 }
  }
}
