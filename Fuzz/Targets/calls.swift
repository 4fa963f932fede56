// SPDX-License-Identifier: Apache-2.0
import CImprint
@testable import ImprintCalls

// Both directions of the messages: the first byte chooses requests for an executor, or replies for a bridge;
// the second the function. Whatever is lent is read to its end, and whatever room is lent is written to its
// end, so that the sanitizer sees a length that is wrong.

private func read(_ bytes: imp_bytes) -> UInt8 {
  UnsafeBufferPointer(start: bytes.data, count: bytes.data == nil ? 0 : bytes.length).reduce(0, &+)
}

private func read(_ image: UnsafePointer<imp_image>?) -> UInt8 { image.map { read($0.pointee.pixels) } ?? 0 }

private func read(_ points: UnsafePointer<imp_point3>?, _ count: UInt32) -> UInt8 {
  UnsafeBufferPointer(start: points, count: points == nil ? 0 : Int(count)).contains { $0.x.isNaN } ? 1 : 0
}

private func fill(_ buffer: UnsafeMutablePointer<imp_buffer>, _ salt: UInt8) -> imp_status {
  buffer.pointee.length = buffer.pointee.capacity
  // Room of megabytes is a length as any other, and takes all the time.
  let count = min(buffer.pointee.capacity, 1 << 16)
  if let data = buffer.pointee.data { data.update(repeating: salt, count: count) }
  return buffer.pointee.data == nil ? IMP_RETRY_SHORT_BUFFER : IMP_OK
}

private func lasting<T>(_ value: T) -> UnsafePointer<T> {
  let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
  memory.initialize(to: value)
  return UnsafePointer(memory)
}

private func size<T>(_ type: T.Type) -> UInt32 { UInt32(MemoryLayout<T>.size) }

private func made(_ place: UnsafeMutablePointer<OpaquePointer?>) -> imp_status {
  place.pointee = OpaquePointer(bitPattern: 1)
  return IMP_OK
}

nonisolated(unsafe) private let text: UnsafePointer<CChar> = {
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: 2)
  copy[0] = 97
  copy[1] = 0
  return UnsafePointer(copy)
}()

nonisolated(unsafe) private let camera = lasting(
  imp_camera_ability(
    size: size(imp_camera_ability.self), reserved: 0,
    list: { _, infos, count in
      for index in 0..<(infos == nil ? 0 : count.pointee) { infos?[index].reserved = 1 }
      return IMP_OK
    },
    open: { _, options, camera in
      let locator = options.pointee.locator
      _ = UnsafeBufferPointer(start: locator.data, count: locator.data == nil ? 0 : locator.length).reduce(
        0, &+)
      return made(camera)
    }, next_frame: { _, _, pixels, _ in fill(pixels, 1) }, cancel: { _ in }, close: { _ in }))

private func read(_ text: imp_text) -> UInt8 {
  UnsafeBufferPointer(start: text.data, count: text.data == nil ? 0 : text.length).reduce(0) {
    $0 &+ UInt8(bitPattern: $1)
  }
}

nonisolated(unsafe) private let control = lasting(
  imp_camera_control_ability(
    size: size(imp_camera_control_ability.self), reserved: 0,
    modes: { _, locator, modes, count in
      let salt = read(locator)
      for index in 0..<(modes == nil ? 0 : count.pointee) { modes?[index].format = UInt32(salt) }
      return IMP_OK
    },
    controls: { _, locator, controls, count in
      let salt = read(locator)
      for index in 0..<(controls == nil ? 0 : count.pointee) { controls?[index].value = Int64(salt) }
      return IMP_OK
    },
    set: { _, locator, control, value in
      value.pointee = Int64(read(locator)) &+ Int64(control)
      return IMP_OK
    }))

nonisolated(unsafe) private let watch = lasting(
  imp_device_watch_ability(
    size: size(imp_device_watch_ability.self), reserved: 0, open: { _, watch in made(watch) },
    next: { _, _, event in
      event.pointee.change = 1
      return IMP_OK
    }, cancel: { _ in }, close: { _ in }))

