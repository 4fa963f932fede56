// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities; change that, not this.
// swift-format-ignore-file

internal import CImprint

extension CallExecutor {
  /// Executes the function that a request names.
  func call(
    _ request: CallRequest, _ body: UnsafeRawBufferPointer, _ reply: inout ReplyWriter
  ) throws(ExecutionFault) -> imp_status {
    switch request.function {
    case .pluginDescribe: try pluginDescribe(request, body, &reply)
    case .pluginOpen: try pluginOpen(request, body, &reply)
    case .pluginClose: try pluginClose(request, body, &reply)
    case .pluginAbility: try pluginAbility(request, body, &reply)
    case .cameraList: try cameraList(request, body, &reply)
    case .cameraOpen: try cameraOpen(request, body, &reply)
    case .cameraNextFrame: try cameraNextFrame(request, body, &reply)
    case .cameraCancel: try cameraCancel(request, body, &reply)
    case .cameraClose: try cameraClose(request, body, &reply)
    case .trackerCreate: try trackerCreate(request, body, &reply)
    case .trackerTrack: try trackerTrack(request, body, &reply)
    case .trackerReset: try trackerReset(request, body, &reply)
    case .trackerDestroy: try trackerDestroy(request, body, &reply)
    case .cameraControlModes: try cameraControlModes(request, body, &reply)
    case .cameraControlControls: try cameraControlControls(request, body, &reply)
    case .cameraControlSet: try cameraControlSet(request, body, &reply)
    case .watchOpen: try watchOpen(request, body, &reply)
    case .watchNext: try watchNext(request, body, &reply)
    case .watchCancel: try watchCancel(request, body, &reply)
    case .watchClose: try watchClose(request, body, &reply)
    case .microphoneList: try microphoneList(request, body, &reply)
    case .microphoneOpen: try microphoneOpen(request, body, &reply)
    case .microphoneRead: try microphoneRead(request, body, &reply)
    case .microphoneCancel: try microphoneCancel(request, body, &reply)
    case .microphoneClose: try microphoneClose(request, body, &reply)
    case .cardList: try cardList(request, body, &reply)
    case .cardConnect: try cardConnect(request, body, &reply)
    case .cardStatus: try cardStatus(request, body, &reply)
    case .cardTransmit: try cardTransmit(request, body, &reply)
    case .cardBegin: try cardBegin(request, body, &reply)
    case .cardEnd: try cardEnd(request, body, &reply)
    case .cardReconnect: try cardReconnect(request, body, &reply)
    case .cardDisconnect: try cardDisconnect(request, body, &reply)
    case .cardControl: try cardControl(request, body, &reply)
    case .cardAttribute: try cardAttribute(request, body, &reply)
    case .cardSetAttribute: try cardSetAttribute(request, body, &reply)
    case .cardCancel: try cardCancel(request, body, &reply)
    case .cardClose: try cardClose(request, body, &reply)
    case .voiceFormats: try voiceFormats(request, body, &reply)
    case .voiceCreate: try voiceCreate(request, body, &reply)
    case .voiceExtract: try voiceExtract(request, body, &reply)
    case .voiceMeasure: try voiceMeasure(request, body, &reply)
    case .voiceDestroy: try voiceDestroy(request, body, &reply)
    case .faceExtractorFormats: try faceExtractorFormats(request, body, &reply)
    case .faceExtractorCreate: try faceExtractorCreate(request, body, &reply)
    case .faceExtractorExtract: try faceExtractorExtract(request, body, &reply)
    case .faceExtractorDestroy: try faceExtractorDestroy(request, body, &reply)
    case .matcherFormats: try matcherFormats(request, body, &reply)
    case .matcherCreate: try matcherCreate(request, body, &reply)
    case .matcherCompare: try matcherCompare(request, body, &reply)
    case .matcherCompareMany: try matcherCompareMany(request, body, &reply)
    case .matcherFuse: try matcherFuse(request, body, &reply)
    case .matcherDestroy: try matcherDestroy(request, body, &reply)
    case .searchForms: try searchForms(request, body, &reply)
    case .searchCreate: try searchCreate(request, body, &reply)
    case .searchPrepare: try searchPrepare(request, body, &reply)
    case .searchSearch: try searchSearch(request, body, &reply)
    case .searchDestroy: try searchDestroy(request, body, &reply)
    case .fingerExtractorFormats: try fingerExtractorFormats(request, body, &reply)
    case .fingerExtractorCreate: try fingerExtractorCreate(request, body, &reply)
    case .fingerExtractorExtract: try fingerExtractorExtract(request, body, &reply)
    case .fingerExtractorDestroy: try fingerExtractorDestroy(request, body, &reply)
    case .captureCreate: try captureCreate(request, body, &reply)
    case .captureStep: try captureStep(request, body, &reply)
    case .captureDestroy: try captureDestroy(request, body, &reply)
    case .fingerReaderList: try fingerReaderList(request, body, &reply)
    case .fingerReaderOpen: try fingerReaderOpen(request, body, &reply)
    case .fingerReaderNextEvent: try fingerReaderNextEvent(request, body, &reply)
    case .fingerReaderCancel: try fingerReaderCancel(request, body, &reply)
    case .fingerReaderClose: try fingerReaderClose(request, body, &reply)
    case .speechBundles: try speechBundles(request, body, &reply)
    case .speechPronunciations: try speechPronunciations(request, body, &reply)
    case .speechCreate: try speechCreate(request, body, &reply)
    case .speechStep: try speechStep(request, body, &reply)
    case .speechFinish: try speechFinish(request, body, &reply)
    case .speechReset: try speechReset(request, body, &reply)
    case .speechDestroy: try speechDestroy(request, body, &reply)
    case .fingerExplainerCreate: try fingerExplainerCreate(request, body, &reply)
    case .fingerExplainerExplain: try fingerExplainerExplain(request, body, &reply)
    case .fingerExplainerDestroy: try fingerExplainerDestroy(request, body, &reply)
    }
  }
}

package enum ContractTables {
  /// The table of every ability.
  package static let all: [any AbilityTable.Type] = [
    imp_camera_ability.self,
    imp_face_tracker_ability.self,
    imp_camera_control_ability.self,
    imp_device_watch_ability.self,
    imp_microphone_ability.self,
    imp_card_reader_ability.self,
    imp_voice_extractor_ability.self,
    imp_face_extractor_ability.self,
    imp_matcher_ability.self,
    imp_matcher_search_ability.self,
    imp_finger_extractor_ability.self,
    imp_face_capture_ability_v2.self,
    imp_finger_reader_ability.self,
    imp_speech_recognizer_ability.self,
    imp_finger_explainer_ability.self,
  ]
}
