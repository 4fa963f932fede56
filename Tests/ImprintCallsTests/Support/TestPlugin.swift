// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Synchronization

/// A plugin made of closures: each function of its C tables does what a test says.
///
/// `@unchecked Sendable`: a test sets it up before it is used, and what counts is atomic.
final class TestPlugin: @unchecked Sendable {
  var abilities = [
    IMP_CAMERA_ID, IMP_FACE_TRACKER_ID, IMP_FACE_CAPTURE_ID, IMP_MATCHER_ID, IMP_CAMERA_CONTROL_ID,
    IMP_DEVICE_WATCH_ID, IMP_MICROPHONE_ID, IMP_CARD_READER_ID, IMP_VOICE_EXTRACTOR_ID, IMP_FACE_EXTRACTOR_ID,
    IMP_MATCHER_SEARCH_ID, IMP_FINGER_EXTRACTOR_ID, IMP_FINGER_READER_ID, IMP_SPEECH_RECOGNIZER_ID,
    IMP_FINGER_EXPLAINER_ID,
  ]
  var id = "org.example.test"
  var onOpen: (UnsafePointer<imp_host>) -> imp_status = { _ in IMP_OK }
  /// Whether open and the creates give an object with success.
  var givesObjects = true
  var onAbility: ((String) -> UnsafeRawPointer?)?

  var onList: (UnsafeMutablePointer<imp_camera_info>?, UnsafeMutablePointer<Int>) -> imp_status = { _, _ in
    IMP_OK
  }
  var onOpenCamera: (imp_camera_options) -> imp_status = { _ in IMP_OK }
  var onNextFrame: (UInt64, UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<imp_frame>) -> imp_status =
    { _, _, _ in
      IMP_OUTCOME_END
    }
  var onCancel: () -> Void = {}

  // What TestPlugin+Devices.swift makes tables of.
  var onModes: (imp_text, UnsafeMutablePointer<imp_camera_mode>?, UnsafeMutablePointer<Int>) -> imp_status = {
    _, _, _ in IMP_OK
  }
  var onControls:
    (imp_text, UnsafeMutablePointer<imp_camera_control>?, UnsafeMutablePointer<Int>) -> imp_status = {
      _, _, _ in IMP_OK
    }
  var onSetControl: (imp_text, UInt32, UnsafeMutablePointer<Int64>) -> imp_status = { _, _, _ in IMP_OK }
  var onOpenWatch: () -> imp_status = { IMP_OK }
  var onNextEvent: (UInt64, UnsafeMutablePointer<imp_device_event>) -> imp_status = { _, _ in IMP_OK }
  var onListMicrophones:
    (UnsafeMutablePointer<imp_microphone_info>?, UnsafeMutablePointer<Int>) -> imp_status = { _, _ in IMP_OK }
  var onOpenMicrophone: (imp_microphone_options, UnsafeMutablePointer<imp_audio_format>) -> imp_status = {
    _, _ in IMP_OK
  }
  var onRead:
    (UInt64, UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<imp_audio_chunk>) -> imp_status =
      { _, _, _ in IMP_OUTCOME_END }

  var onListFingerReaders:
    (UnsafeMutablePointer<imp_finger_reader_info>?, UnsafeMutablePointer<Int>) -> imp_status = { _, _ in
      IMP_OK
    }
  var onOpenFingerReader: (imp_finger_reader_options) -> imp_status = { _ in IMP_OK }
  var onNextFingerEvent:
    (UInt64, UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<imp_finger_event>) -> imp_status =
      { _, _, _ in IMP_OUTCOME_END }

  var onCreateTracker: (imp_face_tracker_options) -> imp_status = { _ in IMP_OK }
  var onTrack: (UnsafePointer<imp_image>, UInt64, UnsafeMutablePointer<imp_face_list>) -> imp_status = {
    _, _, _ in
    IMP_OK
  }
  var onReset: () -> Void = {}

  var onCreateCapture: (imp_face_capture_options_v2) -> imp_status = { _ in IMP_OK }
  var onStep:
    (
      imp_capture_input, UnsafePointer<imp_image>?, UnsafePointer<imp_face_list>,
      UnsafeMutablePointer<imp_capture_events_v2>
    )
      -> imp_status = { _, _, _, _ in IMP_OK }

