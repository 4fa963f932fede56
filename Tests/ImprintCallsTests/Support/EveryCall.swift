// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport

/// Makes every call of the contract on a plugin, with values that tell each field from the others; lists and
/// buffers also with too little room, and without any.
struct EveryCall {
  private let opened: OpenedEntry
  private var plugin: OpaquePointer { opened.plugin }

  init(_ opened: OpenedEntry) { self.opened = opened }

  func make() throws {
    try cameras()
    try controls()
    try watches()
    try microphones()
    try cards()
    try trackers()
    try captures()
    try matchers()
    try voices()
    try faceExtractors()
    try searches()
    try fingerExtractors()
    try fingerReaders()
    try recognizers()
    try explainers()
  }

  private func text<R>(_ text: String, _ body: (imp_text) throws -> R) throws -> R {
    try TestPlugin.lend(text) { lent in Result { try body(lent) } }.get()
  }

  private func list<Entry>(
    _ empty: Entry, _ size: WritableKeyPath<Entry, UInt32>,
    _ fill: (UnsafeMutablePointer<Entry>?, UnsafeMutablePointer<Int>) -> imp_status
  ) {
    for most in [3, 1] {
      var entries = room(empty, size, 3)
      var count = most
      _ = entries.withUnsafeMutableBufferPointer { fill($0.baseAddress, &count) }
    }
    var count = 0
    _ = fill(nil, &count)
  }

  private func buffers(_ capacity: Int, _ fill: (UnsafeMutablePointer<imp_buffer>) -> imp_status) {
    for most in [capacity, 5] {
      var bytes = [UInt8](repeating: 0xee, count: most)
      bytes.withUnsafeMutableBufferPointer { room in
        var buffer = imp_buffer(data: room.baseAddress, capacity: most, length: 77)
        _ = fill(&buffer)
      }
    }
    var none = imp_buffer(data: nil, capacity: 0, length: 3)
    _ = fill(&none)
  }

  private func cameras() throws {
    let table: imp_camera_ability = try opened.table(IMP_CAMERA_ID)
    list(imp_camera_info(), \.size) { table.list(plugin, $0, $1) }
    try text("usb-camera") { locator in
      var options = imp_camera_options.test
      options.locator = locator
      (options.pace, options.`repeat`, options.format) = (1, 2, 3)
      let camera = try object(opened, options, table.open)
      var frame = room(imp_frame(), \.size, 1)[0]
      frame.sequence = 4
      buffers(100) { table.next_frame(camera, 5, $0, &frame) }
      table.cancel(camera)
      table.close(camera)
    }
  }

  private func controls() throws {
    let table: imp_camera_control_ability = try opened.table(IMP_CAMERA_CONTROL_ID)
    try text("usb-controls") { locator in
      list(imp_camera_mode(), \.size) { table.modes(plugin, locator, $0, $1) }
      list(imp_camera_control(), \.size) { table.controls(plugin, locator, $0, $1) }
      var value: Int64 = -7
      _ = table.set(plugin, locator, 6, &value)
      _ = table.set(plugin, imp_text(), 8, &value)
    }
  }

  private func watches() throws {
    let table: imp_device_watch_ability = try opened.table(IMP_DEVICE_WATCH_ID)
    let watch = try table.opened(opened)
    var event = room(imp_device_event(), \.size, 1)[0]
    _ = table.next(watch, 9, &event)
    _ = table.next(watch, .max, &event)
    table.cancel(watch)
    table.close(watch)
  }

  private func microphones() throws {
    let table: imp_microphone_ability = try opened.table(IMP_MICROPHONE_ID)
    list(imp_microphone_info(), \.size) { table.list(plugin, $0, $1) }
    try text("hw:1") { locator in
      var options = imp_microphone_options.test
      options.locator = locator
      (options.buffer_ms, options.pace, options.`repeat`) = (10, 1, 2)
      var format = room(imp_audio_format(), \.size, 1)[0]
      format.rate = 3
      var made: OpaquePointer?
      _ = table.open(plugin, &options, &format, &made)
      guard let made else { throw StatusError(status: IMP_E_INTERNAL, words: "no microphone") }
      var chunk = room(imp_audio_chunk(), \.size, 1)[0]
      chunk.position = 6
      buffers(120) { table.read(made, .max, $0, &chunk) }
      table.cancel(made)
      table.close(made)
    }
  }

