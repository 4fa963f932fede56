// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities and the headers; change that, not this.
// swift-format-ignore-file
import CImprint
import ContractTestSupport

enum ReadingTables {
  // Never written after they were made.
  nonisolated(unsafe) static let all: [(id: String, table: UnsafeRawPointer)] = [
    (IMP_CAMERA_ID, UnsafeRawPointer(camera)),
    (IMP_FACE_TRACKER_ID, UnsafeRawPointer(faceTracker)),
    (IMP_CAMERA_CONTROL_ID, UnsafeRawPointer(cameraControl)),
    (IMP_DEVICE_WATCH_ID, UnsafeRawPointer(deviceWatch)),
    (IMP_MICROPHONE_ID, UnsafeRawPointer(microphone)),
    (IMP_CARD_READER_ID, UnsafeRawPointer(cardReader)),
    (IMP_VOICE_EXTRACTOR_ID, UnsafeRawPointer(voiceExtractor)),
    (IMP_FACE_EXTRACTOR_ID, UnsafeRawPointer(faceExtractor)),
    (IMP_MATCHER_ID, UnsafeRawPointer(matcher)),
    (IMP_MATCHER_SEARCH_ID, UnsafeRawPointer(matcherSearch)),
    (IMP_FINGER_EXTRACTOR_ID, UnsafeRawPointer(fingerExtractor)),
    (IMP_FACE_CAPTURE_ID, UnsafeRawPointer(faceCapture)),
    (IMP_FINGER_READER_ID, UnsafeRawPointer(fingerReader)),
    (IMP_SPEECH_RECOGNIZER_ID, UnsafeRawPointer(speechRecognizer)),
    (IMP_FINGER_EXPLAINER_ID, UnsafeRawPointer(fingerExplainer)),
  ]

  nonisolated(unsafe) private static let camera = lasting(imp_camera_ability(
    size: structSize(imp_camera_ability.self), reserved: 0,
    list: { _, infos, count in
      Touch.fillStructs(infos, count.pointee)
      return IMP_OK
    },
    open: { _, options, camera in
      Touch.read(options, 1)
      Touch.read(options.pointee.locator)
      Touch.make(camera)
      return IMP_OK
    },
    next_frame: { _, _, pixels, frame in
      Touch.fillStructs(frame, 1)
      return Touch.fill(pixels)
    },
    cancel: { _ in },
    close: { _ in }))

  nonisolated(unsafe) private static let faceTracker = lasting(imp_face_tracker_ability(
    size: structSize(imp_face_tracker_ability.self), reserved: 0,
    create: { _, options, tracker in
      Touch.read(options, 1)
      Touch.make(tracker)
      return IMP_OK
    },
    track: { _, image, _, faces in
      Touch.read(image, 1)
      Touch.read(image.pointee.pixels)
      Touch.fillStructs(faces.pointee.faces, Int(clamping: faces.pointee.face_capacity))
      Touch.fill(faces.pointee.landmarks, Int(clamping: faces.pointee.landmark_capacity))
      faces.pointee.face_count = faces.pointee.face_capacity
      faces.pointee.landmark_count = faces.pointee.landmark_capacity
      return IMP_OK
    },
    reset: { _ in },
    destroy: { _ in }))

  nonisolated(unsafe) private static let cameraControl = lasting(imp_camera_control_ability(
    size: structSize(imp_camera_control_ability.self), reserved: 0,
    modes: { _, locator, modes, count in
      Touch.read(locator)
      Touch.fillStructs(modes, count.pointee)
      return IMP_OK
    },
    controls: { _, locator, controls, count in
      Touch.read(locator)
      Touch.fillStructs(controls, count.pointee)
      return IMP_OK
    },
    set: { _, locator, _, value in
      Touch.read(locator)
      Touch.fill(value, 1)
      return IMP_OK
    }))

  nonisolated(unsafe) private static let deviceWatch = lasting(imp_device_watch_ability(
    size: structSize(imp_device_watch_ability.self), reserved: 0,
    open: { _, watch in
      Touch.make(watch)
      return IMP_OK
    },
    next: { _, _, event in
      Touch.fillStructs(event, 1)
      return IMP_OK
    },
    cancel: { _ in },
    close: { _ in }))

  nonisolated(unsafe) private static let microphone = lasting(imp_microphone_ability(
    size: structSize(imp_microphone_ability.self), reserved: 0,
    list: { _, infos, count in
      Touch.fillStructs(infos, count.pointee)
      return IMP_OK
    },
    open: { _, options, format, microphone in
      Touch.read(options, 1)
      Touch.read(options.pointee.locator)
      Touch.fillStructs(format, 1)
      Touch.make(microphone)
      return IMP_OK
    },
    read: { _, _, samples, chunk in
      Touch.fillStructs(chunk, 1)
      return Touch.fill(samples)
    },
    cancel: { _ in },
    close: { _ in }))

