// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities; change that, not this.
// swift-format-ignore-file

internal import CImprint

extension CallFunction {
  /// The message of its request.
  var request: any CallMessage.Type {
    switch self {
    case .pluginDescribe: EmptyMessage.self
    case .pluginOpen: OpenMessage.self
    case .pluginClose: EmptyMessage.self
    case .pluginAbility: AbilityMessage.self
    case .cameraList: ListMessage.self
    case .cameraOpen: CameraOpenRequest.self
    case .cameraNextFrame: FillMessage<imp_frame>.self
    case .cameraCancel: EmptyMessage.self
    case .cameraClose: EmptyMessage.self
    case .trackerCreate: TrackerCreateRequest.self
    case .trackerTrack: TrackerTrackRequest.self
    case .trackerReset: EmptyMessage.self
    case .trackerDestroy: EmptyMessage.self
    case .cameraControlModes: CameraControlModesRequest.self
    case .cameraControlControls: CameraControlControlsRequest.self
    case .cameraControlSet: CameraControlSetRequest.self
    case .watchOpen: EmptyMessage.self
    case .watchNext: WatchNextRequest.self
    case .watchCancel: EmptyMessage.self
    case .watchClose: EmptyMessage.self
    case .microphoneList: ListMessage.self
    case .microphoneOpen: MicrophoneOpenRequest.self
    case .microphoneRead: FillMessage<imp_audio_chunk>.self
    case .microphoneCancel: EmptyMessage.self
    case .microphoneClose: EmptyMessage.self
    case .cardList: ListMessage.self
    case .cardConnect: CardConnectRequest.self
    case .cardStatus: CardStatusRequest.self
    case .cardTransmit: ExchangeMessage.self
    case .cardBegin: CardBeginRequest.self
    case .cardEnd: CardEndRequest.self
    case .cardReconnect: CardReconnectRequest.self
    case .cardDisconnect: CardDisconnectRequest.self
    case .cardControl: ExchangeMessage.self
    case .cardAttribute: ExchangeMessage.self
    case .cardSetAttribute: CardSetAttributeRequest.self
    case .cardCancel: EmptyMessage.self
    case .cardClose: EmptyMessage.self
    case .voiceFormats: ListMessage.self
    case .voiceCreate: VoiceCreateRequest.self
    case .voiceExtract: VoiceExtractRequest.self
    case .voiceMeasure: VoiceMeasureRequest.self
    case .voiceDestroy: EmptyMessage.self
    case .faceExtractorFormats: ListMessage.self
    case .faceExtractorCreate: FaceExtractorCreateRequest.self
    case .faceExtractorExtract: FaceExtractorExtractRequest.self
    case .faceExtractorDestroy: EmptyMessage.self
    case .matcherFormats: ListMessage.self
    case .matcherCreate: MatcherCreateRequest.self
    case .matcherCompare: MatcherCompareRequest.self
    case .matcherCompareMany: MatcherCompareManyRequest.self
    case .matcherFuse: MatcherFuseRequest.self
    case .matcherDestroy: EmptyMessage.self
    case .searchForms: ListMessage.self
    case .searchCreate: SearchCreateRequest.self
    case .searchPrepare: SearchPrepareRequest.self
    case .searchSearch: SearchSearchRequest.self
    case .searchDestroy: EmptyMessage.self
    case .fingerExtractorFormats: ListMessage.self
    case .fingerExtractorCreate: FingerExtractorCreateRequest.self
    case .fingerExtractorExtract: FingerExtractorExtractRequest.self
    case .fingerExtractorDestroy: EmptyMessage.self
    case .captureCreate: CaptureCreateRequest.self
    case .captureStep: CaptureStepRequest.self
    case .captureDestroy: EmptyMessage.self
    case .fingerReaderList: ListMessage.self
    case .fingerReaderOpen: FingerReaderOpenRequest.self
    case .fingerReaderNextEvent: FillMessage<imp_finger_event>.self
    case .fingerReaderCancel: EmptyMessage.self
    case .fingerReaderClose: EmptyMessage.self
    case .speechBundles: ListMessage.self
    case .speechPronunciations: SpeechPronunciationsRequest.self
    case .speechCreate: SpeechCreateRequest.self
    case .speechStep: SpeechStepRequest.self
    case .speechFinish: SpeechFinishRequest.self
    case .speechReset: EmptyMessage.self
    case .speechDestroy: EmptyMessage.self
    case .fingerExplainerCreate: FingerExplainerCreateRequest.self
    case .fingerExplainerExplain: FingerExplainerExplainRequest.self
    case .fingerExplainerDestroy: EmptyMessage.self
    }
  }

