// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Validates the events that a capture plugin filled and converts them to values, tracking the state that the
/// rules on their order need.
struct CaptureEventReader {
  /// The number of images requested.
  let images: Int
  private var kept: Set<Int> = []
  private var ranks: Set<Int> = []
  /// Slots that were returned.
  private var returned: Set<Int> = []
  private var progress: Float = 0
  /// Whether the last event has come.
  private(set) var isFinished = false

  /// Comparisons that were asked for and not answered yet, the oldest first.
  private(set) var asked: [(slot: Int, other: Int)] = []
  /// How many were asked for since the last input that was no answer.
  private var comparisons = 0
  /// What the host said that it can do.
  private let helps: CaptureHelps
  /// Whether anything is examined, and not only practised.
  private let canBeLive: Bool

  /// What a plugin may have compared between two frames: no other step, and so no time-out, comes meanwhile.
  private static let mostComparisons = 64

  init(_ options: FaceCaptureOptions) {
    images = options.images
    helps = options.helps
    canBeLive = options.canBeLive
  }

  /// The plugin has taken an input: an answer to the oldest comparison, or another.
  mutating func took(anAnswer: Bool) {
    if anAnswer { asked.removeFirst() } else { comparisons = 0 }
  }

  /// - Parameters:
  ///   - faces: The number of faces in this step; `nil` in a step without a frame.
  /// - Throws: ``ContractBreach``, which names the event and the field.
  mutating func read(
    _ events: some Collection<imp_capture_event_v2>, faces: Int?
  ) throws(ContractBreach) -> [CaptureMachineEvent] {
    var read: [CaptureMachineEvent] = []
    for (index, raw) in events.enumerated() {
      guard !isFinished else { throw ContractBreach("event \(index) comes after the last one.") }
      try checkSize(of: raw, "event \(index)")
      try checkUnused(raw, "event \(index)")
      read.append(try event(raw, name: "event \(index)", faces: faces))
    }
    return read
  }

  private mutating func event(
    _ raw: imp_capture_event_v2, name: String, faces: Int?
  ) throws(ContractBreach) -> CaptureMachineEvent {
    switch Int32(clamping: raw.kind) {
    case IMP_CAPTURE_STEP:
      guard let step = CaptureStep(code: raw.code) else { throw Self.unknown(name, "step", raw.code) }
      return .step(step)
    case IMP_CAPTURE_FEEDBACK:
      guard let feedback = CaptureFeedback(code: raw.code) else {
        throw Self.unknown(name, "feedback", raw.code)
      }
      return .feedback(feedback)
    case IMP_CAPTURE_FACE:
      return .face(index: try face(raw, name, of: faces))
    case IMP_CAPTURE_PROGRESS:
      guard (progress...1).contains(raw.value) else {
        throw ContractBreach(
          "\(name) has the progress \(raw.value); it was \(progress), and the maximum is 1.")
      }
      progress = raw.value
      return .progress(raw.value)
    case IMP_CAPTURE_KEEP:
      guard faces != nil else { throw ContractBreach("\(name) keeps an image, but the step has none.") }
      let (slot, face) = (try slot(raw, name), try face(raw, name, of: faces))
      kept.insert(slot)
      return .keep(slot: slot, face: face)
    case IMP_CAPTURE_RESULT:
      return try result(raw, name)
    case IMP_CAPTURE_FINISHED:
      guard let outcome = CaptureOutcome(code: raw.code) else {
        throw Self.unknown(name, "outcome", raw.code)
      }
      isFinished = true
      return .finished(outcome: outcome, verdict: try liveness(raw, name))
    case IMP_CAPTURE_COMPARE:
      return try comparison(raw, name)
    case IMP_CAPTURE_LIGHT:
      guard helps.contains(.lights) else {
        throw ContractBreach("\(name) asks for light, which the host does not give.")
      }
      guard let color = ScreenColor(rgb: raw.color) else { throw Self.unknown(name, "colour", raw.color) }
      return .light(color)
    default:
      return try ChallengeEventReader(raw: raw, name: name).event()
    }
  }