  private func fingerReaders() throws {
    let table: imp_finger_reader_ability = try opened.table(IMP_FINGER_READER_ID)
    list(imp_finger_reader_info(), \.size) { table.list(plugin, $0, $1) }
    try text("usb-reader") { locator in
      var options = imp_finger_reader_options.test
      options.locator = locator
      (options.pace, options.`repeat`) = (1, 2)
      let reader = try object(opened, options, table.open)
      var event = room(imp_finger_event(), \.size, 1)[0]
      event.sequence = 5
      buffers(110) { table.next_event(reader, 8, $0, &event) }
      table.cancel(reader)
      table.close(reader)
    }
  }

  private func cards() throws {
    let table: imp_card_reader_ability = try opened.table(IMP_CARD_READER_ID)
    list(imp_reader_info(), \.size) { table.list(plugin, $0, $1) }
    try text("Reader 00") { locator in
      var options = imp_card_options.test
      options.locator = locator
      let card = try object(opened, options, table.connect)
      var status = room(imp_card_status(), \.size, 1)[0]
      status.protocol = 2
      _ = table.status(card, &status)
      withBytes([0, 0xa4, 4, 0]) { command in
        buffers(90) { table.transmit(card, command, $0) }
        buffers(90) { table.control(card, 0x4200_0001, command, $0) }
        _ = table.set_attribute(card, 0x10100, command)
      }
      buffers(90) { table.attribute(card, 0x10101, $0) }
      _ = table.begin(card, 11)
      _ = table.end(card, 2)
      _ = table.reconnect(card, &options, 1)
      _ = table.disconnect(card, 3)
      table.cancel(card)
      table.close(card)
    }
  }

  private func trackers() throws {
    let table: imp_face_tracker_ability = try opened.table(IMP_FACE_TRACKER_ID)
    let tracker = try object(opened, imp_face_tracker_options.test, table.create)
    for (most, points) in [(3, 6), (1, 2), (0, 0)] {
      var faces = room(imp_face(), \.size, 3)
      var landmarks = [imp_point3](repeating: imp_point3(x: 9, y: 9, z: 9), count: 6)
      faces.withUnsafeMutableBufferPointer { faces in
        landmarks.withUnsafeMutableBufferPointer { landmarks in
          var list = imp_face_list(
            size: structSize(imp_face_list.self), face_capacity: UInt32(most), face_count: 8,
            landmark_capacity: UInt32(points), landmark_count: 9, reserved: 0,
            faces: most == 0 ? nil : faces.baseAddress, landmarks: most == 0 ? nil : landmarks.baseAddress)
          _ = picture.lend { table.track(tracker, $0, 12, &list) }
        }
      }
    }
    table.reset(tracker)
    table.destroy(tracker)
  }