  /// What its reply holds behind the head.
  var results: ReplyResults {
    switch self {
    case .pluginDescribe: .message(DescriptorMessage.self)
    case .pluginOpen: .values([.init(MemoryLayout<UInt64>.size, .plain)])
    case .pluginClose: .values([])
    case .pluginAbility: .values([.init(MemoryLayout<UInt64>.size, .plain)])
    case .cameraList: .list(stride: MemoryLayout<imp_camera_info>.stride, .bytes)
    case .cameraOpen: .values([.init(MemoryLayout<UInt64>.size, .plain)])
    case .cameraNextFrame: .filled(beside: MemoryLayout<imp_frame>.size, .plain, .bytes)
    case .cameraCancel: .values([])
    case .cameraClose: .values([])
    case .trackerCreate: .values([.init(MemoryLayout<UInt64>.size, .plain)])
    case .trackerTrack: .lists([.init(stride: MemoryLayout<imp_face>.stride, .faces), .init(stride: MemoryLayout<imp_point3>.stride, .numbers)])
    case .trackerReset: .values([])
    case .trackerDestroy: .values([])
    case .cameraControlModes: .list(stride: MemoryLayout<imp_camera_mode>.stride, .plain)
    case .cameraControlControls: .list(stride: MemoryLayout<imp_camera_control>.stride, .plain)
    case .cameraControlSet: .values([.init(MemoryLayout<Int64>.size, .plain)])
    case .watchOpen: .values([.init(MemoryLayout<UInt64>.size, .plain)])
    case .watchNext: .values([.init(MemoryLayout<imp_device_event>.size, .bytes)])
    case .watchCancel: .values([])
    case .watchClose: .values([])
    case .microphoneList: .list(stride: MemoryLayout<imp_microphone_info>.stride, .bytes)
    case .microphoneOpen: .values([.init(MemoryLayout<UInt64>.size, .plain), .init(MemoryLayout<imp_audio_format>.size, .plain)])
    case .microphoneRead: .filled(beside: MemoryLayout<imp_audio_chunk>.size, .plain, .bytes)
    case .microphoneCancel: .values([])
    case .microphoneClose: .values([])
    case .cardList: .list(stride: MemoryLayout<imp_reader_info>.stride, .bytes)
    case .cardConnect: .values([.init(MemoryLayout<UInt64>.size, .plain)])
    case .cardStatus: .values([.init(MemoryLayout<imp_card_status>.size, .bytes)])
    case .cardTransmit: .filled(beside: 0, .plain, .bytes)
    case .cardBegin: .values([])
    case .cardEnd: .values([])
    case .cardReconnect: .values([])
    case .cardDisconnect: .values([])
    case .cardControl: .filled(beside: 0, .plain, .bytes)
    case .cardAttribute: .filled(beside: 0, .plain, .bytes)
    case .cardSetAttribute: .values([])
    case .cardCancel: .values([])
    case .cardClose: .values([])
    case .voiceFormats: .list(stride: MemoryLayout<imp_voice_format>.stride, .plain)
    case .voiceCreate: .values([.init(MemoryLayout<UInt64>.size, .plain)])
    case .voiceExtract: .filled(beside: MemoryLayout<imp_extraction>.size, .plain, .bytes)
    case .voiceMeasure: .values([.init(MemoryLayout<imp_voice_facts>.size, .plain)])
    case .voiceDestroy: .values([])
    case .faceExtractorFormats: .list(stride: MemoryLayout<imp_face_format>.stride, .plain)
    case .faceExtractorCreate: .values([.init(MemoryLayout<UInt64>.size, .plain)])
    case .faceExtractorExtract: .filled(beside: MemoryLayout<imp_extraction>.size, .plain, .bytes)
    case .faceExtractorDestroy: .values([])
    case .matcherFormats: .list(stride: MemoryLayout<imp_matcher_format>.stride, .plain)
    case .matcherCreate: .values([.init(MemoryLayout<UInt64>.size, .plain)])
    case .matcherCompare: .values([.init(MemoryLayout<Float>.size, .plain)])
    case .matcherCompareMany: .rest(.plain)
    case .matcherFuse: .filled(beside: MemoryLayout<imp_fusion>.size, .plain, .bytes)
    case .matcherDestroy: .values([])
    case .searchForms: .list(stride: MemoryLayout<imp_search_form>.stride, .plain)
    case .searchCreate: .values([.init(MemoryLayout<UInt64>.size, .plain)])
    case .searchPrepare: .rest(.bytes)
    case .searchSearch: .list(stride: MemoryLayout<imp_search_hit>.stride, .numbers)
    case .searchDestroy: .values([])
    case .fingerExtractorFormats: .list(stride: MemoryLayout<imp_finger_format>.stride, .plain)
    case .fingerExtractorCreate: .values([.init(MemoryLayout<UInt64>.size, .plain)])
    case .fingerExtractorExtract: .filled(beside: MemoryLayout<imp_extraction>.size, .plain, .bytes)
    case .fingerExtractorDestroy: .values([])
    case .captureCreate: .values([.init(MemoryLayout<UInt64>.size, .plain)])
    case .captureStep: .list(stride: MemoryLayout<imp_capture_event_v2>.stride, .plain)
    case .captureDestroy: .values([])
    case .fingerReaderList: .list(stride: MemoryLayout<imp_finger_reader_info>.stride, .bytes)
    case .fingerReaderOpen: .values([.init(MemoryLayout<UInt64>.size, .plain)])
    case .fingerReaderNextEvent: .filled(beside: MemoryLayout<imp_finger_event>.size, .plain, .bytes)
    case .fingerReaderCancel: .values([])
    case .fingerReaderClose: .values([])
    case .speechBundles: .list(stride: MemoryLayout<imp_speech_bundle>.stride, .plain)
    case .speechPronunciations: .list(stride: MemoryLayout<imp_speech_pronunciation>.stride, .bytes)
    case .speechCreate: .values([.init(MemoryLayout<UInt64>.size, .plain)])
    case .speechStep: .lists([.init(stride: MemoryLayout<imp_speech_event>.stride, .plain), .init(stride: MemoryLayout<imp_speech_word>.stride, .text)])
    case .speechFinish: .lists([.init(stride: MemoryLayout<imp_speech_event>.stride, .plain), .init(stride: MemoryLayout<imp_speech_word>.stride, .text)])
    case .speechReset: .values([])
    case .speechDestroy: .values([])
    case .fingerExplainerCreate: .values([.init(MemoryLayout<UInt64>.size, .plain)])
    case .fingerExplainerExplain: .filled(beside: MemoryLayout<imp_finger_explanation>.size, .plain, .bytes)
    case .fingerExplainerDestroy: .values([])
    }
  }

