// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Which values an event of a capture may have.
enum CaptureEventRules {
  /// What is wrong with an event, as "slot is 16; ...". `nil` where nothing is.
  static func problem(of event: imp_capture_event_v2, in input: CaptureProbe.Input) -> String? {
    if event.size != structSize(imp_capture_event_v2.self) {
      return "its size field was changed to \(event.size) (R-20)"
    }
    guard let kind = kinds[Int32(bitPattern: event.kind)] else {
      return "its kind is \(event.kind); 1...16 is expected"
    }
    for (field, value) in fields where kind.ranges[field] == nil && value(event) != 0 {
      return "\(kind.name) does not use this field, and its \(field) is \(text(value(event))); 0 is expected"
    }
    for (field, value) in fields {
      guard let range = kind.ranges[field], let wrong = range.problem(of: value(event)) else { continue }
      return "\(kind.name) has \(field) \(text(value(event))); \(wrong) is expected"
    }
    if kind.ranges[.count] != nil, event.index >= event.count {
      return "\(kind.name) is number \(event.index), from 0, of \(event.count)"
    }
    return kind.ranges[.face] == nil ? nil : problem(ofFace: event, kind, input)
  }

  private static func problem(
    ofFace event: imp_capture_event_v2, _ kind: Kind, _ input: CaptureProbe.Input
  ) -> String? {
    if Int32(input.kind) != IMP_INPUT_FRAME { return "\(kind.name) occurs in a step without a frame" }
    if Int(event.face) >= input.faces.count {
      return "\(kind.name) names face \(event.face), but the step has \(input.faces.count)"
    }
    return nil
  }

  /// Whole numbers without a fraction.
  private static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e10 ? "\(Int(value))" : "\(value)"
  }

  private enum Field: Sendable, Hashable {
    case code, slot, other, rank, face, tracking, liveness, index, count, flags, color
    case value, limit, x, y, width, height
  }

  /// Every number of an event is one of a Double.
  private static let fields: [(Field, @Sendable (imp_capture_event_v2) -> Double)] = [
    (.code, { Double($0.code) }), (.slot, { Double($0.slot) }), (.other, { Double($0.other) }),
    (.rank, { Double($0.rank) }), (.face, { Double($0.face) }), (.tracking, { Double($0.tracking) }),
    (.liveness, { Double($0.liveness) }), (.index, { Double($0.index) }), (.count, { Double($0.count) }),
    (.flags, { Double($0.flags) }), (.color, { Double($0.color) }), (.value, { Double($0.value) }),
    (.limit, { Double($0.limit) }), (.x, { Double($0.x) }), (.y, { Double($0.y) }),
    (.width, { Double($0.width) }), (.height, { Double($0.height) }),
  ]

  private enum Range: Sendable {
    case within(ClosedRange<Double>)
    case above(Double, most: Double)
    case finite

    /// What is expected. `nil` where the value is in the range.
    func problem(of value: Double) -> String? {
      switch self {
      case .within(let range):
        range.contains(value) ? nil : "\(text(range.lowerBound))...\(text(range.upperBound))"
      case .above(let least, let most):
        value > least && value <= most ? nil : "above \(text(least)), and at most \(text(most)),"
      case .finite: value.isFinite ? nil : "a finite number"
      }
    }
  }

  private struct Kind: Sendable {
    let name: String
    /// Of the fields that it uses.
    let ranges: [Field: Range]

    init(_ name: String, _ ranges: [Field: Range]) { (self.name, self.ranges) = (name, ranges) }
  }

  private static let slot = Range.within(0...15)
  /// Compared with the step's list.
  private static let face = Range.finite
  private static let liveness = Range.within(1...4)
  private static let place = Range.within(-1...1)
  private static let size = Range.above(0, most: 4)

  private static let kinds: [Int32: Kind] = [
    IMP_CAPTURE_STEP: Kind("STEP", [.code: .within(1...5)]),
    IMP_CAPTURE_FEEDBACK: Kind("FEEDBACK", [.code: .within(1...22)]),
    IMP_CAPTURE_FACE: Kind("FACE", [.face: face]),
    IMP_CAPTURE_PROGRESS: Kind("PROGRESS", [.value: .within(0...1)]),
    IMP_CAPTURE_KEEP: Kind("KEEP", [.slot: slot, .face: face]),
    IMP_CAPTURE_RESULT: Kind(
      "RESULT",
      [
        .slot: slot, .rank: .within(0...7), .value: .within(0...100), .tracking: .within(1...2),
        .liveness: liveness,
      ]),
    IMP_CAPTURE_FINISHED: Kind("FINISHED", [.code: .within(1...5), .liveness: liveness]),
    IMP_CAPTURE_CHALLENGE: Kind("CHALLENGE", [.index: .finite, .count: .within(1...32)]),
    IMP_CAPTURE_TARGET: Kind(
      "TARGET",
      [
        .index: .finite, .count: .within(1...8), .flags: .within(0...3), .x: place, .y: place, .width: size,
        .value: .within(0...1),
      ]),
    IMP_CAPTURE_POINTER: Kind("POINTER", [.flags: .within(0...1), .x: place, .y: place]),
    IMP_CAPTURE_OVAL: Kind("OVAL", [.x: place, .y: place, .width: size, .height: size]),
    IMP_CAPTURE_PREPARATION: Kind("PREPARATION", [.code: .within(1...2)]),
    IMP_CAPTURE_LIGHT: Kind("LIGHT", [.color: .within(0...0xFF_FFFF)]),
    IMP_CAPTURE_COMPARE: Kind("COMPARE", [.slot: slot, .other: slot]),
    IMP_CAPTURE_ACTION: Kind("ACTION", [.flags: .within(0...15), .value: .within(0...100)]),
    IMP_CAPTURE_FINDING: Kind(
      "FINDING", [.code: .within(1...9), .liveness: .within(2...4), .value: .finite, .limit: .finite]),
  ]
}
