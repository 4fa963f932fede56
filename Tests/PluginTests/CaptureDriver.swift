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
  /// What every comparison is answered with, at once; `nil` leaves them without an answer.
  var score: Int32?
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

  /// - Parameter landmarks: those that the faces refer to.
  @discardableResult
  func frame(
    _ faces: [imp_face], landmarks: [imp_point3] = [], in image: TestImage? = nil,
    after wait: UInt64 = 40_000_000
  ) throws -> [imp_capture_event_v2] {
    let told = try (image ?? Self.image).lend {
      try step(Self.input(IMP_INPUT_FRAME), $0, (faces, landmarks), after: wait)
    }
    guard let score else { return told }
    for asked in told where asked.kind == UInt32(IMP_CAPTURE_COMPARE) { try compared(asked, score) }
    return told
  }

  /// Several frames of the same faces, or up to the one that finishes the capture.
  func frames(_ count: Int, _ faces: [imp_face]) throws {
    for _ in 0..<count where finish == nil { try frame(faces) }
  }

  @discardableResult
  func tick(after wait: UInt64) throws -> [imp_capture_event_v2] {
    try step(Self.input(IMP_INPUT_TICK), after: wait)
  }

  /// A step at a time that has been: so many nanoseconds ago.
  @discardableResult
  func tick(before ago: UInt64) throws -> [imp_capture_event_v2] {
    now -= ago
    defer { now += ago }
    return try step(Self.input(IMP_INPUT_TICK))
  }

  @discardableResult
  func end() throws -> [imp_capture_event_v2] { try step(Self.input(IMP_INPUT_END)) }

  @discardableResult
  func stop() throws -> [imp_capture_event_v2] { try step(Self.input(IMP_INPUT_STOP)) }

  /// A sample of the accelerometer, m/s².
  @discardableResult
  func motion(_ acceleration: imp_point3) throws -> [imp_capture_event_v2] {
    var input = Self.input(IMP_INPUT_MOTION)
    input.acceleration = acceleration
    return try step(input)
  }

  /// The answer to a comparison.
  /// - Parameter score: `nil` where it is not possible.
  @discardableResult
  func compared(_ asked: imp_capture_event_v2, _ score: Int32?) throws -> [imp_capture_event_v2] {
    var input = Self.input(IMP_INPUT_COMPARED)
    (input.slot, input.other) = (asked.slot, asked.other)
    input.compared = UInt32(score == nil ? IMP_COMPARED_UNABLE : IMP_COMPARED_DONE)
    input.score = score ?? 0
    return try step(input)
  }

  private static func input(_ kind: Int32) -> imp_capture_input {
    var input = imp_capture_input()
    input.size = structSize(imp_capture_input.self)
    input.kind = UInt32(kind)
    return input
  }

  private func step(
    _ input: imp_capture_input, _ image: UnsafePointer<imp_image>? = nil,
    _ seen: (faces: [imp_face], landmarks: [imp_point3]) = ([], []), after wait: UInt64 = 0
  ) throws -> [imp_capture_event_v2] {
    now += wait
    var input = input
    input.now_ns = now
    var memory = room(imp_capture_event_v2(), \.size, Int(IMP_CAPTURE_EVENTS_MAXIMUM))
    var (faces, landmarks) = seen
    var count = 0
    let status = memory.withUnsafeMutableBufferPointer { memory -> imp_status in
      guard let base = memory.baseAddress else { return IMP_E_INTERNAL }
      var events = imp_capture_events_v2(
        size: structSize(imp_capture_events_v2.self), capacity: UInt32(memory.count), count: 0, reserved: 0,
        events: base)
      defer { count = Int(events.count) }
      return faces.withUnsafeMutableBufferPointer { faces in
        landmarks.withUnsafeMutableBufferPointer { landmarks in
          var list = imp_face_list()
          list.size = structSize(imp_face_list.self)
          (list.face_capacity, list.face_count) = (UInt32(faces.count), UInt32(faces.count))
          (list.landmark_capacity, list.landmark_count) = (UInt32(landmarks.count), UInt32(landmarks.count))
          (list.faces, list.landmarks) = (faces.baseAddress, landmarks.baseAddress)
          return table.step(capture, &input, image, &list, &events)
        }
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