nonisolated(unsafe) private let cardReader = lasting(
  imp_card_reader_ability(
    size: size(imp_card_reader_ability.self), reserved: 0,
    list: { _, infos, count in
      for index in 0..<(infos == nil ? 0 : count.pointee) { infos?[index].events = 1 }
      return IMP_OK
    },
    connect: { _, options, card in
      let locator = options.pointee.locator
      _ = UnsafeBufferPointer(start: locator.data, count: locator.data == nil ? 0 : locator.length).reduce(
        0, &+)
      return made(card)
    }, status: { _, _ in IMP_OK }, transmit: { _, command, response in fill(response, read(command)) },
    begin: { _, _ in IMP_OK }, end: { _, _ in IMP_OK },
    reconnect: { _, options, _ in options.pointee.locator.data == nil ? IMP_OK : IMP_E_ARGUMENT },
    disconnect: { _, _ in IMP_OK }, control: { _, _, input, output in fill(output, read(input)) },
    attribute: { _, _, value in fill(value, 3) },
    set_attribute: { _, _, value in imp_status(read(value) % 2) },
    cancel: { _ in }, close: { _ in }))

nonisolated(unsafe) private let microphone = lasting(
  imp_microphone_ability(
    size: size(imp_microphone_ability.self), reserved: 0,
    list: { _, infos, count in
      for index in 0..<(infos == nil ? 0 : count.pointee) { infos?[index].rate_max = 1 }
      return IMP_OK
    },
    open: { _, options, format, microphone in
      format.pointee.rate = UInt32(read(options.pointee.locator))
      return made(microphone)
    }, read: { _, _, samples, _ in fill(samples, 2) }, cancel: { _ in }, close: { _ in }))

nonisolated(unsafe) private let tracker = lasting(
  imp_face_tracker_ability(
    size: size(imp_face_tracker_ability.self), reserved: 0, create: { _, _, tracker in made(tracker) },
    track: { _, image, _, list in
      let salt = read(image)
      for index in 0..<(list.pointee.faces == nil ? 0 : Int(list.pointee.face_capacity)) {
        list.pointee.faces?[index].track_id = UInt32(salt)
      }
      for index in 0..<(list.pointee.landmarks == nil ? 0 : min(Int(list.pointee.landmark_capacity), 1 << 12))
      {
        list.pointee.landmarks?[index].x = 1
      }
      list.pointee.face_count = list.pointee.face_capacity
      list.pointee.landmark_count = list.pointee.landmark_capacity
      return IMP_OK
    }, reset: { _ in }, destroy: { _ in }))

nonisolated(unsafe) private let capture = lasting(
  imp_face_capture_ability(
    size: size(imp_face_capture_ability.self), reserved: 0, create: { _, _, capture in made(capture) },
    step: { _, _, image, faces, _, events in
      _ = read(image) &+ read(faces.pointee.landmarks, faces.pointee.landmark_count)
      for index in 0..<Int(faces.pointee.face_count) where faces.pointee.faces?[index].size == 0 {
        return IMP_E_ABI
      }
      for index in 0..<Int(events.pointee.capacity) { events.pointee.events[index].kind = 1 }
      events.pointee.count = events.pointee.capacity
      return IMP_OK
    }, destroy: { _ in }))

nonisolated(unsafe) private let info = lasting(
  imp_matcher_info(
    size: size(imp_matcher_info.self), modality: 1, algorithm: text, writes_version: 1, reads_version_min: 1,
    reads_version_max: 1, template_bytes_max: 64, template_bytes_fixed: 0, needs_face: 0, symmetric: 0,
    similarity_min: 0, similarity_max: 1, reserved: 0))

