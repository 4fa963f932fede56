// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities and the headers; change that, not this.
// swift-format-ignore-file
import CImprint
public import ImprintCalls

extension LentCalls {
  /// Makes a call on what a function is called on, with memory that is lent for it.
  public func make(_ function: CallFunction, on it: OpaquePointer, _ lent: LentMemory) -> LentAnswer {
    switch function {
    case .pluginDescribe:
      return pluginDescribe(it, lent)
    case .pluginOpen:
      return pluginOpen(it, lent)
    case .pluginClose:
      return pluginClose(it, lent)
    case .pluginAbility:
      return pluginAbility(it, lent)
    case .cameraList:
      let status = table(imp_camera_ability.self).list(it, lent.structs(imp_camera_info.self), lent.count())
      return LentAnswer(status)
    case .cameraOpen:
      let made = lent.place()
      let lentOptions = lent.one(imp_camera_options.self)
      lentOptions.pointee.locator = lent.text()
      let status = table(imp_camera_ability.self).open(it, lentOptions, made)
      return LentAnswer(status, made.pointee)
    case .cameraNextFrame:
      let status = table(imp_camera_ability.self).next_frame(it, 1, lent.buffer(), lent.one(imp_frame.self))
      return LentAnswer(status)
    case .cameraCancel:
      table(imp_camera_ability.self).cancel(it)
      return LentAnswer()
    case .cameraClose:
      table(imp_camera_ability.self).close(it)
      return LentAnswer()
    case .trackerCreate:
      let made = lent.place()
      let status = table(imp_face_tracker_ability.self).create(
        it, lent.one(imp_face_tracker_options.self), made)
      return LentAnswer(status, made.pointee)
    case .trackerTrack:
      let lentImage = lent.one(imp_image.self)
      lentImage.pointee.pixels = lent.bytes()
      let lentFaces = lent.one(imp_face_list.self)
      lentFaces.pointee.faces = lent.structs(imp_face.self)
      lentFaces.pointee.landmarks = lent.values(imp_point3.self)
      lentFaces.pointee.face_capacity = .init(LentMemory.entries)
      lentFaces.pointee.landmark_capacity = .init(LentMemory.entries)
      let status = table(imp_face_tracker_ability.self).track(it, lentImage, 1, lentFaces)
      return LentAnswer(status)
    case .trackerReset:
      table(imp_face_tracker_ability.self).reset(it)
      return LentAnswer()
    case .trackerDestroy:
      table(imp_face_tracker_ability.self).destroy(it)
      return LentAnswer()
    case .cameraControlModes:
      let status = table(imp_camera_control_ability.self).modes(
        it, lent.text(), lent.structs(imp_camera_mode.self), lent.count())
      return LentAnswer(status)
    case .cameraControlControls:
      let status = table(imp_camera_control_ability.self).controls(
        it, lent.text(), lent.structs(imp_camera_control.self), lent.count())
      return LentAnswer(status)
    case .cameraControlSet:
      let status = table(imp_camera_control_ability.self).set(it, lent.text(), 1, lent.value(Int64.self))
      return LentAnswer(status)
    case .watchOpen:
      let made = lent.place()
      let status = table(imp_device_watch_ability.self).open(it, made)
      return LentAnswer(status, made.pointee)
    case .watchNext:
      let status = table(imp_device_watch_ability.self).next(it, 1, lent.one(imp_device_event.self))
      return LentAnswer(status)
    case .watchCancel:
      table(imp_device_watch_ability.self).cancel(it)
      return LentAnswer()
    case .watchClose:
      table(imp_device_watch_ability.self).close(it)
      return LentAnswer()
    case .microphoneList:
      let status = table(imp_microphone_ability.self).list(
        it, lent.structs(imp_microphone_info.self), lent.count())
      return LentAnswer(status)
    case .microphoneOpen:
      let made = lent.place()
      let lentOptions = lent.one(imp_microphone_options.self)
      lentOptions.pointee.locator = lent.text()
      let status = table(imp_microphone_ability.self).open(
        it, lentOptions, lent.one(imp_audio_format.self), made)
      return LentAnswer(status, made.pointee)
    case .microphoneRead:
      let status = table(imp_microphone_ability.self).read(
        it, 1, lent.buffer(), lent.one(imp_audio_chunk.self))
      return LentAnswer(status)
    case .microphoneCancel:
      table(imp_microphone_ability.self).cancel(it)
      return LentAnswer()
    case .microphoneClose:
      table(imp_microphone_ability.self).close(it)
      return LentAnswer()
    case .cardList:
      let status = table(imp_card_reader_ability.self).list(
        it, lent.structs(imp_reader_info.self), lent.count())
      return LentAnswer(status)
    case .cardConnect:
      let made = lent.place()
      let lentOptions = lent.one(imp_card_options.self)
      lentOptions.pointee.locator = lent.text()
      let status = table(imp_card_reader_ability.self).connect(it, lentOptions, made)
      return LentAnswer(status, made.pointee)
    case .cardStatus:
      let status = table(imp_card_reader_ability.self).status(it, lent.one(imp_card_status.self))
      return LentAnswer(status)
    case .cardTransmit:
      let status = table(imp_card_reader_ability.self).transmit(it, lent.bytes(), lent.buffer())
      return LentAnswer(status)
    case .cardBegin:
      let status = table(imp_card_reader_ability.self).begin(it, 1)
      return LentAnswer(status)
    case .cardEnd:
      let status = table(imp_card_reader_ability.self).end(it, 1)
      return LentAnswer(status)
    case .cardReconnect:
      let lentOptions = lent.one(imp_card_options.self)
      lentOptions.pointee.locator = lent.text()
      let status = table(imp_card_reader_ability.self).reconnect(it, lentOptions, 1)
      return LentAnswer(status)
    case .cardDisconnect:
      let status = table(imp_card_reader_ability.self).disconnect(it, 1)
      return LentAnswer(status)
    case .cardControl:
      let status = table(imp_card_reader_ability.self).control(it, 1, lent.bytes(), lent.buffer())
      return LentAnswer(status)
    case .cardAttribute:
      let status = table(imp_card_reader_ability.self).attribute(it, 1, lent.buffer())
      return LentAnswer(status)
    case .cardSetAttribute:
      let status = table(imp_card_reader_ability.self).set_attribute(it, 1, lent.bytes())
      return LentAnswer(status)
    case .cardCancel:
      table(imp_card_reader_ability.self).cancel(it)
      return LentAnswer()
    case .cardClose:
      table(imp_card_reader_ability.self).close(it)
      return LentAnswer()
    case .voiceFormats:
      let status = table(imp_voice_extractor_ability.self).formats(
        it, lent.structs(imp_voice_format.self), lent.count())
      return LentAnswer(status)
    case .voiceCreate:
      let made = lent.place()
      let lentOptions = lent.one(imp_voice_extractor_options.self)
      lentOptions.pointee.format = lent.text()
      let status = table(imp_voice_extractor_ability.self).create(it, lentOptions, made)
      return LentAnswer(status, made.pointee)
    case .voiceExtract:
      let lentSound = lent.one(imp_sound.self)
      lentSound.pointee.samples = lent.bytes()
      let status = table(imp_voice_extractor_ability.self).extract(
        it, lentSound, lent.buffer(), lent.one(imp_extraction.self))
      return LentAnswer(status)
    case .voiceMeasure:
      let lentSound = lent.one(imp_sound.self)
      lentSound.pointee.samples = lent.bytes()
      let status = table(imp_voice_extractor_ability.self).measure(
        it, lentSound, lent.one(imp_voice_facts.self))
      return LentAnswer(status)
    case .voiceDestroy:
      table(imp_voice_extractor_ability.self).destroy(it)
      return LentAnswer()
    case .faceExtractorFormats:
      let status = table(imp_face_extractor_ability.self).formats(
        it, lent.structs(imp_face_format.self), lent.count())
      return LentAnswer(status)
    case .faceExtractorCreate:
      let made = lent.place()
      let lentOptions = lent.one(imp_face_extractor_options.self)
      lentOptions.pointee.format = lent.text()
      let status = table(imp_face_extractor_ability.self).create(it, lentOptions, made)
      return LentAnswer(status, made.pointee)
    case .faceExtractorExtract:
      let lentImage = lent.one(imp_image.self)
      lentImage.pointee.pixels = lent.bytes()
      let status = table(imp_face_extractor_ability.self).extract(
        it, lentImage, lent.one(imp_face.self), lent.values(imp_point3.self), .init(LentMemory.entries),
        lent.buffer(), lent.one(imp_extraction.self))
      return LentAnswer(status)
    case .faceExtractorDestroy:
      table(imp_face_extractor_ability.self).destroy(it)
      return LentAnswer()
    case .matcherFormats:
      let status = table(imp_matcher_ability.self).formats(
        it, lent.structs(imp_matcher_format.self), lent.count())
      return LentAnswer(status)
    case .matcherCreate:
      let made = lent.place()
      let lentOptions = lent.one(imp_matcher_options.self)
      lentOptions.pointee.format = lent.text()
      let status = table(imp_matcher_ability.self).create(it, lentOptions, made)
      return LentAnswer(status, made.pointee)
    case .matcherCompare:
      let status = table(imp_matcher_ability.self).compare(
        it, lent.bytes(), 1, lent.bytes(), 1, lent.value(Float.self))
      return LentAnswer(status)
    case .matcherCompareMany:
      let lentGallery = lent.one(imp_gallery.self)
      lentGallery.pointee.data = lent.bytes()
      lentGallery.pointee.offsets = UnsafePointer(lent.values(UInt64.self, and: 1))
      lentGallery.pointee.count = .init(LentMemory.entries)
      let status = table(imp_matcher_ability.self).compare_many(
        it, lent.bytes(), 1, lentGallery, lent.values(Float.self))
      return LentAnswer(status)
    case .matcherFuse:
      let lentGallery = lent.one(imp_gallery.self)
      lentGallery.pointee.data = lent.bytes()
      lentGallery.pointee.offsets = UnsafePointer(lent.values(UInt64.self, and: 1))
      lentGallery.pointee.count = .init(LentMemory.entries)
      let status = table(imp_matcher_ability.self).fuse(
        it, lentGallery, lent.buffer(), lent.one(imp_fusion.self))
      return LentAnswer(status)
    case .matcherDestroy:
      table(imp_matcher_ability.self).destroy(it)
      return LentAnswer()
    case .searchForms:
      let status = table(imp_matcher_search_ability.self).forms(
        it, lent.structs(imp_search_form.self), lent.count())
      return LentAnswer(status)
    case .searchCreate:
      let made = lent.place()
      let lentOptions = lent.one(imp_search_options.self)
      lentOptions.pointee.form = lent.text()
      let lentBlock = lent.one(imp_search_block.self)
      lentBlock.pointee.memory = lent.bytes()
      let status = table(imp_matcher_search_ability.self).create(it, lentOptions, lentBlock, made)
      return LentAnswer(status, made.pointee)
    case .searchPrepare:
      let lentGallery = lent.one(imp_gallery.self)
      lentGallery.pointee.data = lent.bytes()
      lentGallery.pointee.offsets = UnsafePointer(lent.values(UInt64.self, and: 1))
      lentGallery.pointee.count = .init(LentMemory.entries)
      let status = table(imp_matcher_search_ability.self).prepare(
        it, lentGallery, lent.buffer(), lent.values(Int32.self))
      return LentAnswer(status)
    case .searchSearch:
      let lentResult = lent.one(imp_search_result.self)
      lentResult.pointee.hits = lent.values(imp_search_hit.self)
      lentResult.pointee.capacity = .init(LentMemory.entries)
      let status = table(imp_matcher_search_ability.self).search(
        it, lent.bytes(), lent.one(imp_search_query.self), lentResult)
      return LentAnswer(status)
    case .searchDestroy:
      table(imp_matcher_search_ability.self).destroy(it)
      return LentAnswer()
    case .fingerExtractorFormats:
      let status = table(imp_finger_extractor_ability.self).formats(
        it, lent.structs(imp_finger_format.self), lent.count())
      return LentAnswer(status)
    case .fingerExtractorCreate:
      let made = lent.place()
      let lentOptions = lent.one(imp_finger_extractor_options.self)
      lentOptions.pointee.format = lent.text()
      let status = table(imp_finger_extractor_ability.self).create(it, lentOptions, made)
      return LentAnswer(status, made.pointee)
    case .fingerExtractorExtract:
      let lentImage = lent.one(imp_image.self)
      lentImage.pointee.pixels = lent.bytes()
      let status = table(imp_finger_extractor_ability.self).extract(
        it, lentImage, lent.one(imp_finger.self), lent.buffer(), lent.one(imp_extraction.self))
      return LentAnswer(status)
    case .fingerExtractorDestroy:
      table(imp_finger_extractor_ability.self).destroy(it)
      return LentAnswer()
    case .captureCreate:
      let made = lent.place()
      let status = table(imp_face_capture_ability_v2.self).create(
        it, lent.one(imp_face_capture_options_v2.self), made)
      return LentAnswer(status, made.pointee)
    case .captureStep:
      let lentImage = lent.one(imp_image.self)
      lentImage.pointee.pixels = lent.bytes()
      let lentFaces = lent.one(imp_face_list.self)
      lentFaces.pointee.faces = lent.structs(imp_face.self)
      lentFaces.pointee.landmarks = lent.values(imp_point3.self)
      lentFaces.pointee.face_count = .init(LentMemory.entries)
      lentFaces.pointee.landmark_count = .init(LentMemory.entries)
      let lentEvents = lent.one(imp_capture_events_v2.self)
      lentEvents.pointee.events = lent.structs(imp_capture_event_v2.self)
      lentEvents.pointee.capacity = .init(LentMemory.entries)
      let status = table(imp_face_capture_ability_v2.self).step(
        it, lent.one(imp_capture_input.self), lentImage, lentFaces, lentEvents)
      return LentAnswer(status)
    case .captureDestroy:
      table(imp_face_capture_ability_v2.self).destroy(it)
      return LentAnswer()
    case .fingerReaderList:
      let status = table(imp_finger_reader_ability.self).list(
        it, lent.structs(imp_finger_reader_info.self), lent.count())
      return LentAnswer(status)
    case .fingerReaderOpen:
      let made = lent.place()
      let lentOptions = lent.one(imp_finger_reader_options.self)
      lentOptions.pointee.locator = lent.text()
      let status = table(imp_finger_reader_ability.self).open(it, lentOptions, made)
      return LentAnswer(status, made.pointee)
    case .fingerReaderNextEvent:
      let status = table(imp_finger_reader_ability.self).next_event(
        it, 1, lent.buffer(), lent.one(imp_finger_event.self))
      return LentAnswer(status)
    case .fingerReaderCancel:
      table(imp_finger_reader_ability.self).cancel(it)
      return LentAnswer()
    case .fingerReaderClose:
      table(imp_finger_reader_ability.self).close(it)
      return LentAnswer()
    case .speechBundles:
      let status = table(imp_speech_recognizer_ability.self).bundles(
        it, lent.structs(imp_speech_bundle.self), lent.count())
      return LentAnswer(status)
    case .speechPronunciations:
      let status = table(imp_speech_recognizer_ability.self).pronunciations(
        it, lent.text(), lent.text(), lent.structs(imp_speech_pronunciation.self), lent.count())
      return LentAnswer(status)
    case .speechCreate:
      let made = lent.place()
      let lentOptions = lent.one(imp_speech_recognizer_options.self)
      lentOptions.pointee.bundle = lent.text()
      let status = table(imp_speech_recognizer_ability.self).create(it, lentOptions, lent.bytes(), made)
      return LentAnswer(status, made.pointee)
    case .speechStep:
      let lentSound = lent.one(imp_sound.self)
      lentSound.pointee.samples = lent.bytes()
      let lentHearing = lent.one(imp_speech_hearing.self)
      lentHearing.pointee.events = lent.structs(imp_speech_event.self)
      lentHearing.pointee.words = lent.structs(imp_speech_word.self)
      lentHearing.pointee.event_capacity = .init(LentMemory.entries)
      lentHearing.pointee.word_capacity = .init(LentMemory.entries)
      let status = table(imp_speech_recognizer_ability.self).step(it, lentSound, lentHearing)
      return LentAnswer(status)
    case .speechFinish:
      let lentHearing = lent.one(imp_speech_hearing.self)
      lentHearing.pointee.events = lent.structs(imp_speech_event.self)
      lentHearing.pointee.words = lent.structs(imp_speech_word.self)
      lentHearing.pointee.event_capacity = .init(LentMemory.entries)
      lentHearing.pointee.word_capacity = .init(LentMemory.entries)
      let status = table(imp_speech_recognizer_ability.self).finish(it, lentHearing)
      return LentAnswer(status)
    case .speechReset:
      table(imp_speech_recognizer_ability.self).reset(it)
      return LentAnswer()
    case .speechDestroy:
      table(imp_speech_recognizer_ability.self).destroy(it)
      return LentAnswer()
    case .fingerExplainerCreate:
      let made = lent.place()
      let lentOptions = lent.one(imp_finger_explainer_options.self)
      lentOptions.pointee.format = lent.text()
      let status = table(imp_finger_explainer_ability.self).create(it, lentOptions, made)
      return LentAnswer(status, made.pointee)
    case .fingerExplainerExplain:
      let status = table(imp_finger_explainer_ability.self).explain(
        it, lent.bytes(), 1, lent.bytes(), 1, lent.buffer(), lent.one(imp_finger_explanation.self))
      return LentAnswer(status)
    case .fingerExplainerDestroy:
      table(imp_finger_explainer_ability.self).destroy(it)
      return LentAnswer()
    }
  }
}
