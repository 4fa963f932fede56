// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.face-capture/2` asks of an author's plugin.
enum FaceCaptureTable {
  static func create(
    _ opened: OpenedPlugin, _ options: imp_face_capture_options_v2
  ) throws(PluginFailure) -> ProvidedFaceCapture {
    let options = try FaceCaptureOptions(checking: options)
    return ProvidedFaceCapture(
      host: opened.host, session: try provided(opened.attached.faceCapture).makeFaceCapture(options))
  }
}

extension FaceCaptureOptions {
  fileprivate init(checking raw: imp_face_capture_options_v2) throws(PluginFailure) {
    try check(raw.images, in: 0...UInt32(IMP_CAPTURE_IMAGES), "images")
    try check(raw.quality_threshold, in: 0...100, "quality_threshold")
    try check(raw.liveness_threshold, in: 0...100, "liveness_threshold")
    try check(raw.timeout_ns, in: 1_000_000_000...600_000_000_000, "timeout_ns")
    try check(raw.steady_ns, in: 0...10_000_000_000, "steady_ns")
    try check(raw.blink_timeout_ns, in: 0...30_000_000_000, "blink_timeout_ns")
    try check(raw.interval_ns, in: 0...10_000_000_000, "interval_ns")
    guard let security = Security(rawValue: raw.security) else {
      throw PluginFailure(.argument, "security is \(raw.security); 1...3 is expected.")
    }
    self.init(
      livenessMode: raw.liveness_mode, security: security, images: Int(raw.images),
      qualityThreshold: raw.quality_threshold, livenessThreshold: raw.liveness_threshold,
      cr2d: try CR2D(checking: raw), timeout: raw.timeout_ns, steady: raw.steady_ns,
      blinkTimeout: raw.blink_timeout_ns, interval: raw.interval_ns, seed: raw.seed,
      helps: Helps(rawValue: raw.helps))
  }
}

extension FaceCaptureOptions.CR2D {
  /// - Returns: `nil` in all modes but active.
  fileprivate init?(checking raw: imp_face_capture_options_v2) throws(PluginFailure) {
    guard raw.liveness_mode == UInt32(IMP_LIVENESS_MODE_ACTIVE) else { return nil }
    switch raw.cr2d {
    case UInt32(IMP_CR2D_RANDOM): self = .random
    case UInt32(IMP_CR2D_FIXED):
      self = .fixed(try Self.place(raw.target, "target"))
    case UInt32(IMP_CR2D_PATH):
      try check(raw.targets, in: 1...UInt32(IMP_CAPTURE_TARGETS), "targets")
      self = .path(targets: Int(raw.targets))
    case UInt32(IMP_CR2D_TRAINING):
      self = .training(
        start: try Self.place(raw.start, "start"), target: try Self.place(raw.target, "target"))
    default: throw PluginFailure(.argument, "cr2d is \(raw.cr2d); 1...4 is expected.")
    }
  }

  private static func place(_ point: imp_point, _ name: String) throws(PluginFailure) -> ScreenPlace {
    try check(point.x, in: -1...1, "\(name).x")
    try check(point.y, in: -1...1, "\(name).y")
    return ScreenPlace(x: point.x, y: point.y)
  }
}

/// What an `imp_face_capture` points to.
final class ProvidedFaceCapture {
  let host: Host
  private let session: any FaceCaptureSession
  private var isFinished = false
  private var last: UInt64 = 0
  /// Comparisons that were asked for and not answered yet, the oldest first.
  private var asked: [Pair] = []

  private struct Pair: Equatable {
    let slot: UInt32
    let other: UInt32
  }

  init(host: Host, session: any FaceCaptureSession) {
    self.host = host
    self.session = session
  }

  func step(
    _ input: imp_capture_input, _ image: imp_image?, _ list: imp_face_list, _ out: inout imp_capture_events_v2
  ) throws(PluginFailure) {
    guard isPresent(out.events), out.capacity >= UInt32(IMP_CAPTURE_EVENTS_MAXIMUM) else {
      throw PluginFailure(.argument, "The list needs room for \(IMP_CAPTURE_EVENTS_MAXIMUM) events.")
    }
    guard !isFinished else { throw PluginFailure(.state, "The capture has finished; create a new one.") }
    guard input.now_ns >= last else {
      throw PluginFailure(.argument, "now_ns is \(input.now_ns), earlier than the last step's \(last).")
    }
    let events = try take(input, image, try readFaces(list))
    last = input.now_ns
    try check(events)
    for (index, event) in events.enumerated() { out.events[index] = event.raw }
    out.count = UInt32(events.count)
  }

  private func take(
    _ input: imp_capture_input, _ image: imp_image?, _ faces: [Face]
  ) throws(PluginFailure) -> [CaptureEvent] {
    let now = input.now_ns
    if input.kind == UInt32(IMP_INPUT_FRAME) {
      guard let image else { throw PluginFailure(.argument, "A frame has no image.") }
      guard asked.isEmpty else {
        throw PluginFailure(.state, "\(asked.count) comparisons that were asked for are not answered yet.")
      }
      return session.frame(try ImageView(checking: image), faces: faces, now: now)
    }
    guard image == nil, faces.isEmpty else {
      throw PluginFailure(.argument, "An input of kind \(input.kind) must have neither image nor faces.")
    }
    switch input.kind {
    case UInt32(IMP_INPUT_TICK): return session.tick(now: now)
    case UInt32(IMP_INPUT_END): return session.end(now: now)
    case UInt32(IMP_INPUT_STOP): return session.stop(now: now)
    case UInt32(IMP_INPUT_COMPARED): return try compared(input)
    case UInt32(IMP_INPUT_MOTION):
      let acceleration = input.acceleration
      guard acceleration.x.isFinite, acceleration.y.isFinite, acceleration.z.isFinite else {
        throw PluginFailure(.argument, "The acceleration is not finite.")
      }
      return session.moved(acceleration, now: now)
    default:
      throw PluginFailure(.argument, "The input is of kind \(input.kind); 1...6 is expected.")
    }
  }