nonisolated(unsafe) private let matcher = lasting(
  imp_matcher_ability(
    size: size(imp_matcher_ability.self), reserved: 0, describe: { _ in info },
    create: { _, _, matcher in made(matcher) },
    extract: { _, image, face, landmarks, count, payload, _ in
      if face?.pointee.size == 0 { return IMP_E_ABI }
      return fill(payload, read(image) &+ read(landmarks, count))
    },
    compare: { _, probe, _, reference, _, similarity in
      similarity.pointee = Float(read(probe) &+ read(reference))
      return IMP_OK
    },
    compare_many: { _, probe, _, gallery, similarities in
      let gallery = gallery.pointee
      let sum = read(probe) &+ read(gallery.data)
      for index in 0..<(gallery.offsets == nil ? 0 : Int(gallery.count) + 1)
      where gallery.offsets?[index] == 0 {}
      for index in 0..<(similarities == nil ? 0 : min(Int(gallery.count), 1 << 16)) {
        similarities?[index] = Float(sum)
      }
      return IMP_OK
    }, destroy: { _ in }))

nonisolated(unsafe) private let voiceExtractor = lasting(
  imp_voice_extractor_ability(
    size: size(imp_voice_extractor_ability.self), reserved: 0,
    formats: { _, formats, count in
      for index in 0..<(formats == nil ? 0 : count.pointee) { formats?[index].rate = 1 }
      return IMP_OK
    },
    create: { _, options, extractor in
      _ = read(options.pointee.format)
      return made(extractor)
    }, extract: { _, sound, payload, _ in fill(payload, read(sound.pointee.samples)) }, destroy: { _ in }))

nonisolated(unsafe) private let abilities = lasting(text)

nonisolated(unsafe) private let descriptor = lasting(
  imp_descriptor(
    size: size(imp_descriptor.self), ability_count: 1, id: text, version: text, vendor: text,
    abilities: abilities))

nonisolated(unsafe) private let entry = lasting(
  imp_entry(
    abi_min: 1, abi_max: 1, size: size(imp_entry.self), reserved: 0, describe: { _ in descriptor },
    open: { _, host, plugin in
      for id in [IMP_HOST_LOG_ID, IMP_HOST_ENTITLEMENT_ID, IMP_HOST_FILES_ID] {
        _ = host.pointee.ability(host, id)
      }
      return made(plugin)
    }, close: { _ in },
    ability: { _, id in
      switch String(cString: id) {
      case IMP_CAMERA_ID: UnsafeRawPointer(camera)
      case IMP_FACE_TRACKER_ID: UnsafeRawPointer(tracker)
      case IMP_FACE_CAPTURE_ID: UnsafeRawPointer(capture)
      case IMP_MATCHER_ID: UnsafeRawPointer(matcher)
      case IMP_CAMERA_CONTROL_ID: UnsafeRawPointer(control)
      case IMP_DEVICE_WATCH_ID: UnsafeRawPointer(watch)
      case IMP_MICROPHONE_ID: UnsafeRawPointer(microphone)
      case IMP_CARD_READER_ID: UnsafeRawPointer(cardReader)
      case IMP_VOICE_EXTRACTOR_ID: UnsafeRawPointer(voiceExtractor)
      default: nil
      }
    }))

nonisolated(unsafe) private let host = lasting(
  imp_host(
    size: size(imp_host.self), abi_version: 1, name: imp_text(), version: imp_text(), context: nil,
    ability: { _, _ in nil }))

private final class Nothing: ExecutorHost {
  func model(named name: String) -> UnsafeRawBufferPointer? { nil }
  func runtimeFolder(named name: String) -> String? { nil }
  func log(severity: UInt32, text: imp_text) {}
}

/// Answers right until it is told what to answer instead.
private final class Spoiling: CallCarrier, @unchecked Sendable {
  // Sendable: the fuzzer has one thread.
  private let inner = LocalCarrier(CallExecutor(entry: entry, host: Nothing()))
  var answer: (status: imp_status, body: [UInt8])?
  var generation: UInt64 { 1 }

