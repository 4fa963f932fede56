// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One capture, stepped through its C table with guarded memory. Destroyed when released. Not thread-safe.
final class CaptureProbe {
  let plugin: ProbePlugin
  let table: imp_face_capture_ability
  private let capture: OpaquePointer
  private let lent: [GuardedMemory]

  /// The options of a capture.
  static func options(
    images: UInt32 = 2, quality: Float = 30, timeout: UInt64 = 10_000_000_000, steady: UInt64 = 100_000_000
  ) -> imp_face_capture_options {
    imp_face_capture_options(
      size: structSize(imp_face_capture_options.self), liveness_mode: UInt32(IMP_LIVENESS_MODE_NONE),
      images: images, quality_threshold: quality, timeout_ns: timeout, steady_ns: steady)
  }

  init(_ plugin: ProbePlugin, _ options: imp_face_capture_options = CaptureProbe.options()) throws {
    self.plugin = plugin
    table = try plugin.table(IMP_FACE_CAPTURE_ID, as: imp_face_capture_ability.self)
    let creation = try Self.create(plugin, options) { _ in }
    capture = try creation.made("face-capture.create", "for options within their ranges")
    lent = creation.lent
  }

  deinit { table.destroy(capture) }

  static func create(
    _ plugin: ProbePlugin, _ options: imp_face_capture_options,
    change: (inout imp_face_capture_options) -> Void
  ) throws -> Creation<Void> {
    let table = try plugin.table(IMP_FACE_CAPTURE_ID, as: imp_face_capture_ability.self)
    var options = options
    change(&options)
    return try Creation(plugin, options, end: { table.destroy($0) }) { table.create(plugin.plugin, $0, $1) }
  }

  /// The input of one step.
  struct Input {
    /// `IMP_INPUT_...`
    var kind: UInt32
    var picture: CheckPicture?
    var faces: [imp_face] = []
    /// Nanoseconds.
    var now: UInt64

    /// A frame that shows one good face in its middle.
    static func frame(_ now: UInt64, quality: Float = 85) -> Input {
      var picture = CheckPicture.middleFace
      picture.quality = quality
      var face = picture.contractFace
      withUnsafeMutableBytes(of: &face.quality) { raw in
        let values = raw.bindMemory(to: Float.self)
        for component in 0...Int(IMP_QUALITY_SINGLE_FACE) { values[component] = quality }
      }
      return Input(kind: UInt32(IMP_INPUT_FRAME), picture: picture, faces: [face], now: now)
    }

    /// A frame without a face.
    static func nobody(_ now: UInt64) -> Input {
      Input(kind: UInt32(IMP_INPUT_FRAME), picture: .middleFace, now: now)
    }

    static func tick(_ now: UInt64) -> Input { Input(kind: UInt32(IMP_INPUT_TICK), now: now) }
    static func end(_ now: UInt64) -> Input { Input(kind: UInt32(IMP_INPUT_END), now: now) }

    /// For people.
    var words: String {
      let names = [1: "a frame with \(faces.count) faces", 2: "a tick", 3: "the end of the source"]
      return "for \(names[Int(kind)] ?? "input \(kind)") at \(now) ns"
    }
  }

  /// The result of one step.
  struct Step: LentAnswer {
    let input: Input
    let answer: CallAnswer
    let events: [imp_capture_event]
    /// Whether a byte of borrowed memory was changed.
    let isUntouched: Bool
    /// For comparison: the events as bytes.
    var bytes: [UInt8] { events.withUnsafeBytes { Array($0) } }
  }

  /// Takes one step with room for exactly the maximum number of events, before a guard page.
  /// - Parameter lending: The image to lend; `nil`: the input's.
  func step(
    _ input: Input, lending: LentPicture? = nil, changeImage: (inout imp_image) -> Void = { _ in },
    changeEvent: (inout imp_capture_event) -> Void = { _ in },
    changeEvents: (inout imp_capture_events) -> Void = { _ in }
  ) throws -> Step {
    var empty = imp_capture_event.toBeFilled
    changeEvent(&empty)
    let capacity = Int(IMP_CAPTURE_EVENTS_MAXIMUM)
    let room = try GuardedMemory(copiesOf: [imp_capture_event](repeating: empty, count: capacity))
    var events = imp_capture_events(
      size: structSize(imp_capture_events.self), capacity: UInt32(capacity), count: 0, reserved: 0,
      events: room.mutablePointer())
    changeEvents(&events)
    let header = try GuardedMemory(copyOf: events)
    let lent = try lending ?? input.picture.map { try LentPicture($0, change: changeImage) }
    let faces = try GuardedMemory(copiesOf: input.faces)
    let landmarks = try GuardedMemory(
      copiesOf: input.picture.map { input.faces.isEmpty ? [] : $0.face.landmarks } ?? [])
    let list = try GuardedMemory(
      copyOf: imp_face_list(
        size: structSize(imp_face_list.self), face_capacity: UInt32(input.faces.count),
        face_count: UInt32(input.faces.count), landmark_capacity: input.faces.isEmpty ? 0 : 468,
        landmark_count: input.faces.isEmpty ? 0 : 468, reserved: 0,
        faces: input.faces.isEmpty ? nil : faces.mutablePointer(),
        landmarks: input.faces.isEmpty ? nil : landmarks.mutablePointer()))
    for memory in [faces, landmarks, list] { memory.makeReadOnly() }
    let before = (room.content, header.content)
    let status = table.step(
      capture, input.kind, lent?.image, list.pointer(), input.now, header.mutablePointer())
    defer { withExtendedLifetime((lent, faces, landmarks, list)) {} }
    let count = Int(header.pointer(as: imp_capture_events.self).pointee.count)
    if status == IMP_OK, count > capacity {
      throw CheckFailure(
        "\(input.words) it gave \(count) events; at most \(capacity) are allowed.", place: "face-capture.step"
      )
    }
    return Step(
      input: input, answer: CallAnswer(status, plugin.host),
      events: status == IMP_OK ? Array(room.values().prefix(count)) : [],
      isUntouched: before == (room.content, header.content))
  }

  /// Takes a step that must succeed.
  func taken(_ input: Input) throws -> Step {
    let step = try step(input)
    try expectSuccess(step.answer, "face-capture.step", input.words)
    return step
  }

  /// A complete session: nobody, then a good face for as long as needed, then the end of the source.
  /// - Returns: The steps up to the one that finished, or all.
  func session(frames: Int = 60) throws -> [Step] {
    var steps: [Step] = []
    for index in 0..<frames {
      let now = 1_000_000_000 + UInt64(index) * 40_000_000
      let input: Input = index < 3 ? .nobody(now) : index == 5 ? .tick(now) : .frame(now)
      steps.append(try taken(input))
      if steps.last?.isFinished == true { return steps }
    }
    steps.append(try taken(.end(1_000_000_000 + UInt64(frames) * 40_000_000)))
    return steps
  }
}

extension CaptureProbe.Step {
  func has(_ kind: Int32) -> Bool { events.contains { $0.kind == UInt32(kind) } }
  var isFinished: Bool { has(IMP_CAPTURE_FINISHED) }
}

extension CheckPicture {
  /// An image with room for a face in its middle; drawn once.
  static let middleFace = CheckPicture.shaded(width: 200, height: 200) { x, y in
    UInt8(truncatingIfNeeded: 60 &+ x &* 3 ^ y)
  }
}