  private func compared(_ input: imp_capture_input) throws(PluginFailure) -> [CaptureEvent] {
    guard let first = asked.first, first == Pair(slot: input.slot, other: input.other) else {
      throw PluginFailure(
        .state, "The comparison of slots \(input.slot) and \(input.other) was not asked for, or is not next.")
    }
    let score: Int?
    switch input.compared {
    case UInt32(IMP_COMPARED_DONE): score = Int(input.score)
    case UInt32(IMP_COMPARED_UNABLE): score = nil
    default: throw PluginFailure(.argument, "compared is \(input.compared); 1...2 is expected.")
    }
    asked.removeFirst()
    return session.compared(
      CaptureComparison(slot: Int(input.slot), other: Int(input.other), score: score), now: input.now_ns)
  }

  /// What the author has to keep to, and whether this was the last step.
  private func check(_ events: [CaptureEvent]) throws(PluginFailure) {
    let finish = events.firstIndex { if case .finished = $0 { true } else { false } }
    isFinished = finish != nil
    guard events.count <= Int(IMP_CAPTURE_EVENTS_MAXIMUM), finish == nil || finish == events.count - 1 else {
      throw PluginFailure(
        .internal, "The capture made \(events.count) events, or some after it had finished.")
    }
    for case .compare(let slot, let other) in events {
      asked.append(Pair(slot: UInt32(slot), other: UInt32(other)))
    }
  }
}

extension CaptureEvent {
  fileprivate var raw: imp_capture_event_v2 {
    var raw = imp_capture_event_v2()
    raw.size = structSize(imp_capture_event_v2.self)
    switch self {
    case .step(let step):
      raw.kind = UInt32(IMP_CAPTURE_STEP)
      raw.code = step.rawValue
    case .feedback(let feedback):
      raw.kind = UInt32(IMP_CAPTURE_FEEDBACK)
      raw.code = feedback.rawValue
    case .face(let index):
      raw.kind = UInt32(IMP_CAPTURE_FACE)
      raw.face = UInt32(index)
    case .progress(let value):
      raw.kind = UInt32(IMP_CAPTURE_PROGRESS)
      raw.value = value
    case .keep(let slot, let face):
      raw.kind = UInt32(IMP_CAPTURE_KEEP)
      raw.slot = UInt32(slot)
      raw.face = UInt32(face)
    case .result(let slot, let rank, let quality, let tracking, let liveness):
      raw.kind = UInt32(IMP_CAPTURE_RESULT)
      raw.slot = UInt32(slot)
      raw.rank = UInt32(rank)
      raw.value = quality
      raw.tracking = tracking.rawValue
      raw.liveness = liveness.rawValue
    case .finished(let finish, let liveness):
      raw.kind = UInt32(IMP_CAPTURE_FINISHED)
      raw.code = finish.rawValue
      raw.liveness = liveness.rawValue
    case .challenge(let index, let count):
      raw.kind = UInt32(IMP_CAPTURE_CHALLENGE)
      (raw.index, raw.count) = (UInt32(index), UInt32(count))
    case .target(let target): raw.set(target)
    case .pointer(let place, let isVisible):
      raw.kind = UInt32(IMP_CAPTURE_POINTER)
      (raw.x, raw.y) = (place.x, place.y)
      raw.flags = isVisible ? IMP_SHOWN_VISIBLE : 0
    case .oval(let centre, let width, let height):
      raw.kind = UInt32(IMP_CAPTURE_OVAL)
      (raw.x, raw.y, raw.width, raw.height) = (centre.x, centre.y, width, height)
    case .preparation(let preparation):
      raw.kind = UInt32(IMP_CAPTURE_PREPARATION)
      raw.code = preparation.rawValue
    case .light(let color):
      raw.kind = UInt32(IMP_CAPTURE_LIGHT)
      raw.color = color
    case .compare(let slot, let other):
      raw.kind = UInt32(IMP_CAPTURE_COMPARE)
      (raw.slot, raw.other) = (UInt32(slot), UInt32(other))
    case .action(let actions, let score):
      raw.kind = UInt32(IMP_CAPTURE_ACTION)
      raw.flags = actions.rawValue
      raw.value = score
    case .finding(let method, let liveness, let measure, let limit):
      raw.kind = UInt32(IMP_CAPTURE_FINDING)
      raw.code = method.rawValue
      raw.liveness = liveness.rawValue
      (raw.value, raw.limit) = (measure, limit)
    }
    return raw
  }
}

extension imp_capture_event_v2 {
  fileprivate mutating func set(_ target: CaptureEvent.Target) {
    kind = UInt32(IMP_CAPTURE_TARGET)
    (index, count) = (UInt32(target.index), UInt32(target.count))
    flags = (target.isVisible ? IMP_SHOWN_VISIBLE : 0) | (target.isCurrent ? IMP_SHOWN_CURRENT : 0)
    (x, y, width, value) = (target.centre.x, target.centre.y, target.radius, target.completeness)
  }
}