  func carry(
    _ request: CallRequest, write: (UnsafeMutableRawBufferPointer) -> Void,
    read: (_ status: imp_status, _ body: UnsafeRawBufferPointer) -> imp_status
  ) -> CallDelivery {
    guard let answer else { return inner.carry(request, write: write, read: read) }
    return .answered(answer.body.withUnsafeBytes { read(answer.status, $0) })
  }
}

// One of each object, by the call that made it: the number that the executor gave it, which counts from 1.
private let (executor, objects): (CallExecutor, [CallFunction: UInt64]) = {
  let executor = CallExecutor(entry: entry, host: Nothing())
  var objects: [CallFunction: UInt64] = [:]
  func make(_ function: CallFunction, _ message: some CallMessage) {
    request(executor, function, function == .pluginOpen ? 0 : 1, message)
    objects[function] = UInt64(objects.count + 1)
  }
  make(
    .pluginOpen,
    OpenMessage(
      abiVersion: 1, abilities: [], name: .none, version: .none, license: .none, features: [], validUntil: 0))
  make(.cameraOpen, CameraOpenRequest(options: sized(imp_camera_options(), \.size)))
  make(.trackerCreate, TrackerCreateRequest(options: sized(imp_face_tracker_options(), \.size)))
  make(.captureCreate, CaptureCreateRequest(options: sized(imp_face_capture_options(), \.size)))
  make(.matcherCreate, MatcherCreateRequest(options: sized(imp_matcher_options(), \.size)))
  make(.watchOpen, EmptyMessage())
  make(
    .microphoneOpen,
    MicrophoneOpenRequest(
      options: sized(imp_microphone_options(), \.size), format: sized(imp_audio_format(), \.size)))
  make(.cardConnect, CardConnectRequest(options: sized(imp_card_options(), \.size)))
  make(.voiceCreate, VoiceCreateRequest(options: sized(imp_voice_extractor_options(), \.size)))
  // Calls on what nobody made here would find nothing.
  for maker in CallFunction.allCases.compactMap(\.maker) {
    precondition(objects[maker] != nil, "nothing is made by \(maker)")
  }
  return (executor, objects)
}()

private let endings = Set(CallFunction.allCases.compactMap(\.traits.makes))

/// A struct whose fields are 0 but for its size.
private func sized<T>(_ zero: T, _ path: WritableKeyPath<T, UInt32>) -> T {
  var value = zero
  value[keyPath: path] = size(T.self)
  return value
}

private func request(
  _ executor: CallExecutor, _ function: CallFunction, _ object: UInt64, _ message: some CallMessage
) {
  var bytes = [UInt8](repeating: 0, count: BodyLength.of(message) ?? 0)
  bytes.withUnsafeMutableBytes { BodyWriter.write(message, to: $0) }
  execute(executor, function, object, bytes, room: 4096)
}

private func execute(
  _ executor: CallExecutor, _ function: CallFunction, _ object: UInt64, _ bytes: [UInt8], room: Int
) {
  // Of exactly the size, so that the sanitizer knows where it ends.
  let body = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
  let reply = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 64)
  defer {
    body.deallocate()
    reply.deallocate()
  }
  body.copyBytes(from: bytes)
  let request = CallRequest(
    function: function, object: object, generation: 1, bytes: bytes.count, replyBytes: room)
  let answer = executor.execute(request, body: UnsafeRawBufferPointer(body), room: reply)
  precondition(answer.bytes <= room)
}

private func object(of function: CallFunction) -> UInt64 {
  // What ends an object would end the only one there is.
  if endings.contains(function) { return 99 }
  return function.maker.flatMap { objects[$0] } ?? 0
}

/// The same objects behind a bridge whose carrier is about to answer what the fuzzer says.
private struct Bridge {
  let carrier = Spoiling()
  let bridge: CallBridge
  let plugin: OpaquePointer
  let table: UnsafePointer<imp_entry>

