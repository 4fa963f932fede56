// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One capture, stepped through its C table with guarded memory. Destroyed when released. Not thread-safe.
final class CaptureProbe {
  let plugin: ProbePlugin
  let table: imp_face_capture_ability_v2
  private let capture: OpaquePointer
  private let lent: [GuardedMemory]

  /// The options of a capture; of the mode active with targets at random places.
  static func options(
    mode: Int32 = IMP_LIVENESS_MODE_NONE, helps: UInt32 = 0, images: UInt32 = 2, quality: Float = 30,
    timeout: UInt64 = 10_000_000_000, steady: UInt64 = 100_000_000, seed: UInt64 = 1
  ) -> imp_face_capture_options_v2 {
    var options = imp_face_capture_options_v2()
    options.size = structSize(imp_face_capture_options_v2.self)
    options.liveness_mode = UInt32(mode)
    options.security = UInt32(IMP_SECURITY_LOW)
    options.images = images
    options.quality_threshold = quality
    options.cr2d = mode == IMP_LIVENESS_MODE_ACTIVE ? UInt32(IMP_CR2D_RANDOM) : 0
    options.timeout_ns = timeout
    options.steady_ns = steady
    options.blink_timeout_ns = mode == IMP_LIVENESS_MODE_BLINK ? 1_000_000_000 : 0
    options.seed = (seed, ~seed)
    options.helps = helps
    return options
  }

  init(_ plugin: ProbePlugin, _ options: imp_face_capture_options_v2 = CaptureProbe.options()) throws {
    self.plugin = plugin
    table = try plugin.table(IMP_FACE_CAPTURE_ID, as: imp_face_capture_ability_v2.self)
    let creation = try Self.create(plugin, options) { _ in }
    capture = try creation.made("face-capture.create", "for options within their ranges")
    lent = creation.lent
  }

  deinit { table.destroy(capture) }

  static func create(
    _ plugin: ProbePlugin, _ options: imp_face_capture_options_v2,
    change: (inout imp_face_capture_options_v2) -> Void
  ) throws -> Creation<Void> {
    let table = try plugin.table(IMP_FACE_CAPTURE_ID, as: imp_face_capture_ability_v2.self)
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
    /// What else a comparison's answer or a movement says.
    var fields = imp_capture_input()

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
    static func stop(_ now: UInt64) -> Input { Input(kind: UInt32(IMP_INPUT_STOP), now: now) }

    /// The answer that a comparison could not be made.
    static func unable(_ asked: (slot: UInt32, other: UInt32), _ now: UInt64) -> Input {
      var input = Input(kind: UInt32(IMP_INPUT_COMPARED), now: now)
      (input.fields.slot, input.fields.other) = asked
      input.fields.compared = UInt32(IMP_COMPARED_UNABLE)
      return input
    }

    /// A device that lies still.
    static func motion(_ now: UInt64) -> Input {
      var input = Input(kind: UInt32(IMP_INPUT_MOTION), now: now)
      input.fields.acceleration = imp_point3(x: 0, y: 9.81, z: 0)
      return input
    }

    /// As the contract has it.
    var contractInput: imp_capture_input {
      var input = fields
      (input.size, input.kind, input.now_ns) = (structSize(imp_capture_input.self), kind, now)
      return input
    }

    /// For people.
    var words: String {
      let names = [
        1: "a frame with \(faces.count) faces", 2: "a tick", 3: "the end of the source", 4: "a stop",
        5: "the answer to a comparison", 6: "a movement of the device",
      ]
      return "for \(names[Int(kind)] ?? "input \(kind)") at \(now) ns"
    }
  }

  /// The result of one step.
  struct Step: LentAnswer {
    let input: Input
    let answer: CallAnswer
    let events: [imp_capture_event_v2]
    /// Whether a byte of borrowed memory was changed.
    let isUntouched: Bool
    /// For comparison: the events as bytes.
    var bytes: [UInt8] { events.withUnsafeBytes { Array($0) } }
  }