  private mutating func comparison(
    _ raw: imp_capture_event_v2, _ name: String
  ) throws(ContractBreach) -> CaptureMachineEvent {
    guard helps.contains(.compares) else {
      throw ContractBreach("\(name) asks for a comparison, which the host does not make.")
    }
    let slots = (slot: try slot(raw, name), other: Int(raw.other))
    guard kept.contains(slots.slot), kept.contains(slots.other) else {
      throw ContractBreach(
        "\(name) compares slots \(slots.slot) and \(slots.other), of which one is empty.")
    }
    comparisons += 1
    guard comparisons <= Self.mostComparisons else {
      throw ContractBreach("\(name) asks for more than \(Self.mostComparisons) comparisons in a row.")
    }
    asked.append(slots)
    return .compare(slot: slots.slot, other: slots.other)
  }

  private mutating func result(
    _ raw: imp_capture_event_v2, _ name: String
  ) throws(ContractBreach) -> CaptureMachineEvent {
    let slot = try slot(raw, name)
    guard kept.contains(slot) else { throw ContractBreach("\(name) returns slot \(slot), which is empty.") }
    guard returned.insert(slot).inserted else {
      throw ContractBreach("\(name) returns slot \(slot), which was returned before.")
    }
    guard raw.rank < images, ranks.insert(Int(raw.rank)).inserted else {
      throw ContractBreach(
        "\(name) has the rank \(raw.rank) twice, or one beyond the \(images) requested images.")
    }
    guard (0...100).contains(raw.value) else {
      throw ContractBreach("\(name) has quality \(raw.value), which is not in 0...100.")
    }
    guard let tracking = TrackingStatus(rawValue: raw.tracking) else {
      throw Self.unknown(name, "tracking", raw.tracking)
    }
    return .result(
      slot: slot, rank: Int(raw.rank), quality: raw.value, tracking: tracking,
      liveness: try liveness(raw, name))
  }

  private func face(_ raw: imp_capture_event_v2, _ name: String, of faces: Int?) throws(ContractBreach) -> Int
  {
    guard let faces, raw.face < faces else {
      throw ContractBreach("\(name) refers to face \(raw.face), but the step has \(faces ?? 0).")
    }
    return Int(raw.face)
  }

  private func slot(_ raw: imp_capture_event_v2, _ name: String) throws(ContractBreach) -> Int {
    guard raw.slot < IMP_CAPTURE_SLOTS else {
      throw ContractBreach("\(name) has slot \(raw.slot); there are \(IMP_CAPTURE_SLOTS).")
    }
    return Int(raw.slot)
  }

  private func liveness(
    _ raw: imp_capture_event_v2, _ name: String
  ) throws(ContractBreach) -> LivenessStatus {
    guard let liveness = LivenessStatus(rawValue: raw.liveness) else {
      throw Self.unknown(name, "liveness", raw.liveness)
    }
    guard liveness != .live || canBeLive else {
      throw ContractBreach("\(name) says live, but this capture examines nothing, or is a training.")
    }
    return liveness
  }

  /// What an event does not mean is not in it: events are recorded as they are, also where a session is
  /// redacted.
  private func checkUnused(_ raw: imp_capture_event_v2, _ name: String) throws(ContractBreach) {
    var rest = raw
    switch Int32(clamping: raw.kind) {
    case IMP_CAPTURE_STEP, IMP_CAPTURE_FEEDBACK, IMP_CAPTURE_PREPARATION: rest.code = 0
    case IMP_CAPTURE_FACE: rest.face = 0
    case IMP_CAPTURE_PROGRESS: rest.value = 0
    case IMP_CAPTURE_KEEP: (rest.slot, rest.face) = (0, 0)
    case IMP_CAPTURE_RESULT:
      (rest.slot, rest.rank, rest.value, rest.tracking, rest.liveness) = (0, 0, 0, 0, 0)
    case IMP_CAPTURE_FINISHED: (rest.code, rest.liveness) = (0, 0)
    case IMP_CAPTURE_CHALLENGE: (rest.index, rest.count) = (0, 0)
    case IMP_CAPTURE_TARGET:
      (rest.index, rest.count, rest.flags, rest.x, rest.y, rest.width, rest.value) = (0, 0, 0, 0, 0, 0, 0)
    case IMP_CAPTURE_POINTER: (rest.flags, rest.x, rest.y) = (0, 0, 0)
    case IMP_CAPTURE_OVAL: (rest.x, rest.y, rest.width, rest.height) = (0, 0, 0, 0)
    case IMP_CAPTURE_LIGHT: rest.color = 0
    case IMP_CAPTURE_COMPARE: (rest.slot, rest.other) = (0, 0)
    case IMP_CAPTURE_ACTION: (rest.flags, rest.value) = (0, 0)
    case IMP_CAPTURE_FINDING: (rest.code, rest.liveness, rest.value, rest.limit) = (0, 0, 0, 0)
    // Refused as what it is: unknown.
    default: return
    }
    guard rest.isEmpty else {
      throw ContractBreach("\(name), of kind \(raw.kind), has a field that is not 0 and not of that kind.")
    }
  }

