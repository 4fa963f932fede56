// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.face-capture/1` asks of an author's plugin.
enum FaceCaptureTable {
  static func create(
    _ opened: OpenedPlugin, _ options: imp_face_capture_options
  ) throws(PluginFailure) -> ProvidedFaceCapture {
    let options = try FaceCaptureOptions(checking: options)
    return ProvidedFaceCapture(
      host: opened.host, session: try provided(opened.attached.faceCapture).makeFaceCapture(options))
  }
}

extension FaceCaptureOptions {
  fileprivate init(checking raw: imp_face_capture_options) throws(PluginFailure) {
    try check(raw.images, in: 1...UInt32(IMP_CAPTURE_SLOTS), "images")
    try check(raw.quality_threshold, in: 0...100, "quality_threshold")
    try check(raw.timeout_ns, in: 1_000_000_000...600_000_000_000, "timeout_ns")
    try check(raw.steady_ns, in: 0...10_000_000_000, "steady_ns")
    self.init(
      livenessMode: raw.liveness_mode, images: Int(raw.images), qualityThreshold: raw.quality_threshold,
      timeout: raw.timeout_ns, steady: raw.steady_ns)
  }
}

/// What an `imp_face_capture` points to.
final class ProvidedFaceCapture {
  let host: Host
  private let session: any FaceCaptureSession
  private var isFinished = false
  private var last: UInt64 = 0

  init(host: Host, session: any FaceCaptureSession) {
    self.host = host
    self.session = session
  }

  func step(
    _ input: UInt32, _ image: imp_image?, _ list: imp_face_list, _ now: UInt64,
    _ out: inout imp_capture_events
  ) throws(PluginFailure) {
    guard isPresent(out.events), out.capacity >= UInt32(IMP_CAPTURE_EVENTS_MAXIMUM) else {
      throw PluginFailure(.argument, "The list needs room for \(IMP_CAPTURE_EVENTS_MAXIMUM) events.")
    }
    guard !isFinished else { throw PluginFailure(.state, "The capture has finished; create a new one.") }
    guard now >= last else {
      throw PluginFailure(.argument, "now_ns is \(now), earlier than the last step's \(last).")
    }
    let events = try take(input, image, try readFaces(list), now)
    last = now
    try check(events)
    for (index, event) in events.enumerated() { out.events[index] = event.raw }
    out.count = UInt32(events.count)
  }

  private func take(
    _ input: UInt32, _ image: imp_image?, _ faces: [Face], _ now: UInt64
  ) throws(PluginFailure) -> [CaptureEvent] {
    if input == UInt32(IMP_INPUT_FRAME) {
      guard let image else { throw PluginFailure(.argument, "A frame has no image.") }
      return session.frame(try ImageView(checking: image), faces: faces, now: now)
    }
    guard image == nil, faces.isEmpty else {
      throw PluginFailure(.argument, "An input of kind \(input) must have neither image nor faces.")
    }
    switch input {
    case UInt32(IMP_INPUT_TICK): return session.tick(now: now)
    case UInt32(IMP_INPUT_END): return session.end(now: now)
    default: throw PluginFailure(.argument, "input \(input) is neither frame (1), tick (2) nor end (3).")
    }
  }

  /// What the author has to keep to, and whether this was the last step.
  private func check(_ events: [CaptureEvent]) throws(PluginFailure) {
    let finish = events.firstIndex { if case .finished = $0 { true } else { false } }
    isFinished = finish != nil
    guard events.count <= Int(IMP_CAPTURE_EVENTS_MAXIMUM), finish == nil || finish == events.count - 1 else {
      throw PluginFailure(
        .internal, "The capture made \(events.count) events, or some after it had finished.")
    }
  }
}

extension CaptureEvent {
  fileprivate var raw: imp_capture_event {
    var raw = imp_capture_event()
    raw.size = structSize(imp_capture_event.self)
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
    }
    return raw
  }
}