  var onCompare: (imp_bytes, UInt32, imp_bytes, UInt32, UnsafeMutablePointer<Float>) -> imp_status = {
    _, _, _, _, _ in IMP_OK
  }
  var onCompareMany:
    (imp_bytes, UInt32, UnsafePointer<imp_gallery>, UnsafeMutablePointer<Float>?) -> imp_status = {
      _, _, _, _ in
      IMP_OK
    }
  var onFuse:
    (UnsafePointer<imp_gallery>, UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<imp_fusion>) ->
      imp_status = { _, _, _ in IMP_OK }
  var matchers = TestFormats<MatcherKind>()

  var onExtractVoice:
    (UnsafePointer<imp_sound>, UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<imp_extraction>) ->
      imp_status = { _, _, _ in IMP_OK }
  var onMeasureVoice: (UnsafePointer<imp_sound>, UnsafeMutablePointer<imp_voice_facts>) -> imp_status = {
    _, _ in IMP_OK
  }
  var voices = TestFormats<VoiceKind>()

  var onExtractFace:
    (
      UnsafePointer<imp_image>, UnsafePointer<imp_face>?, UnsafePointer<imp_point3>?, UInt32,
      UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<imp_extraction>
    ) -> imp_status = { _, _, _, _, _, _ in IMP_OK }
  var faces = TestFormats<FaceKind>()

  var onExtractFinger:
    (
      UnsafePointer<imp_image>, UnsafePointer<imp_finger>, UnsafeMutablePointer<imp_buffer>,
      UnsafeMutablePointer<imp_extraction>
    ) -> imp_status = { _, _, _, _ in IMP_OK }
  var fingers = TestFormats<FingerKind>()

  var searches = TestSearches()

  var explainers = TestExplainers()

  var speech = TestSpeech()

  var cards = TestCards()

  /// What is open: plugins and objects.
  let open = Atomic(0)
  let opened = Atomic(0)
  let made = Atomic(0)
  let described = Atomic(0)

  private let memory = UnsafeMutablePointer<EntryMemory>.allocate(capacity: 1)
  private let descriptor = UnsafeMutablePointer<imp_library_descriptor>.allocate(capacity: 1)
  /// What it declares as a library of many; `nil`: it serves one plugin. Never freed.
  var declared: [imp_parameter_declaration]?
  private var names: [UnsafePointer<CChar>] = []
  private let list = UnsafeMutablePointer<UnsafePointer<CChar>>.allocate(capacity: 300)

  private struct EntryMemory {
    var table: imp_entry
    var owner: Unmanaged<TestPlugin>
  }

  /// What a handle points to.
  private final class Handle {
    let plugin: TestPlugin
    let host: UnsafePointer<imp_host>

    init(_ plugin: TestPlugin, _ host: UnsafePointer<imp_host>) {
      self.plugin = plugin
      self.host = host
      plugin.open.add(1, ordering: .relaxed)
    }

    deinit { plugin.open.subtract(1, ordering: .relaxed) }
  }