  private func captures() throws {
    let table: imp_face_capture_ability_v2 = try opened.table(IMP_FACE_CAPTURE_ID)
    let capture = try object(opened, imp_face_capture_options_v2.test, table.create)
    var faces = [imp_face.test(1, landmarks: 0...1), imp_face.test(2)]
    var landmarks = [imp_point3(x: 1, y: 2, z: 3), imp_point3(x: 4, y: 5, z: 6)]
    var events = room(imp_capture_event_v2(), \.size, 64)
    events.withUnsafeMutableBufferPointer { events in
      faces.withUnsafeMutableBufferPointer { faces in
        landmarks.withUnsafeMutableBufferPointer { landmarks in
          guard let first = events.baseAddress else { return }
          var list = imp_capture_events_v2(
            size: structSize(imp_capture_events_v2.self), capacity: 64, count: 0, reserved: 0, events: first)
          var lent = imp_face_list(
            size: structSize(imp_face_list.self), face_capacity: 2, face_count: 2, landmark_capacity: 2,
            landmark_count: 2, reserved: 0, faces: faces.baseAddress, landmarks: landmarks.baseAddress)
          var input = imp_capture_input.test(IMP_INPUT_FRAME, now: 13)
          _ = picture.lend { table.step(capture, &input, $0, &lent, &list) }
          lent = imp_face_list()
          lent.size = structSize(imp_face_list.self)
          input = .test(IMP_INPUT_COMPARED, now: 14)
          (input.slot, input.other, input.compared, input.score) = (15, 16, 17, -18)
          input.acceleration = imp_point3(x: 19, y: 20, z: 21)
          _ = table.step(capture, &input, nil, &lent, &list)
        }
      }
    }
    table.destroy(capture)
  }

  private func matchers() throws {
    let table: imp_matcher_ability = try opened.table(IMP_MATCHER_ID)
    list(imp_matcher_format(), \.size) { table.formats(plugin, $0, $1) }
    try text("example.face-3") { format in
      var options = imp_matcher_options.test
      (options.threads, options.format) = (2, format)
      let matcher = try object(opened, options, table.create)
      withBytes([1, 2, 3]) { probe in
        var similarity = Float(-1)
        _ = withBytes([4, 5, 6, 7]) { table.compare(matcher, probe, 2, $0, 3, &similarity) }
        for gallery in [
          TestGallery([4, 5, 6, 7], count: 2, version: 4),
          TestGallery([4, 5, 6, 7], count: 2, version: 4, offsets: [0, 1, 4]),
        ] {
          var similarities = [Float](repeating: -9, count: 2)
          _ = gallery.lend { table.compare_many(matcher, probe, 5, $0, &similarities) }
          var fusion = room(imp_fusion(), \.size, 1)[0]
          fusion.quality = 0.5
          gallery.lend { gallery in buffers(60) { table.fuse(matcher, gallery, $0, &fusion) } }
        }
      }
      table.destroy(matcher)
    }
  }

  private func voices() throws {
    let table: imp_voice_extractor_ability = try opened.table(IMP_VOICE_EXTRACTOR_ID)
    list(imp_voice_format(), \.size) { table.formats(plugin, $0, $1) }
    try text("example.voice-2") { format in
      var options = imp_voice_extractor_options.test
      (options.threads, options.format) = (2, format)
      let extractor = try object(opened, options, table.create)
      var extraction = room(imp_extraction(), \.size, 1)[0]
      extraction.quality = 0.5
      lendSound { sound in buffers(60) { table.extract(extractor, sound, $0, &extraction) } }
      var facts = room(imp_voice_facts(), \.size, 1)[0]
      (facts.speech_ms, facts.clipped) = (7, 0.5)
      lendSound { sound in _ = table.measure(extractor, sound, &facts) }
      table.destroy(extractor)
    }
  }

  private func recognizers() throws {
    let table: imp_speech_recognizer_ability = try opened.table(IMP_SPEECH_RECOGNIZER_ID)
    list(imp_speech_bundle(), \.size) { table.bundles(plugin, $0, $1) }
    try text("example.en") { bundle in
      try text("coffee") { word in
        list(imp_speech_pronunciation(), \.size) { table.pronunciations(plugin, bundle, word, $0, $1) }
      }
      var options = imp_speech_recognizer_options.test
      (options.threads, options.alternatives, options.bundle) = (2, 3, bundle)
      for graph in [[1, 2, 3, 4, 5], []] as [[UInt8]] {
        var made: OpaquePointer?
        _ = withBytes(graph) { table.create(plugin, &options, $0, &made) }
        guard let made else { throw StatusError(status: IMP_E_INTERNAL, words: "no recogniser") }
        for (events, words) in [(4, 3), (1, 1), (0, 0)] {
          _ = lendHearing(events: events, words: words) { hearing in
            lendSound { table.step(made, $0, hearing) }
          }
          _ = lendHearing(events: events, words: words) { table.finish(made, $0) }
        }
        table.reset(made)
        table.destroy(made)
      }
    }
  }

