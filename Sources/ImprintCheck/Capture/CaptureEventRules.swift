// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Which values an event of a capture may have.
enum CaptureEventRules {
  /// What is wrong with an event, as "slot is 9; ...". `nil` where nothing is.
  static func problem(of event: imp_capture_event, in input: CaptureProbe.Input) -> String? {
    if event.size != structSize(imp_capture_event.self) {
      return "its size field was changed to \(event.size) (R-20)"
    }
    guard let kind = kinds[Int32(bitPattern: event.kind)] else {
      return "its kind is \(event.kind); 1...7 is expected"
    }
    if let codes = kind.codes, !codes.contains(event.code) {
      return "\(kind.name) has code \(event.code); \(codes.lowerBound)...\(codes.upperBound) is expected"
    }
    let fields: [(Field, String, Bool)] = [
      (.code, "code is \(event.code)", event.code != 0), (.slot, "slot is \(event.slot)", event.slot != 0),
      (.rank, "rank is \(event.rank)", event.rank != 0), (.face, "face is \(event.face)", event.face != 0),
      (.tracking, "tracking is \(event.tracking)", event.tracking != 0),
      (.liveness, "liveness is \(event.liveness)", event.liveness != 0),
      (.value, "value is \(event.value)", event.value != 0),
    ]
    for (field, words, isSet) in fields where isSet && !kind.fields.contains(field) {
      return "\(kind.name) does not use this field, and its \(words); 0 is expected"
    }
    return range(of: event, kind, input)
  }

  private static func range(
    of event: imp_capture_event, _ kind: Kind, _ input: CaptureProbe.Input
  ) -> String? {
    if kind.fields.contains(.slot), event.slot >= UInt32(IMP_CAPTURE_SLOTS) {
      return "\(kind.name) names slot \(event.slot); 0...7 is expected"
    }
    if kind.fields.contains(.face) {
      if Int32(input.kind) != IMP_INPUT_FRAME { return "\(kind.name) occurs in a step without a frame" }
      if Int(event.face) >= input.faces.count {
        return "\(kind.name) names face \(event.face), but the step has \(input.faces.count)"
      }
    }
    if kind.fields.contains(.value), let most = kind.most, !(0...most ~= event.value) {
      return "\(kind.name) has value \(event.value); 0...\(most) is expected"
    }
    if kind.fields.contains(.tracking), !(1...2 ~= event.tracking) {
      return "\(kind.name) has tracking \(event.tracking); 1...2 is expected"
    }
    if kind.fields.contains(.liveness), !(1...4 ~= event.liveness) {
      return "\(kind.name) has liveness \(event.liveness); 1...4 is expected"
    }
    return nil
  }

  private enum Field: Sendable, Hashable { case code, slot, rank, face, tracking, liveness, value }

  private struct Kind: Sendable {
    let name: String
    let fields: Set<Field>
    var codes: ClosedRange<Int32>?
    var most: Float?
  }

  private static let kinds: [Int32: Kind] = [
    IMP_CAPTURE_STEP: Kind(name: "STEP", fields: [.code], codes: 1...3),
    IMP_CAPTURE_FEEDBACK: Kind(name: "FEEDBACK", fields: [.code], codes: 1...17),
    IMP_CAPTURE_FACE: Kind(name: "FACE", fields: [.face]),
    IMP_CAPTURE_PROGRESS: Kind(name: "PROGRESS", fields: [.value], most: 1),
    IMP_CAPTURE_KEEP: Kind(name: "KEEP", fields: [.slot, .face]),
    IMP_CAPTURE_RESULT: Kind(
      name: "RESULT", fields: [.slot, .rank, .value, .tracking, .liveness], most: 100),
    IMP_CAPTURE_FINISHED: Kind(name: "FINISHED", fields: [.code, .liveness], codes: 1...3),
  ]
}
