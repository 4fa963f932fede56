// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Validates the events of challenges and liveness, which need no state, and converts them to values.
struct ChallengeEventReader {
  let raw: imp_capture_event_v2
  /// What an error calls it.
  let name: String

  /// - Throws: ``ContractBreach``, which names the field; also for a kind that the contract does not define.
  func event() throws(ContractBreach) -> CaptureMachineEvent {
    switch Int32(clamping: raw.kind) {
    case IMP_CAPTURE_CHALLENGE:
      try checkIndex(most: 32)
      return .challenge(ChallengeInfo(index: Int(raw.index), total: Int(raw.count)))
    case IMP_CAPTURE_TARGET: return .target(try target())
    case IMP_CAPTURE_POINTER:
      try checkFlags(IMP_SHOWN_VISIBLE)
      return .pointer(Cr2dPointerInfo(isVisible: raw.flags & IMP_SHOWN_VISIBLE != 0, place: try place()))
    case IMP_CAPTURE_OVAL:
      return .oval(
        OvalOverlay(
          centre: try place(), width: try size(raw.width, "width"), height: try size(raw.height, "height")))
    case IMP_CAPTURE_PREPARATION:
      switch raw.code {
      case IMP_PREPARATION_STARTED: return .preparation(.started)
      case IMP_PREPARATION_FINISHED: return .preparation(.finished)
      default: throw CaptureEventReader.unknown(name, "preparation", raw.code)
      }
    case IMP_CAPTURE_ACTION:
      try checkFlags(CaptureActions.all.rawValue)
      return .action(CaptureActions(rawValue: raw.flags), score: try value(0...100, "score"))
    case IMP_CAPTURE_FINDING: return .finding(try finding())
    default: throw CaptureEventReader.unknown(name, "kind", raw.kind)
    }
  }

  private func target() throws(ContractBreach) -> Cr2dTargetInfo {
    try checkIndex(most: UInt32(IMP_CAPTURE_TARGETS))
    try checkFlags(IMP_SHOWN_VISIBLE | IMP_SHOWN_CURRENT)
    return Cr2dTargetInfo(
      number: Int(raw.index), total: Int(raw.count), isVisible: raw.flags & IMP_SHOWN_VISIBLE != 0,
      isCurrent: raw.flags & IMP_SHOWN_CURRENT != 0, centre: try place(),
      radius: try size(raw.width, "radius"), completeness: try value(0...1, "completeness"))
  }

  private func finding() throws(ContractBreach) -> LivenessFinding {
    guard let method = LivenessMethod(code: raw.code) else {
      throw CaptureEventReader.unknown(name, "method", raw.code)
    }
    guard let verdict = LivenessStatus(rawValue: raw.liveness), verdict != .unknown else {
      throw CaptureEventReader.unknown(name, "liveness", raw.liveness)
    }
    guard raw.value.isFinite, raw.limit.isFinite else {
      throw ContractBreach("\(name) has a measure or a limit that is not finite.")
    }
    return LivenessFinding(method: method, verdict: verdict, measure: raw.value, limit: raw.limit)
  }

  private func checkIndex(most: UInt32) throws(ContractBreach) {
    guard raw.index < raw.count, raw.count <= most else {
      throw ContractBreach("\(name) is number \(raw.index) of \(raw.count); at most \(most) are allowed.")
    }
  }

  private func checkFlags(_ known: UInt32) throws(ContractBreach) {
    guard raw.flags & ~known == 0 else { throw CaptureEventReader.unknown(name, "flags", raw.flags) }
  }

  private func place() throws(ContractBreach) -> ScreenPlace {
    guard (-1...1).contains(raw.x), (-1...1).contains(raw.y) else {
      throw ContractBreach("\(name) is at (\(raw.x), \(raw.y)), but places are in −1...1.")
    }
    return ScreenPlace(x: raw.x, y: raw.y)
  }

  private func size(_ value: Float, _ field: String) throws(ContractBreach) -> Float {
    guard value > 0, value <= 4 else {
      throw ContractBreach("\(name) has the \(field) \(value), but it must be above 0 and at most 4.")
    }
    return value
  }

  private func value(_ range: ClosedRange<Float>, _ field: String) throws(ContractBreach) -> Float {
    guard range.contains(raw.value) else {
      throw ContractBreach(
        "\(name) has the \(field) \(raw.value), but it must be in \(range.lowerBound)...\(range.upperBound).")
    }
    return raw.value
  }
}

extension LivenessMethod {
  init?(code: Int32) {
    switch code {
    case IMP_METHOD_SHAPE: self = .shape
    case IMP_METHOD_FOLLOWING: self = .following
    case IMP_METHOD_BLINK: self = .blink
    case IMP_METHOD_STREAM: self = .stream
    case IMP_METHOD_ARTEFACTS: self = .artefacts
    case IMP_METHOD_BACKGROUND: self = .background
    case IMP_METHOD_LIGHT: self = .light
    case IMP_METHOD_PERSON: self = .person
    case IMP_METHOD_TRACK: self = .track
    default: return nil
    }
  }
}