  static func unknown(_ name: String, _ field: String, _ value: some BinaryInteger) -> ContractBreach {
    ContractBreach("\(name) has the \(field) \(value), which this contract does not define.")
  }
}

extension imp_capture_event_v2 {
  /// Whether all but its size and its kind are 0.
  fileprivate var isEmpty: Bool {
    code == 0
      && [slot, other, rank, face, tracking, liveness, index, count, flags, color, reserved]
        .allSatisfy { $0 == 0 }
      && [value, limit, x, y, width, height].allSatisfy { $0 == 0 }
  }
}

extension CaptureStep {
  init?(code: Int32) {
    switch code {
    case IMP_STEP_PREPARING: self = .preparing
    case IMP_STEP_SCANNING: self = .scanning
    case IMP_STEP_CAPTURING: self = .capturing
    case IMP_STEP_CHALLENGE: self = .challenge
    case IMP_STEP_JUDGING: self = .judging
    default: return nil
    }
  }
}

extension CaptureOutcome {
  init?(code: Int32) {
    switch code {
    case IMP_FINISH_CAPTURED: self = .captured
    case IMP_FINISH_TIMEOUT: self = .timeout
    case IMP_FINISH_ENDED: self = .ended
    case IMP_FINISH_STOPPED: self = .stopped
    case IMP_FINISH_JUDGED: self = .judged
    default: return nil
    }
  }
}

extension CaptureFeedback {
  init?(code: Int32) {
    guard let known = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = known
  }

  /// `IMP_FEEDBACK_...`
  package var code: Int32 {
    switch self {
    case .good: IMP_FEEDBACK_GOOD
    case .comeBack: IMP_FEEDBACK_COME_BACK
    case .center: IMP_FEEDBACK_CENTER
    case .turnLeft: IMP_FEEDBACK_TURN_LEFT
    case .turnRight: IMP_FEEDBACK_TURN_RIGHT
    case .rotateUp: IMP_FEEDBACK_ROTATE_UP
    case .rotateDown: IMP_FEEDBACK_ROTATE_DOWN
    case .tiltLeft: IMP_FEEDBACK_TILT_LEFT
    case .tiltRight: IMP_FEEDBACK_TILT_RIGHT
    case .moveForwards: IMP_FEEDBACK_MOVE_FORWARDS
    case .moveBackwards: IMP_FEEDBACK_MOVE_BACKWARDS
    case .tooFast: IMP_FEEDBACK_TOO_FAST
    case .doNotMove: IMP_FEEDBACK_DO_NOT_MOVE
    case .brighter: IMP_FEEDBACK_BRIGHTER
    case .darker: IMP_FEEDBACK_DARKER
    case .openEyes: IMP_FEEDBACK_OPEN_EYES
    case .oneFace: IMP_FEEDBACK_ONE_FACE
    case .followTarget: IMP_FEEDBACK_FOLLOW_TARGET
    case .standStill: IMP_FEEDBACK_STAND_STILL
    case .deviceMoving: IMP_FEEDBACK_DEVICE_MOVING
    case .deviceStill: IMP_FEEDBACK_DEVICE_STILL
    case .noHeadMovement: IMP_FEEDBACK_NO_HEAD_MOVEMENT
    }
  }
}