  private func faceExtractors() throws {
    let table: imp_face_extractor_ability = try opened.table(IMP_FACE_EXTRACTOR_ID)
    list(imp_face_format(), \.size) { table.formats(plugin, $0, $1) }
    try text("example.face-2") { format in
      var options = imp_face_extractor_options.test
      (options.threads, options.format) = (2, format)
      let extractor = try object(opened, options, table.create)
      var face = imp_face.test(3, landmarks: 0...1)
      let landmarks = [imp_point3(x: 1, y: 2, z: 3), imp_point3(x: 4, y: 5, z: 6)]
      var extraction = room(imp_extraction(), \.size, 1)[0]
      extraction.quality = 0.5
      picture.lend { image in
        buffers(60) { table.extract(extractor, image, &face, landmarks, 2, $0, &extraction) }
        buffers(60) { table.extract(extractor, image, nil, nil, 0, $0, &extraction) }
      }
      table.destroy(extractor)
    }
  }

  private func fingerExtractors() throws {
    let table: imp_finger_extractor_ability = try opened.table(IMP_FINGER_EXTRACTOR_ID)
    list(imp_finger_format(), \.size) { table.formats(plugin, $0, $1) }
    try text("example.finger-2") { format in
      var options = imp_finger_extractor_options.test
      (options.threads, options.format) = (2, format)
      let extractor = try object(opened, options, table.create)
      var (finger, extraction) = (imp_finger.test, room(imp_extraction(), \.size, 1)[0])
      extraction.quality = 0.5
      picture.lend(change: { $0.resolution = 19_685 }) { image in
        buffers(60) { table.extract(extractor, image, &finger, $0, &extraction) }
      }
      table.destroy(extractor)
    }
  }

  private func explainers() throws {
    let table: imp_finger_explainer_ability = try opened.table(IMP_FINGER_EXPLAINER_ID)
    try text("example.finger-3") { format in
      var options = imp_finger_explainer_options.test
      (options.threads, options.format) = (2, format)
      let explainer = try object(opened, options, table.create)
      var explanation = room(imp_finger_explanation(), \.size, 1)[0]
      explanation.turn = 0.5
      withBytes([1, 2, 3]) { probe in
        withBytes([4, 5, 6, 7]) { reference in
          buffers(60) { table.explain(explainer, probe, 2, reference, 3, $0, &explanation) }
        }
      }
      table.destroy(explainer)
    }
  }

  private func searches() throws {
    let table: imp_matcher_search_ability = try opened.table(IMP_MATCHER_SEARCH_ID)
    list(imp_search_form(), \.size) { table.forms(plugin, $0, $1) }
    try text("example.form-3") { form in
      let search = try table.opened(opened, form: form)
      for gallery in [
        TestGallery([4, 5, 6, 7], count: 2, version: 4),
        TestGallery([4, 5, 6, 7], count: 2, version: 4, offsets: [0, 1, 4]),
      ] {
        gallery.lend { gallery in
          buffers(64) {
            var statuses: [Int32] = [-9, -8]
            return table.prepare(search, gallery, $0, &statuses)
          }
        }
      }
      var query = imp_search_query(
        size: structSize(imp_search_query.self), probe_version: 5, used: 6, least: 0.5)
      withBytes([1, 2, 3]) { probe in
        for most in [3, 1] {
          var hits = [imp_search_hit](repeating: imp_search_hit(), count: 3)
          hits.withUnsafeMutableBufferPointer { room in
            guard let start = room.baseAddress else { return }
            var result = imp_search_result(
              size: structSize(imp_search_result.self), capacity: UInt32(most), count: 7, reserved: 0,
              hits: start)
            _ = table.search(search, probe, &query, &result)
          }
        }
      }
      table.destroy(search)
    }
  }
}