  private static func lasting(_ text: String) -> UnsafePointer<CChar> {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.utf8.count + 1)
    for (index, byte) in (Array(text.utf8) + [0]).enumerated() {
      (copy + index).initialize(to: CChar(bitPattern: byte))
    }
    return UnsafePointer(copy)
  }

  /// Lives for ever: callers have its entry alone, which keeps nothing.
  init() {
    memory.initialize(
      to: EntryMemory(
        table: imp_entry(
          abi_min: 1, abi_max: 1, size: structSize(imp_entry.self), reserved: 0,
          describe: { TestPlugin.owner($0).describe() },
          open: { TestPlugin.owner($0).open($1, $2) },
          close: { TestPlugin.release($0) },
          ability: { TestPlugin.of($0).ability(String(cString: $1)) }), owner: .passRetained(self)))
  }

  var entry: UnsafeMutablePointer<imp_entry> {
    UnsafeMutableRawPointer(memory).assumingMemoryBound(to: imp_entry.self)
  }

  /// Says words, as from inside a call.
  static func report(_ host: UnsafePointer<imp_host>, _ status: imp_status, _ words: String) {
    guard let raw = host.pointee.ability(host, IMP_HOST_REPORT_ID) else { return }
    let table = raw.assumingMemoryBound(to: imp_host_report.self)
    Self.lend(words) { table.pointee.words(host, status, $0) }
  }

  static func log(_ host: UnsafePointer<imp_host>, _ severity: Int32, _ line: String) {
    guard let raw = host.pointee.ability(host, IMP_HOST_LOG_ID) else { return }
    let table = raw.assumingMemoryBound(to: imp_host_log.self)
    Self.lend(line) { table.pointee.write(host, UInt32(severity), $0) }
  }

  static func lend<R>(_ text: String, _ body: (imp_text) -> R) -> R {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { body(imp_text(data: $0.baseAddress, length: $0.count)) }
    }
  }

  /// The host of the last opening.
  private(set) var host: UnsafePointer<imp_host>?

  func report(_ status: imp_status, _ words: String) { if let host { Self.report(host, status, words) } }

  // MARK: C side

  private static func owner(_ entry: UnsafePointer<imp_entry>) -> TestPlugin {
    UnsafeRawPointer(entry).assumingMemoryBound(to: EntryMemory.self).pointee.owner.takeUnretainedValue()
  }

  static func of(_ handle: OpaquePointer) -> TestPlugin {
    Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue().plugin
  }

  static func release(_ handle: OpaquePointer) {
    Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(handle)).release()
  }

  private func describe() -> UnsafePointer<imp_descriptor> {
    described.add(1, ordering: .relaxed)
    names = abilities.map { Self.lasting($0) }
    for (index, name) in names.enumerated() { (list + index).initialize(to: name) }
    let parameters = UnsafeMutablePointer<imp_parameter_declaration>.allocate(
      capacity: 1 + (declared?.count ?? 0))
    parameters.initialize(from: declared ?? [], count: declared?.count ?? 0)
    descriptor.initialize(
      to: imp_library_descriptor(
        library: imp_descriptor(
          size: declared == nil ? structSize(imp_descriptor.self) : structSize(imp_library_descriptor.self),
          ability_count: UInt32(names.count), id: Self.lasting(id),
          version: Self.lasting("1.2.3"), vendor: Self.lasting("Example"), abilities: list),
        parameter_count: UInt32(declared?.count ?? 0), reserved: 0, parameters: parameters))
    return UnsafeRawPointer(descriptor).assumingMemoryBound(to: imp_descriptor.self)
  }

  /// One of a library of many: a text and an integer that are required, a number and a boolean that are not.
  static func ofMany() -> TestPlugin {
    func declared(
      _ type: Int32, _ name: String, required: UInt32 = 0, longest: UInt32 = 0, min: Double = 0,
      max: Double = 0
    ) -> imp_parameter_declaration {
      imp_parameter_declaration(
        size: structSize(imp_parameter_declaration.self), type: UInt32(type), required: required,
        length_max: longest, min: min, max: max, name: lasting(name), purpose: lasting("What \(name) is for.")
      )
    }
    let plugin = TestPlugin()
    plugin.declared = [
      declared(IMP_PARAMETER_TEXT, "format", required: 1, longest: 63),
      declared(IMP_PARAMETER_INTEGER, "inputWidth", required: 1, min: -5, max: 4096),
      declared(IMP_PARAMETER_NUMBER, "scale", min: -0.5, max: 1.25),
      declared(IMP_PARAMETER_BOOLEAN, "mirrored"),
    ]
    return plugin
  }

  /// A host that gives all of them but the boolean.
  static func givingHost() -> TestHost {
    func parameter(_ type: Int32, _ integer: Int64 = 0, _ number: Double = 0, _ text: String = "")
      -> imp_parameter
    {
      imp_parameter(
        size: structSize(imp_parameter.self), type: UInt32(type), integer: integer, number: number,
        text: imp_text(data: lasting(text), length: text.utf8.count))
    }
    let host = TestHost()
    host.given = [
      "format": parameter(IMP_PARAMETER_TEXT, 0, 0, "example.test"),
      "inputWidth": parameter(IMP_PARAMETER_INTEGER, -3), "scale": parameter(IMP_PARAMETER_NUMBER, 0, 0.75),
    ]
    return host
  }

  private func open(
    _ host: UnsafePointer<imp_host>, _ plugin: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status {
    self.host = host
    opened.add(1, ordering: .relaxed)
    return give(onOpen(host), plugin, host)
  }

  private func give(
    _ status: imp_status, _ place: UnsafeMutablePointer<OpaquePointer?>, _ host: UnsafePointer<imp_host>?
  ) -> imp_status {
    if status == IMP_OK, givesObjects, let host {
      place.pointee = OpaquePointer(Unmanaged.passRetained(Handle(self, host)).toOpaque())
    }
    return status
  }

  func make(_ status: imp_status, _ place: UnsafeMutablePointer<OpaquePointer?>) -> imp_status {
    made.add(1, ordering: .relaxed)
    return give(status, place, host)
  }

  private func ability(_ id: String) -> UnsafeRawPointer? {
    if let onAbility { return onAbility(id) }
    guard abilities.contains(id) else { return nil }
    return Self.table(id)
  }

  static func table(_ id: String) -> UnsafeRawPointer? {
    switch id {
    case IMP_CAMERA_ID: UnsafeRawPointer(camera)
    case IMP_FACE_TRACKER_ID: UnsafeRawPointer(tracker)
    case IMP_FACE_CAPTURE_ID: UnsafeRawPointer(capture)
    case IMP_MATCHER_ID: UnsafeRawPointer(matcher)
    case IMP_CARD_READER_ID: UnsafeRawPointer(cardReader)
    case IMP_CAMERA_CONTROL_ID: UnsafeRawPointer(cameraControl)
    case IMP_DEVICE_WATCH_ID: UnsafeRawPointer(watch)
    case IMP_MICROPHONE_ID: UnsafeRawPointer(microphone)
    case IMP_VOICE_EXTRACTOR_ID: UnsafeRawPointer(voiceExtractor)
    case IMP_FACE_EXTRACTOR_ID: UnsafeRawPointer(faceExtractor)
    case IMP_MATCHER_SEARCH_ID: UnsafeRawPointer(matcherSearch)
    case IMP_FINGER_EXTRACTOR_ID: UnsafeRawPointer(fingerExtractor)
    case IMP_FINGER_READER_ID: UnsafeRawPointer(fingerReader)
    case IMP_SPEECH_RECOGNIZER_ID: UnsafeRawPointer(speechRecognizer)
    case IMP_FINGER_EXPLAINER_ID: UnsafeRawPointer(fingerExplainer)
    default: nil
    }
  }

  static func table<T>(_ table: T) -> UnsafePointer<T> {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
    memory.initialize(to: table)
    return UnsafePointer(memory)
  }

  nonisolated(unsafe) private static let camera = table(
    imp_camera_ability(
      size: structSize(imp_camera_ability.self), reserved: 0,
      list: { TestPlugin.of($0).onList($1, $2) },
      open: {
        let plugin = TestPlugin.of($0); return plugin.make(plugin.onOpenCamera($1.pointee), $2)
      },
      next_frame: { TestPlugin.of($0).onNextFrame($1, $2, $3) }, cancel: { TestPlugin.of($0).onCancel() },
      close: { TestPlugin.release($0) }))

  nonisolated(unsafe) private static let tracker = table(
    imp_face_tracker_ability(
      size: structSize(imp_face_tracker_ability.self), reserved: 0,
      create: {
        let plugin = TestPlugin.of($0); return plugin.make(plugin.onCreateTracker($1.pointee), $2)
      },
      track: { TestPlugin.of($0).onTrack($1, $2, $3) }, reset: { TestPlugin.of($0).onReset() },
      destroy: { TestPlugin.release($0) }))

  nonisolated(unsafe) private static let capture = table(
    imp_face_capture_ability_v2(
      size: structSize(imp_face_capture_ability_v2.self), reserved: 0,
      create: {
        let plugin = TestPlugin.of($0); return plugin.make(plugin.onCreateCapture($1.pointee), $2)
      },
      step: { TestPlugin.of($0).onStep($1.pointee, $2, $3, $4) }, destroy: { TestPlugin.release($0) }))
}
