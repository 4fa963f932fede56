// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities; change that, not this.
// swift-format-ignore-file

extension CallFunction {
  public var traits: CallTraits {
    switch self {
    case .pluginDescribe:
      CallTraits(name: "plugin.describe", deadline: .open, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .pluginOpen:
      CallTraits(name: "plugin.open", deadline: .open, makes: .pluginClose, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .opening)
    case .pluginClose:
      CallTraits(name: "plugin.close", deadline: .release, makes: nil, afterEnd: .nothing,
        effect: .none, isSecret: false, replay: .opening)
    case .pluginAbility:
      CallTraits(name: "plugin.ability", deadline: .open, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .cameraList:
      CallTraits(name: "camera.list", deadline: .step, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .cameraOpen:
      CallTraits(name: "camera.open", deadline: .create, makes: .cameraClose, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .cameraNextFrame:
      CallTraits(name: "camera.next_frame", deadline: .wait, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .never)
    case .cameraCancel:
      CallTraits(name: "camera.cancel", deadline: .release, makes: nil, afterEnd: .isLost,
        effect: .cancels, isSecret: false, replay: .never)
    case .cameraClose:
      CallTraits(name: "camera.close", deadline: .release, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .never)
    case .trackerCreate:
      CallTraits(name: "face-tracker.create", deadline: .create, makes: .trackerDestroy, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .trackerTrack:
      CallTraits(name: "face-tracker.track", deadline: .step, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .trackerReset:
      CallTraits(name: "face-tracker.reset", deadline: .step, makes: nil, afterEnd: .nothing,
        effect: .none, isSecret: false, replay: .repeated)
    case .trackerDestroy:
      CallTraits(name: "face-tracker.destroy", deadline: .release, makes: nil, afterEnd: .nothing,
        effect: .none, isSecret: false, replay: .repeated)
    case .cameraControlModes:
      CallTraits(name: "camera-control.modes", deadline: .step, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .cameraControlControls:
      CallTraits(name: "camera-control.controls", deadline: .step, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .cameraControlSet:
      CallTraits(name: "camera-control.set", deadline: .step, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .watchOpen:
      CallTraits(name: "device-watch.open", deadline: .create, makes: .watchClose, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .watchNext:
      CallTraits(name: "device-watch.next", deadline: .wait, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .never)
    case .watchCancel:
      CallTraits(name: "device-watch.cancel", deadline: .release, makes: nil, afterEnd: .isLost,
        effect: .cancels, isSecret: false, replay: .never)
    case .watchClose:
      CallTraits(name: "device-watch.close", deadline: .release, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .never)
    case .microphoneList:
      CallTraits(name: "microphone.list", deadline: .step, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .microphoneOpen:
      CallTraits(name: "microphone.open", deadline: .create, makes: .microphoneClose, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .microphoneRead:
      CallTraits(name: "microphone.read", deadline: .wait, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .never)
    case .microphoneCancel:
      CallTraits(name: "microphone.cancel", deadline: .release, makes: nil, afterEnd: .isLost,
        effect: .cancels, isSecret: false, replay: .never)
    case .microphoneClose:
      CallTraits(name: "microphone.close", deadline: .release, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .never)
    case .cardList:
      CallTraits(name: "card-reader.list", deadline: .step, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .cardConnect:
      CallTraits(name: "card-reader.connect", deadline: .create, makes: .cardClose, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .cardStatus:
      CallTraits(name: "card-reader.status", deadline: .step, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .never)
    case .cardTransmit:
      CallTraits(name: "card-reader.transmit", deadline: .cardCommand, makes: nil, afterEnd: .isLost,
        effect: .acts, isSecret: true, replay: .never)
    case .cardBegin:
      CallTraits(name: "card-reader.begin", deadline: .step, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .never)
    case .cardEnd:
      CallTraits(name: "card-reader.end", deadline: .cardCommand, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .never)
    case .cardReconnect:
      CallTraits(name: "card-reader.reconnect", deadline: .create, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .never)
    case .cardDisconnect:
      CallTraits(name: "card-reader.disconnect", deadline: .cardCommand, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .never)
    case .cardControl:
      CallTraits(name: "card-reader.control", deadline: .cardCommand, makes: nil, afterEnd: .isLost,
        effect: .acts, isSecret: true, replay: .never)
    case .cardAttribute:
      CallTraits(name: "card-reader.attribute", deadline: .step, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: true, replay: .never)
    case .cardSetAttribute:
      CallTraits(name: "card-reader.set_attribute", deadline: .step, makes: nil, afterEnd: .isLost,
        effect: .acts, isSecret: true, replay: .never)
    case .cardCancel:
      CallTraits(name: "card-reader.cancel", deadline: .release, makes: nil, afterEnd: .isLost,
        effect: .cancels, isSecret: false, replay: .never)
    case .cardClose:
      CallTraits(name: "card-reader.close", deadline: .release, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .never)
    case .voiceFormats:
      CallTraits(name: "voice-extractor.formats", deadline: .open, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .voiceCreate:
      CallTraits(name: "voice-extractor.create", deadline: .create, makes: .voiceDestroy, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .voiceExtract:
      CallTraits(name: "voice-extractor.extract", deadline: .extract, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .voiceMeasure:
      CallTraits(name: "voice-extractor.measure", deadline: .extract, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .voiceDestroy:
      CallTraits(name: "voice-extractor.destroy", deadline: .release, makes: nil, afterEnd: .nothing,
        effect: .none, isSecret: false, replay: .repeated)
    case .faceExtractorFormats:
      CallTraits(name: "face-extractor.formats", deadline: .open, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .faceExtractorCreate:
      CallTraits(name: "face-extractor.create", deadline: .create, makes: .faceExtractorDestroy, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .faceExtractorExtract:
      CallTraits(name: "face-extractor.extract", deadline: .extract, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .faceExtractorDestroy:
      CallTraits(name: "face-extractor.destroy", deadline: .release, makes: nil, afterEnd: .nothing,
        effect: .none, isSecret: false, replay: .repeated)
    case .matcherFormats:
      CallTraits(name: "matcher.formats", deadline: .open, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .matcherCreate:
      CallTraits(name: "matcher.create", deadline: .create, makes: .matcherDestroy, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .matcherCompare:
      CallTraits(name: "matcher.compare", deadline: .compare, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .matcherCompareMany:
      CallTraits(name: "matcher.compare_many", deadline: .compare, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .matcherFuse:
      CallTraits(name: "matcher.fuse", deadline: .compare, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .matcherDestroy:
      CallTraits(name: "matcher.destroy", deadline: .release, makes: nil, afterEnd: .nothing,
        effect: .none, isSecret: false, replay: .repeated)
    case .searchForms:
      CallTraits(name: "matcher-search.forms", deadline: .open, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .searchCreate:
      CallTraits(name: "matcher-search.create", deadline: .create, makes: .searchDestroy, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .searchPrepare:
      CallTraits(name: "matcher-search.prepare", deadline: .compare, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .searchSearch:
      CallTraits(name: "matcher-search.search", deadline: .compare, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .searchDestroy:
      CallTraits(name: "matcher-search.destroy", deadline: .release, makes: nil, afterEnd: .nothing,
        effect: .none, isSecret: false, replay: .never)
    case .fingerExtractorFormats:
      CallTraits(name: "finger-extractor.formats", deadline: .open, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .fingerExtractorCreate:
      CallTraits(name: "finger-extractor.create", deadline: .create, makes: .fingerExtractorDestroy, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .fingerExtractorExtract:
      CallTraits(name: "finger-extractor.extract", deadline: .extract, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .fingerExtractorDestroy:
      CallTraits(name: "finger-extractor.destroy", deadline: .release, makes: nil, afterEnd: .nothing,
        effect: .none, isSecret: false, replay: .repeated)
    case .captureCreate:
      CallTraits(name: "face-capture.create", deadline: .create, makes: .captureDestroy, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .captureStep:
      CallTraits(name: "face-capture.step", deadline: .step, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .repeated)
    case .captureDestroy:
      CallTraits(name: "face-capture.destroy", deadline: .release, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .repeated)
    case .fingerReaderList:
      CallTraits(name: "finger-reader.list", deadline: .step, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .fingerReaderOpen:
      CallTraits(name: "finger-reader.open", deadline: .create, makes: .fingerReaderClose, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .never)
    case .fingerReaderNextEvent:
      CallTraits(name: "finger-reader.next_event", deadline: .wait, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .never)
    case .fingerReaderCancel:
      CallTraits(name: "finger-reader.cancel", deadline: .release, makes: nil, afterEnd: .isLost,
        effect: .cancels, isSecret: false, replay: .never)
    case .fingerReaderClose:
      CallTraits(name: "finger-reader.close", deadline: .release, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .never)
    case .speechBundles:
      CallTraits(name: "speech-recognizer.bundles", deadline: .open, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .speechPronunciations:
      CallTraits(name: "speech-recognizer.pronunciations", deadline: .create, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .speechCreate:
      CallTraits(name: "speech-recognizer.create", deadline: .create, makes: .speechDestroy, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .speechStep:
      CallTraits(name: "speech-recognizer.step", deadline: .step, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .repeated)
    case .speechFinish:
      CallTraits(name: "speech-recognizer.finish", deadline: .step, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .repeated)
    case .speechReset:
      CallTraits(name: "speech-recognizer.reset", deadline: .step, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .repeated)
    case .speechDestroy:
      CallTraits(name: "speech-recognizer.destroy", deadline: .release, makes: nil, afterEnd: .isLost,
        effect: .none, isSecret: false, replay: .repeated)
    case .fingerExplainerCreate:
      CallTraits(name: "finger-explainer.create", deadline: .create, makes: .fingerExplainerDestroy, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .fingerExplainerExplain:
      CallTraits(name: "finger-explainer.explain", deadline: .compare, makes: nil, afterEnd: .startsAgain,
        effect: .none, isSecret: false, replay: .repeated)
    case .fingerExplainerDestroy:
      CallTraits(name: "finger-explainer.destroy", deadline: .release, makes: nil, afterEnd: .nothing,
        effect: .none, isSecret: false, replay: .repeated)
    }
  }
}