  nonisolated(unsafe) private static let cardReader = lasting(imp_card_reader_ability(
    size: structSize(imp_card_reader_ability.self), reserved: 0,
    list: { _, infos, count in
      Touch.fillStructs(infos, count.pointee)
      return IMP_OK
    },
    connect: { _, options, card in
      Touch.read(options, 1)
      Touch.read(options.pointee.locator)
      Touch.make(card)
      return IMP_OK
    },
    status: { _, status in
      Touch.fillStructs(status, 1)
      return IMP_OK
    },
    transmit: { _, command, response in
      Touch.read(command)
      return Touch.fill(response)
    },
    begin: { _, _ in IMP_OK },
    end: { _, _ in IMP_OK },
    reconnect: { _, options, _ in
      Touch.read(options, 1)
      Touch.read(options.pointee.locator)
      return IMP_OK
    },
    disconnect: { _, _ in IMP_OK },
    control: { _, _, input, output in
      Touch.read(input)
      return Touch.fill(output)
    },
    attribute: { _, _, value in Touch.fill(value) },
    set_attribute: { _, _, value in
      Touch.read(value)
      return IMP_OK
    },
    cancel: { _ in },
    close: { _ in }))

  nonisolated(unsafe) private static let voiceExtractor = lasting(imp_voice_extractor_ability(
    size: structSize(imp_voice_extractor_ability.self), reserved: 0,
    formats: { _, formats, count in
      Touch.fillStructs(formats, count.pointee)
      return IMP_OK
    },
    create: { _, options, extractor in
      Touch.read(options, 1)
      Touch.read(options.pointee.format)
      Touch.make(extractor)
      return IMP_OK
    },
    extract: { _, sound, payload, extraction in
      Touch.read(sound, 1)
      Touch.read(sound.pointee.samples)
      Touch.fillStructs(extraction, 1)
      return Touch.fill(payload)
    },
    measure: { _, sound, facts in
      Touch.read(sound, 1)
      Touch.read(sound.pointee.samples)
      Touch.fillStructs(facts, 1)
      return IMP_OK
    },
    destroy: { _ in }))

  nonisolated(unsafe) private static let faceExtractor = lasting(imp_face_extractor_ability(
    size: structSize(imp_face_extractor_ability.self), reserved: 0,
    formats: { _, formats, count in
      Touch.fillStructs(formats, count.pointee)
      return IMP_OK
    },
    create: { _, options, extractor in
      Touch.read(options, 1)
      Touch.read(options.pointee.format)
      Touch.make(extractor)
      return IMP_OK
    },
    extract: { _, image, face, landmarks, landmarkCount, payload, extraction in
      Touch.read(image, 1)
      Touch.read(image.pointee.pixels)
      Touch.read(face, 1)
      Touch.fillStructs(extraction, 1)
      Touch.read(landmarks, Int(clamping: landmarkCount))
      return Touch.fill(payload)
    },
    destroy: { _ in }))

  nonisolated(unsafe) private static let matcher = lasting(imp_matcher_ability(
    size: structSize(imp_matcher_ability.self), reserved: 0,
    formats: { _, formats, count in
      Touch.fillStructs(formats, count.pointee)
      return IMP_OK
    },
    create: { _, options, matcher in
      Touch.read(options, 1)
      Touch.read(options.pointee.format)
      Touch.make(matcher)
      return IMP_OK
    },
    compare: { _, probe, _, reference, _, similarity in
      Touch.read(probe)
      Touch.read(reference)
      Touch.fill(similarity, 1)
      return IMP_OK
    },
    compare_many: { _, probe, _, gallery, similarities in
      Touch.read(probe)
      Touch.read(gallery, 1)
      Touch.read(gallery.pointee.data)
      Touch.read(gallery.pointee.offsets, Int(clamping: gallery.pointee.count) + 1)
      Touch.fill(similarities, Int(clamping: gallery.pointee.count))
      return IMP_OK
    },
    fuse: { _, gallery, payload, fusion in
      Touch.read(gallery, 1)
      Touch.read(gallery.pointee.data)
      Touch.fillStructs(fusion, 1)
      Touch.read(gallery.pointee.offsets, Int(clamping: gallery.pointee.count) + 1)
      return Touch.fill(payload)
    },
    destroy: { _ in }))

  nonisolated(unsafe) private static let matcherSearch = lasting(imp_matcher_search_ability(
    size: structSize(imp_matcher_search_ability.self), reserved: 0,
    forms: { _, forms, count in
      Touch.fillStructs(forms, count.pointee)
      return IMP_OK
    },
    create: { _, options, block, search in
      Touch.read(options, 1)
      Touch.read(options.pointee.form)
      Touch.read(block, 1)
      Touch.read(block.pointee.memory)
      Touch.make(search)
      return IMP_OK
    },
    prepare: { _, gallery, entries, statuses in
      Touch.read(gallery, 1)
      Touch.read(gallery.pointee.data)
      Touch.read(gallery.pointee.offsets, Int(clamping: gallery.pointee.count) + 1)
      Touch.fill(statuses, Int(clamping: gallery.pointee.count))
      return Touch.fill(entries)
    },
    search: { _, probe, query, result in
      Touch.read(probe)
      Touch.read(query, 1)
      Touch.fill(result.pointee.hits, Int(clamping: result.pointee.capacity))
      result.pointee.count = result.pointee.capacity
      return IMP_OK
    },
    destroy: { _ in }))

