// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport

/// Steps a capture of a capture plugin, Lite unless another is named, through its C table, a frame every 40
/// ms.
final class CaptureDriver {
  private let opened: OpenedEntry
  private let table: imp_face_capture_ability_v2
  private let capture: OpaquePointer
  private(set) var now: UInt64 = 1_000_000_000
  /// All events so far.
  private(set) var all: [imp_capture_event_v2] = []

  /// The image's side in pixels.
  static let side = 400
  private static let image = TestImage(width: side, height: side) { _, _ in 0 }

  init(
    plugin: String = "FaceCaptureLite", images: UInt32 = 1, threshold: Float = 50,
    timeout: UInt64 = 60_000_000_000, steady: UInt64 = 400_000_000,
    mode: Int32 = IMP_LIVENESS_MODE_NONE, seed: UInt64 = 1,
    change: (inout imp_face_capture_options_v2) -> Void = { _ in }
  ) throws {
    opened = try OpenedEntry(PluginLibrary.entry(plugin))
    table = try opened.table(IMP_FACE_CAPTURE_ID)
    var options = imp_face_capture_options_v2()
    options.size = structSize(imp_face_capture_options_v2.self)
    options.liveness_mode = UInt32(mode)
    options.security = UInt32(IMP_SECURITY_HIGH)
    options.images = images
    options.quality_threshold = threshold
    options.cr2d = mode == IMP_LIVENESS_MODE_ACTIVE ? UInt32(IMP_CR2D_RANDOM) : 0
    (options.timeout_ns, options.steady_ns) = (timeout, steady)
    options.seed = (seed, 2)
    change(&options)
    var capture: OpaquePointer?
    let status = table.create(opened.plugin, &options, &capture)
    guard status == IMP_OK, let capture else {
      throw StatusError(status: status, words: opened.host.last?.words ?? "")
    }
    self.capture = capture
  }

  deinit { table.destroy(capture) }

  /// A face that nothing is wrong with, changed as told.
  static func face(_ change: (inout imp_face) -> Void = { _ in }) -> imp_face {
    var face = imp_face()
    face.size = structSize(imp_face.self)
    face.track_id = 1
    face.box = imp_rect(x: 120, y: 120, width: 160, height: 160)
    face.detection = 1
    face.presence = 1
    face.left_eye_openness = 0.27
    face.right_eye_openness = 0.27
    withUnsafeMutableBytes(of: &face.quality) { bytes in
      for index in 0..<Int(IMP_QUALITY_COMPONENT_COUNT) {
        bytes.storeBytes(of: index <= 12 ? 80 : -1, toByteOffset: index * 4, as: Float.self)
      }
    }
    change(&face)
    return face
  }

  @discardableResult
  func frame(
    _ faces: [imp_face], in image: TestImage? = nil, after wait: UInt64 = 40_000_000
  ) throws -> [imp_capture_event_v2] {
    try (image ?? Self.image).lend { try step(IMP_INPUT_FRAME, $0, faces, wait) }
  }

  /// Several frames of the same faces, or up to the one that finishes the capture.
  func frames(_ count: Int, _ faces: [imp_face]) throws {
    for _ in 0..<count where finish == nil { try frame(faces) }
  }

  @discardableResult
  func tick(after wait: UInt64) throws -> [imp_capture_event_v2] { try step(IMP_INPUT_TICK, nil, [], wait) }

  @discardableResult
  func end() throws -> [imp_capture_event_v2] { try step(IMP_INPUT_END, nil, [], 0) }

  @discardableResult
  func stop() throws -> [imp_capture_event_v2] { try step(IMP_INPUT_STOP, nil, [], 0) }

  /// A sample of the accelerometer, m/s².
  @discardableResult
  func motion(_ acceleration: imp_point3) throws -> [imp_capture_event_v2] {
    try step(IMP_INPUT_MOTION, nil, [], 0, acceleration)
  }

  private func step(
    _ input: Int32, _ image: UnsafePointer<imp_image>?, _ faces: [imp_face], _ wait: UInt64,
    _ acceleration: imp_point3 = imp_point3()
  ) throws -> [imp_capture_event_v2] {
    now += wait
    var input = imp_capture_input(
      size: structSize(imp_capture_input.self), kind: UInt32(input), now_ns: now, slot: 0, other: 0,
      compared: 0, score: 0, acceleration: acceleration, reserved: 0)
    var memory = room(imp_capture_event_v2(), \.size, Int(IMP_CAPTURE_EVENTS_MAXIMUM))
    var faces = faces
    var count = 0
    let status = memory.withUnsafeMutableBufferPointer { memory -> imp_status in
      guard let base = memory.baseAddress else { return IMP_E_INTERNAL }
      var events = imp_capture_events_v2(
        size: structSize(imp_capture_events_v2.self), capacity: UInt32(memory.count), count: 0, reserved: 0,
        events: base)
      defer { count = Int(events.count) }
      return faces.withUnsafeMutableBufferPointer { faces in
        var list = imp_face_list()
        list.size = structSize(imp_face_list.self)
        list.face_capacity = UInt32(faces.count)
        list.face_count = UInt32(faces.count)
        list.faces = faces.baseAddress
        return table.step(capture, &input, image, &list, &events)
      }
    }
    guard status == IMP_OK else { throw StatusError(status: status, words: opened.host.last?.words ?? "") }
    all += memory.prefix(count)
    return Array(memory.prefix(count))
  }

  // MARK: What happened

  func of(_ kind: Int32) -> [imp_capture_event_v2] { all.filter { $0.kind == UInt32(kind) } }
  var feedback: [Int32] { of(IMP_CAPTURE_FEEDBACK).map(\.code) }
  var steps: [Int32] { of(IMP_CAPTURE_STEP).map(\.code) }
  var results: [imp_capture_event_v2] { of(IMP_CAPTURE_RESULT) }
  /// The finish, where the capture has finished and with its last event.
  var finish: Int32? { all.last.flatMap { $0.kind == UInt32(IMP_CAPTURE_FINISHED) ? $0.code : nil } }
}