  /// The call that made what it is called on; `nil` for one on the entry.
  package var maker: CallFunction? {
    switch self {
    case .pluginDescribe: nil
    case .pluginOpen: nil
    case .pluginClose: .pluginOpen
    case .pluginAbility: .pluginOpen
    case .cameraList: .pluginOpen
    case .cameraOpen: .pluginOpen
    case .cameraNextFrame: .cameraOpen
    case .cameraCancel: .cameraOpen
    case .cameraClose: .cameraOpen
    case .trackerCreate: .pluginOpen
    case .trackerTrack: .trackerCreate
    case .trackerReset: .trackerCreate
    case .trackerDestroy: .trackerCreate
    case .cameraControlModes: .pluginOpen
    case .cameraControlControls: .pluginOpen
    case .cameraControlSet: .pluginOpen
    case .watchOpen: .pluginOpen
    case .watchNext: .watchOpen
    case .watchCancel: .watchOpen
    case .watchClose: .watchOpen
    case .microphoneList: .pluginOpen
    case .microphoneOpen: .pluginOpen
    case .microphoneRead: .microphoneOpen
    case .microphoneCancel: .microphoneOpen
    case .microphoneClose: .microphoneOpen
    case .cardList: .pluginOpen
    case .cardConnect: .pluginOpen
    case .cardStatus: .cardConnect
    case .cardTransmit: .cardConnect
    case .cardBegin: .cardConnect
    case .cardEnd: .cardConnect
    case .cardReconnect: .cardConnect
    case .cardDisconnect: .cardConnect
    case .cardControl: .cardConnect
    case .cardAttribute: .cardConnect
    case .cardSetAttribute: .cardConnect
    case .cardCancel: .cardConnect
    case .cardClose: .cardConnect
    case .voiceFormats: .pluginOpen
    case .voiceCreate: .pluginOpen
    case .voiceExtract: .voiceCreate
    case .voiceMeasure: .voiceCreate
    case .voiceDestroy: .voiceCreate
    case .faceExtractorFormats: .pluginOpen
    case .faceExtractorCreate: .pluginOpen
    case .faceExtractorExtract: .faceExtractorCreate
    case .faceExtractorDestroy: .faceExtractorCreate
    case .matcherFormats: .pluginOpen
    case .matcherCreate: .pluginOpen
    case .matcherCompare: .matcherCreate
    case .matcherCompareMany: .matcherCreate
    case .matcherFuse: .matcherCreate
    case .matcherDestroy: .matcherCreate
    case .searchForms: .pluginOpen
    case .searchCreate: .pluginOpen
    case .searchPrepare: .searchCreate
    case .searchSearch: .searchCreate
    case .searchDestroy: .searchCreate
    case .fingerExtractorFormats: .pluginOpen
    case .fingerExtractorCreate: .pluginOpen
    case .fingerExtractorExtract: .fingerExtractorCreate
    case .fingerExtractorDestroy: .fingerExtractorCreate
    case .captureCreate: .pluginOpen
    case .captureStep: .captureCreate
    case .captureDestroy: .captureCreate
    case .fingerReaderList: .pluginOpen
    case .fingerReaderOpen: .pluginOpen
    case .fingerReaderNextEvent: .fingerReaderOpen
    case .fingerReaderCancel: .fingerReaderOpen
    case .fingerReaderClose: .fingerReaderOpen
    case .speechBundles: .pluginOpen
    case .speechPronunciations: .pluginOpen
    case .speechCreate: .pluginOpen
    case .speechStep: .speechCreate
    case .speechFinish: .speechCreate
    case .speechReset: .speechCreate
    case .speechDestroy: .speechCreate
    case .fingerExplainerCreate: .pluginOpen
    case .fingerExplainerExplain: .fingerExplainerCreate
    case .fingerExplainerDestroy: .fingerExplainerCreate
    }
  }
}