  init?() {
    guard let bridge = try? CallBridge(over: carrier), let entry = bridge.entry else { return nil }
    self.bridge = bridge
    table = entry.assumingMemoryBound(to: imp_entry.self)
    var opened: OpaquePointer?
    guard table.pointee.open(table, host, &opened) == IMP_OK, let opened else { return nil }
    plugin = opened
  }
}

private func answer(_ function: CallFunction, _ status: imp_status, _ body: [UInt8]) {
  guard let it = Bridge() else { preconditionFailure("a right plugin is opened") }
  defer {
    it.carrier.answer = nil
    it.table.pointee.close(it.plugin)
  }
  var object: OpaquePointer?
  switch function {
  case .pluginDescribe:
    it.carrier.answer = (status, body)
    guard let other = try? CallBridge(over: it.carrier), let raw = other.entry else { return }
    if let low = try? EntryTable.versions(at: raw), EntryTable.agreed(low: low.low, high: low.high) != nil {
      _ = try? EntryTable.descriptor(of: raw.assumingMemoryBound(to: imp_entry.self))
    }
  case .cameraList:
    var infos = [imp_camera_info](repeating: imp_camera_info(), count: 3)
    for index in infos.indices { infos[index].size = size(imp_camera_info.self) }
    it.carrier.answer = (status, body)
    var count = infos.count
    _ = camera(it) { $0.list(it.plugin, &infos, &count) }
  case .cameraNextFrame:
    var options = sized(imp_camera_options(), \.size)
    guard camera(it, { $0.open(it.plugin, &options, &object) }) == IMP_OK, let object else { return }
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: 100)
    defer { room.deallocate() }
    it.carrier.answer = (status, body)
    var buffer = imp_buffer(data: room, capacity: 100, length: 0)
    var frame = sized(imp_frame(), \.size)
    _ = camera(it) { $0.next_frame(object, 0, &buffer, &frame) }
    it.carrier.answer = nil
    _ = camera(it) {
      $0.close(object)
      return IMP_OK
    }
  case .cameraControlModes, .cameraControlControls, .cameraControlSet:
    let raw = it.table.pointee.ability(it.plugin, IMP_CAMERA_CONTROL_ID)
    guard let table = raw?.load(as: imp_camera_control_ability.self) else { return }
    var modes = [imp_camera_mode](repeating: sized(imp_camera_mode(), \.size), count: 3)
    var controls = [imp_camera_control](repeating: sized(imp_camera_control(), \.size), count: 3)
    var (count, value) = (3, Int64(1))
    it.carrier.answer = (status, body)
    _ = function == .cameraControlModes ? table.modes(it.plugin, imp_text(), &modes, &count) : IMP_OK
    _ =
      function == .cameraControlControls ? table.controls(it.plugin, imp_text(), &controls, &count) : IMP_OK
    _ = function == .cameraControlSet ? table.set(it.plugin, imp_text(), 1, &value) : IMP_OK
  case .watchOpen, .watchNext:
    let raw = it.table.pointee.ability(it.plugin, IMP_DEVICE_WATCH_ID)
    guard let table = raw?.load(as: imp_device_watch_ability.self) else { return }
    if function == .watchOpen { it.carrier.answer = (status, body) }
    guard table.open(it.plugin, &object) == IMP_OK, let object else { return }
    it.carrier.answer = (status, body)
    var event = sized(imp_device_event(), \.size)
    _ = table.next(object, 0, &event)
    it.carrier.answer = nil
    table.close(object)
  case .microphoneList, .microphoneOpen, .microphoneRead:
    let raw = it.table.pointee.ability(it.plugin, IMP_MICROPHONE_ID)
    guard let table = raw?.load(as: imp_microphone_ability.self) else { return }
    var infos = [imp_microphone_info](repeating: sized(imp_microphone_info(), \.size), count: 3)
    var count = infos.count
    if function != .microphoneRead { it.carrier.answer = (status, body) }
    if function == .microphoneList { _ = table.list(it.plugin, &infos, &count) }
    var options = sized(imp_microphone_options(), \.size)
    var format = sized(imp_audio_format(), \.size)
    guard table.open(it.plugin, &options, &format, &object) == IMP_OK, let object else { return }
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: 100)
    defer { room.deallocate() }
    it.carrier.answer = (status, body)
    var buffer = imp_buffer(data: room, capacity: 100, length: 0)
    var chunk = sized(imp_audio_chunk(), \.size)
    _ = table.read(object, 0, &buffer, &chunk)
    it.carrier.answer = nil
    table.close(object)
  case .cardList, .cardConnect, .cardStatus, .cardTransmit, .cardAttribute:
    let raw = it.table.pointee.ability(it.plugin, IMP_CARD_READER_ID)
    guard let table = raw?.load(as: imp_card_reader_ability.self) else { return }
    var infos = [imp_reader_info](repeating: sized(imp_reader_info(), \.size), count: 3)
    var count = infos.count
    if function == .cardConnect || function == .cardList { it.carrier.answer = (status, body) }
    if function == .cardList { _ = table.list(it.plugin, &infos, &count) }
    var options = sized(imp_card_options(), \.size)
    guard table.connect(it.plugin, &options, &object) == IMP_OK, let object else { return }
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: 100)
    defer { room.deallocate() }
    it.carrier.answer = (status, body)
    var buffer = imp_buffer(data: room, capacity: 100, length: 0)
    var now = sized(imp_card_status(), \.size)
    switch function {
    case .cardStatus: _ = table.status(object, &now)
    case .cardAttribute: _ = table.attribute(object, 1, &buffer)
    default: _ = table.transmit(object, imp_bytes(), &buffer)
    }
    it.carrier.answer = nil
    table.close(object)
  case .voiceFormats, .voiceCreate, .voiceExtract:
    let raw = it.table.pointee.ability(it.plugin, IMP_VOICE_EXTRACTOR_ID)
    guard let table = raw?.load(as: imp_voice_extractor_ability.self) else { return }
    var formats = [imp_voice_format](repeating: sized(imp_voice_format(), \.size), count: 3)
    var count = formats.count
    if function != .voiceExtract { it.carrier.answer = (status, body) }
    if function == .voiceFormats { _ = table.formats(it.plugin, &formats, &count) }
    var options = sized(imp_voice_extractor_options(), \.size)
    guard table.create(it.plugin, &options, &object) == IMP_OK, let object else { return }
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: 100)
    defer { room.deallocate() }
    it.carrier.answer = (status, body)
    var buffer = imp_buffer(data: room, capacity: 100, length: 0)
    var extraction = sized(imp_extraction(), \.size)
    var sound = sized(imp_sound(), \.size)
    _ = table.extract(object, &sound, &buffer, &extraction)
    it.carrier.answer = nil
    table.destroy(object)
  case .trackerTrack:
    let raw = it.table.pointee.ability(it.plugin, IMP_FACE_TRACKER_ID)
    guard let table = raw?.load(as: imp_face_tracker_ability.self) else { return }
    var options = sized(imp_face_tracker_options(), \.size)
    guard table.create(it.plugin, &options, &object) == IMP_OK, let object else { return }
    var faces = [imp_face](repeating: imp_face(), count: 2)
    for index in faces.indices { faces[index].size = size(imp_face.self) }
    var points = [imp_point3](repeating: imp_point3(), count: 4)
    let counts = (UInt32(faces.count), UInt32(points.count))
    it.carrier.answer = (status, body)
    faces.withUnsafeMutableBufferPointer { faces in
      points.withUnsafeMutableBufferPointer { points in
        var list = sized(imp_face_list(), \.size)
        (list.face_capacity, list.landmark_capacity) = counts
        (list.faces, list.landmarks) = (faces.baseAddress, points.baseAddress)
        var image = sized(imp_image(), \.size)
        _ = table.track(object, &image, 0, &list)
      }
    }
    it.carrier.answer = nil
    table.destroy(object)
  case .captureStep:
    let raw = it.table.pointee.ability(it.plugin, IMP_FACE_CAPTURE_ID)
    guard let table = raw?.load(as: imp_face_capture_ability.self) else { return }
    var options = sized(imp_face_capture_options(), \.size)
    guard table.create(it.plugin, &options, &object) == IMP_OK, let object else { return }
    let room = UnsafeMutablePointer<imp_capture_event>.allocate(capacity: 32)
    defer { room.deallocate() }
    room.initialize(repeating: imp_capture_event(), count: 32)
    for index in 0..<32 { room[index].size = size(imp_capture_event.self) }
    var events = imp_capture_events(
      size: size(imp_capture_events.self), capacity: 32, count: 0, reserved: 0, events: room)
    var faces = sized(imp_face_list(), \.size)
    it.carrier.answer = (status, body)
    _ = table.step(object, 2, nil, &faces, 0, &events)
    it.carrier.answer = nil
    table.destroy(object)
  default:
    let raw = it.table.pointee.ability(it.plugin, IMP_MATCHER_ID)
    guard let table = raw?.load(as: imp_matcher_ability.self) else { return }
    var options = sized(imp_matcher_options(), \.size)
    guard table.create(it.plugin, &options, &object) == IMP_OK, let object else { return }
    it.carrier.answer = (status, body)
    matcherCall(function, table, object, it)
    it.carrier.answer = nil
    table.destroy(object)
  }
}