extension TestPlugin {
  /// Has it answer every call with values that tell each field from the others, and short buffers as short.
  func answer() {
    func list<Entry>(
      _ entries: UnsafeMutablePointer<Entry>?, _ count: UnsafeMutablePointer<Int>,
      _ mark: (inout Entry, UInt32) -> Void
    ) -> imp_status {
      let most = count.pointee
      count.pointee = 2
      guard most >= 2, let entries else { return IMP_RETRY_SHORT_BUFFER }
      for index in 0..<2 { mark(&entries[index], UInt32(index) + 0x51) }
      return IMP_OK
    }
    func fill(_ buffer: UnsafeMutablePointer<imp_buffer>, _ count: Int) -> imp_status {
      buffer.pointee.length = count
      guard buffer.pointee.capacity >= count, let data = buffer.pointee.data else {
        return IMP_RETRY_SHORT_BUFFER
      }
      for index in 0..<count { data[index] = UInt8(truncatingIfNeeded: 0x60 + index) }
      return IMP_OK
    }
    onList = { list($0, $1) { $0.facing = $1 } }
    onModes = { _, modes, count in list(modes, count) { $0.format = $1 } }
    onControls = { _, controls, count in list(controls, count) { $0.control = $1 } }
    onListMicrophones = { list($0, $1) { $0.rate_max = $1 } }
    cards.onList = { list($0, $1) { $0.events = $1 } }
    onNextFrame = { _, pixels, frame in
      (frame.pointee.width, frame.pointee.timestamp_ns) = (0x41, 0x42)
      return fill(pixels, 90)
    }
    onListFingerReaders = { list($0, $1) { $0.scan = $1 } }
    onNextFingerEvent = { _, pixels, event in
      (event.pointee.kind, event.pointee.reason, event.pointee.timestamp_ns) = (3, 0x4e, 0x4f)
      (event.pointee.width, event.pointee.liveness) = (0x50, 0x51)
      return fill(pixels, 95)
    }
    onRead = { _, samples, chunk in
      (chunk.pointee.flags, chunk.pointee.lost) = (1, 0x43)
      return fill(samples, 100)
    }
    onSetControl = { _, control, value in
      value.pointee += Int64(control)
      return control == 8 ? IMP_E_ARGUMENT : IMP_OK
    }
    onNextEvent = { timeout, event in
      (event.pointee.device, event.pointee.timestamp_ns) = (2, 0x44)
      return timeout == .max ? IMP_OUTCOME_CANCELLED : IMP_OK
    }
    onOpenMicrophone = { _, format in
      format.pointee.latency_ns = 0x45
      return IMP_OK
    }
    cards.onStatus = { status in
      status.pointee.state = 0x46
      return IMP_OK
    }
    cards.onExchange = { _, _, _, response in fill(response, 33) }
    onTrack = { _, _, list in
      (list.pointee.face_count, list.pointee.landmark_count) = (2, 3)
      guard list.pointee.face_capacity >= 2, let faces = list.pointee.faces,
        let landmarks = list.pointee.landmarks
      else { return IMP_RETRY_SHORT_BUFFER }
      for index in 0..<2 { faces[index].track_id = UInt32(index) + 0x47 }
      for index in 0..<3 { landmarks[index] = imp_point3(x: Float(index), y: 0.25, z: -1) }
      return IMP_OK
    }
    onStep = { input, _, _, events in
      (events.pointee.count, events.pointee.events[1].kind) = (2, UInt32(input.now_ns))
      (events.pointee.events[1].other, events.pointee.events[1].color) = (0x48, 0x49)
      (events.pointee.events[1].limit, events.pointee.events[1].height) = (0.5, -0.5)
      return IMP_OK
    }
    speech.onBundles = { list($0, $1) { $0.order = $1 } }
    speech.onPronunciations = { _, word, entries, count in
      list(entries, count) { ($0.count, $0.symbols.1) = ($1, UInt8(truncatingIfNeeded: word.length)) }
    }
    func hear(_ hearing: UnsafeMutablePointer<imp_speech_hearing>, _ mark: UInt64) -> imp_status {
      (hearing.pointee.event_count, hearing.pointee.word_count) = (2, 3)
      guard hearing.pointee.event_capacity >= 2, hearing.pointee.word_capacity >= 3,
        let events = hearing.pointee.events, let words = hearing.pointee.words
      else { return IMP_RETRY_SHORT_BUFFER }
      for index in 0..<2 { (events[index].kind, events[index].at) = (UInt32(index) + 0x52, mark) }
      for index in 0..<3 {
        (words[index].begin, words[index].end, words[index].confidence) = (mark + UInt64(index), 0x53, 0.5)
      }
      return IMP_OK
    }
    speech.onStep = { sound, hearing in hear(hearing, UInt64(sound.pointee.rate)) }
    speech.onFinish = { hear($0, 0x54) }
    voices.onFormats = { list($0, $1) { $0.rate = $1 } }
    onExtractVoice = { _, payload, extraction in
      (extraction.pointee.version, extraction.pointee.quality) = (0x49, 0.25)
      return fill(payload, 40)
    }
    onMeasureVoice = { _, facts in
      (facts.pointee.known, facts.pointee.speech_ms, facts.pointee.clipped) = (0x0f, 0x4c, 0.25)
      (facts.pointee.level_db, facts.pointee.snr_db) = (-26.5, 31.5)
      return IMP_OK
    }
    faces.onFormats = { list($0, $1) { $0.needs_face = $1 } }
    onExtractFace = { _, face, _, _, payload, extraction in
      (extraction.pointee.version, extraction.pointee.quality) = (face?.pointee.track_id ?? 0x4a, 0.75)
      return fill(payload, 45)
    }
    fingers.onFormats = { list($0, $1) { $0.resolution_max = $1 } }
    onExtractFinger = { image, finger, payload, extraction in
      (extraction.pointee.version, extraction.pointee.quality) = (image.pointee.resolution, 0.875)
      return fill(payload, 35 + Int(finger.pointee.position))
    }
    matchers.onFormats = { list($0, $1) { $0.fuses_version = $1 } }
    onFuse = { [self] _, payload, fusion in
      (fusion.pointee.version, fusion.pointee.count, fusion.pointee.quality) = (0x48, 0x4b, 0.125)
      report(IMP_RETRY_SHORT_BUFFER, "words that travel")
      return fill(payload, 50)
    }
    onCompare = { _, _, _, _, similarity in
      similarity.pointee = 0.75
      return IMP_OK
    }
    onCompareMany = { _, _, _, similarities in
      guard let similarities else { return IMP_E_ARGUMENT }
      (similarities[0], similarities[1]) = (0.5, 0.25)
      return IMP_OK
    }
    explainers.onExplain = { _, probeVersion, _, referenceVersion, explained, explanation in
      (explanation.pointee.minutiae, explanation.pointee.shares) = (probeVersion + 0x54, referenceVersion)
      (explanation.pointee.aligned, explanation.pointee.similarity) = (1, 0.375)
      (explanation.pointee.turn, explanation.pointee.shift_x) = (-0.25, 2)
      explanation.pointee.shift_y = -4
      return fill(explained, 48)
    }
    searches.onForms = { list($0, $1) { $0.entry_bytes = $1 } }
    searches.onPrepare = { _, entries, statuses in
      guard let statuses else { return IMP_E_ARGUMENT }
      (statuses[0], statuses[1]) = (IMP_OK, IMP_E_TEMPLATE_DAMAGED)
      return fill(entries, 32)
    }
    searches.onSearch = { _, _, result in
      result.pointee.count = min(result.pointee.capacity, 2)
      for index in 0..<Int(result.pointee.count) {
        result.pointee.hits[index] = imp_search_hit(
          entry: UInt32(index) + 0x4c, group: 0x4d, similarity: 0.5, reserved: 0)
      }
      return IMP_OK
    }
  }
}