  /// Takes one step with room for exactly the maximum number of events, before a guard page.
  /// - Parameter lending: The image to lend; `nil`: the input's.
  func step(
    _ input: Input, lending: LentPicture? = nil, changeInput: (inout imp_capture_input) -> Void = { _ in },
    changeImage: (inout imp_image) -> Void = { _ in },
    changeEvent: (inout imp_capture_event_v2) -> Void = { _ in },
    changeEvents: (inout imp_capture_events_v2) -> Void = { _ in }
  ) throws -> Step {
    var empty = imp_capture_event_v2.toBeFilled
    changeEvent(&empty)
    let capacity = Int(IMP_CAPTURE_EVENTS_MAXIMUM)
    let room = try GuardedMemory(copiesOf: [imp_capture_event_v2](repeating: empty, count: capacity))
    var events = imp_capture_events_v2(
      size: structSize(imp_capture_events_v2.self), capacity: UInt32(capacity), count: 0, reserved: 0,
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
    var contractInput = input.contractInput
    changeInput(&contractInput)
    let given = try GuardedMemory(copyOf: contractInput)
    for memory in [given, faces, landmarks, list] { memory.makeReadOnly() }
    let before = (room.content, header.content)
    let status = table.step(
      capture, given.pointer(), lent?.image, list.pointer(), header.mutablePointer())
    defer { withExtendedLifetime((given, lent, faces, landmarks, list)) {} }
    let count = Int(header.pointer(as: imp_capture_events_v2.self).pointee.count)
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

  /// Takes a step that must succeed, and answers the comparisons that it asks for: none can be made.
  /// - Returns: The step, and those of the answers.
  func answered(_ input: Input) throws -> [Step] {
    var steps = [try taken(input)]
    var asked = steps[0].comparisons[...]
    while let next = asked.popFirst(), steps.last?.isFinished != true {
      try expect(
        steps.count <= 100, "\(input.words) it asks for another comparison after \(steps.count - 1) answers.",
        place: "face-capture.step")
      steps.append(try taken(.unable(next, input.now)))
      asked += steps.last?.comparisons ?? []
    }
    return steps
  }

  /// A complete session: nobody, then a good face for as long as needed, then the end of the source.
  /// - Parameters:
  ///   - turns: Whether the head turns from side to side, and nods, while its landmarks stay where they are.
  ///   - moves: Whether the device says how it moves.
  /// - Returns: The steps up to the one that finished, or all.
  func session(frames: Int = 60, turns: Bool = false, moves: Bool = false) throws -> [Step] {
    var steps: [Step] = []
    for index in 0..<frames {
      let now = 1_000_000_000 + UInt64(index) * 40_000_000
      var input: Input = index < 3 ? .nobody(now) : index == 5 ? .tick(now) : .frame(now)
      if turns, !input.faces.isEmpty { input.turn(to: Self.turn(at: index)) }
      if moves, index % 4 == 0 { steps += try answered(.motion(now)) }
      if steps.last?.isFinished != true { steps += try answered(input) }
      if steps.last?.isFinished == true { return steps }
    }
    return steps + (try answered(.end(1_000_000_000 + UInt64(frames) * 40_000_000)))
  }

  /// Degrees, at most 4 from one frame to the next: both sides of each axis are reached in 50 frames.
  private static func turn(at index: Int) -> (yaw: Float, pitch: Float) {
    let path: [Float] = (0..<28).map { 26 - abs(Float(($0 + 7) % 28) * 52 / 14 - 52) }
    return (path[index % 28], path[index * 3 / 4 % 28] * 0.75)
  }
}

extension CaptureProbe.Step {
  func has(_ kind: Int32) -> Bool { events.contains { $0.kind == UInt32(kind) } }
  var isFinished: Bool { has(IMP_CAPTURE_FINISHED) }
  /// What it asks to be compared, in order.
  var comparisons: [(slot: UInt32, other: UInt32)] {
    events.filter { $0.kind == UInt32(IMP_CAPTURE_COMPARE) }.map { ($0.slot, $0.other) }
  }
}

extension CaptureProbe.Input {
  fileprivate mutating func turn(to pose: (yaw: Float, pitch: Float)) {
    for index in faces.indices { (faces[index].yaw, faces[index].pitch) = pose }
  }
}

extension CheckPicture {
  /// An image with room for a face in its middle; drawn once.
  static let middleFace = CheckPicture.shaded(width: 200, height: 200) { x, y in
    UInt8(truncatingIfNeeded: 60 &+ x &* 3 ^ y)
  }
}