private func camera(_ it: Bridge, _ body: (imp_camera_ability) -> imp_status) -> imp_status {
  // Asked for while answers are still right, or answered by whatever the fuzzer says.
  let answer = it.carrier.answer
  it.carrier.answer = nil
  guard let raw = it.table.pointee.ability(it.plugin, IMP_CAMERA_ID) else { return IMP_E_ABILITY }
  it.carrier.answer = answer
  return body(raw.load(as: imp_camera_ability.self))
}

private func matcherCall(
  _ function: CallFunction, _ table: imp_matcher_ability, _ matcher: OpaquePointer, _ it: Bridge
) {
  switch function {
  case .matcherDescribe:
    let info: UnsafePointer<imp_matcher_info>? = table.describe(it.plugin)
    if UInt(bitPattern: info) != 0, let info { _ = String(cString: info.pointee.algorithm) }
  case .matcherExtract:
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: 50)
    defer { room.deallocate() }
    var buffer = imp_buffer(data: room, capacity: 50, length: 0)
    var extraction = sized(imp_extraction(), \.size)
    var image = sized(imp_image(), \.size)
    _ = table.extract(matcher, &image, nil, nil, 0, &buffer, &extraction)
  case .matcherCompareMany:
    var similarities = [Float](repeating: 0, count: 3)
    var gallery = imp_gallery(
      size: size(imp_gallery.self), version: 1, count: 3, data: imp_bytes(), offsets: nil)
    _ = table.compare_many(matcher, imp_bytes(), 1, &gallery, &similarities)
  default:
    var similarity = Float(0)
    _ = table.compare(matcher, imp_bytes(), 1, imp_bytes(), 1, &similarity)
  }
}

#if FUZZING
  @c(LLVMFuzzerTestOneInput)
#endif
public func fuzzCalls(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  guard bytes.count >= 3 else { return 0 }
  let functions = CallFunction.allCases
  let function = functions[Int(bytes[1]) % functions.count]
  let body = Array(bytes[3...])
  if bytes[0] % 2 == 0 {
    execute(executor, function, object(of: function), body, room: Int(bytes[2]) * 64)
  } else {
    answer(function, bytes[2] % 4 == 1 ? IMP_RETRY_SHORT_BUFFER : IMP_OK, body)
  }
  return 0
}