  nonisolated(unsafe) private static let fingerExtractor = lasting(imp_finger_extractor_ability(
    size: structSize(imp_finger_extractor_ability.self), reserved: 0,
    formats: { _, formats, count in
      Touch.fillStructs(formats, count.pointee)
      return IMP_OK
    },
    create: { _, options, extractor in
      Touch.read(options, 1)
      Touch.read(options.pointee.format)
      Touch.make(extractor)
      return IMP_OK
    },
    extract: { _, image, finger, payload, extraction in
      Touch.read(image, 1)
      Touch.read(image.pointee.pixels)
      Touch.read(finger, 1)
      Touch.fillStructs(extraction, 1)
      return Touch.fill(payload)
    },
    destroy: { _ in }))

  nonisolated(unsafe) private static let faceCapture = lasting(imp_face_capture_ability_v2(
    size: structSize(imp_face_capture_ability_v2.self), reserved: 0,
    create: { _, options, capture in
      Touch.read(options, 1)
      Touch.make(capture)
      return IMP_OK
    },
    step: { _, input, image, faces, events in
      Touch.read(input, 1)
      Touch.read(image, 1)
      Touch.read(image?.pointee.pixels)
      Touch.read(faces, 1)
      Touch.read(faces.pointee.faces, Int(clamping: faces.pointee.face_count))
      Touch.read(faces.pointee.landmarks, Int(clamping: faces.pointee.landmark_count))
      Touch.fillStructs(events.pointee.events, Int(clamping: events.pointee.capacity))
      events.pointee.count = events.pointee.capacity
      return IMP_OK
    },
    destroy: { _ in }))

  nonisolated(unsafe) private static let fingerReader = lasting(imp_finger_reader_ability(
    size: structSize(imp_finger_reader_ability.self), reserved: 0,
    list: { _, infos, count in
      Touch.fillStructs(infos, count.pointee)
      return IMP_OK
    },
    open: { _, options, reader in
      Touch.read(options, 1)
      Touch.read(options.pointee.locator)
      Touch.make(reader)
      return IMP_OK
    },
    next_event: { _, _, pixels, event in
      Touch.fillStructs(event, 1)
      return Touch.fill(pixels)
    },
    cancel: { _ in },
    close: { _ in }))

  nonisolated(unsafe) private static let speechRecognizer = lasting(imp_speech_recognizer_ability(
    size: structSize(imp_speech_recognizer_ability.self), reserved: 0,
    bundles: { _, bundles, count in
      Touch.fillStructs(bundles, count.pointee)
      return IMP_OK
    },
    pronunciations: { _, bundle, word, entries, count in
      Touch.read(bundle)
      Touch.read(word)
      Touch.fillStructs(entries, count.pointee)
      return IMP_OK
    },
    create: { _, options, graph, recognizer in
      Touch.read(options, 1)
      Touch.read(options.pointee.bundle)
      Touch.read(graph)
      Touch.make(recognizer)
      return IMP_OK
    },
    step: { _, sound, hearing in
      Touch.read(sound, 1)
      Touch.read(sound.pointee.samples)
      Touch.fillStructs(hearing.pointee.events, Int(clamping: hearing.pointee.event_capacity))
      Touch.fillStructs(hearing.pointee.words, Int(clamping: hearing.pointee.word_capacity))
      hearing.pointee.event_count = hearing.pointee.event_capacity
      hearing.pointee.word_count = hearing.pointee.word_capacity
      return IMP_OK
    },
    finish: { _, hearing in
      Touch.fillStructs(hearing.pointee.events, Int(clamping: hearing.pointee.event_capacity))
      Touch.fillStructs(hearing.pointee.words, Int(clamping: hearing.pointee.word_capacity))
      hearing.pointee.event_count = hearing.pointee.event_capacity
      hearing.pointee.word_count = hearing.pointee.word_capacity
      return IMP_OK
    },
    reset: { _ in },
    destroy: { _ in }))

  nonisolated(unsafe) private static let fingerExplainer = lasting(imp_finger_explainer_ability(
    size: structSize(imp_finger_explainer_ability.self), reserved: 0,
    create: { _, options, explainer in
      Touch.read(options, 1)
      Touch.read(options.pointee.format)
      Touch.make(explainer)
      return IMP_OK
    },
    explain: { _, probe, _, reference, _, explained, explanation in
      Touch.read(probe)
      Touch.read(reference)
      Touch.fillStructs(explanation, 1)
      return Touch.fill(explained)
    },
    destroy: { _ in }))
}
