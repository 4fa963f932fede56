// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// What a capture machine answered a step with: as values, and as its plugin filled it.
public struct CaptureAnswer: Sendable, Hashable {
  public let events: [CaptureMachineEvent]
  public let filled: CaptureEventBytes
}

/// Events of one step as the contract lays them out: structs `imp_capture_event_v2`, one after the other.
///
/// It is what is recorded, and compared bit for bit. May be of a file, so that nothing is believed of it.
public struct CaptureEventBytes: Sendable, Hashable {
  public let count: Int
  /// `count` structs of equal length; a multiple of `count`.
  public let bytes: [UInt8]

  /// - Returns: `nil` where the bytes are not so many structs of equal length.
  public init?(count: Int, bytes: [UInt8]) {
    guard count >= 0, count == 0 ? bytes.isEmpty : bytes.count >= count && bytes.count % count == 0 else {
      return nil
    }
    self.count = count
    self.bytes = bytes
  }

  init(_ events: ArraySlice<imp_capture_event_v2>) {
    count = events.count
    bytes = events.withUnsafeBytes { Array($0) }
  }

  /// The bytes of one event.
  private func slice(_ index: Int) -> ArraySlice<UInt8> {
    let each = bytes.count / count
    return bytes[index * each..<(index + 1) * each]
  }

  /// - Returns: `nil` where the struct is shorter than this version's: what follows it is not looked at.
  private func raw(_ index: Int) -> imp_capture_event_v2? {
    let slice = slice(index)
    guard slice.count >= MemoryLayout<imp_capture_event_v2>.size else { return nil }
    return slice.withUnsafeBytes { $0.loadUnaligned(as: imp_capture_event_v2.self) }
  }

  /// Each event in words: its kind, and the fields that are not 0. Of structs that are shorter than this
  /// version's, one sentence for all: a file may have a great many of a byte each. O(bytes).
  public var words: [String] {
    guard count > 0 else { return [] }
    guard raw(0) != nil else {
      return [count == 1 ? word(0) : "\(count) events of \(bytes.count / count) bytes"]
    }
    return (0..<count).map(word)
  }

  private func word(_ index: Int) -> String {
    raw(index)?.words ?? "an event of \(bytes.count / count) bytes"
  }

  /// What the liveness methods found, in order; what is not as the contract has it is left out.
  public var findings: [LivenessFinding] {
    (0..<count).compactMap { index in
      guard let raw = raw(index), raw.kind == UInt32(IMP_CAPTURE_FINDING),
        case .finding(let finding)? = try? ChallengeEventReader(raw: raw, name: "event").event()
      else { return nil }
      return finding
    }
  }

  /// The first event that differs from another step's, as both have it; `nil` where all bits are the same.
  /// - Returns: its index; the words of each, `nil` where one has fewer events.
  public func firstDifference(
    from other: CaptureEventBytes
  ) -> (index: Int, own: String?, other: String?)? {
    guard self != other else { return nil }
    let both = min(count, other.count)
    let index = (0..<both).first { slice($0) != other.slice($0) } ?? both
    return (
      index, index < count ? word(index) : nil, index < other.count ? other.word(index) : nil
    )
  }
}

extension imp_capture_event_v2 {
  /// Of untrusted content: every number is shown as it is.
  fileprivate var words: String {
    let kinds: [Int32: String] = [
      IMP_CAPTURE_STEP: "step", IMP_CAPTURE_FEEDBACK: "feedback", IMP_CAPTURE_FACE: "face",
      IMP_CAPTURE_PROGRESS: "progress", IMP_CAPTURE_KEEP: "keep", IMP_CAPTURE_RESULT: "result",
      IMP_CAPTURE_FINISHED: "finished", IMP_CAPTURE_CHALLENGE: "challenge", IMP_CAPTURE_TARGET: "target",
      IMP_CAPTURE_POINTER: "pointer", IMP_CAPTURE_OVAL: "oval", IMP_CAPTURE_PREPARATION: "preparation",
      IMP_CAPTURE_LIGHT: "light", IMP_CAPTURE_COMPARE: "compare", IMP_CAPTURE_ACTION: "action",
      IMP_CAPTURE_FINDING: "finding",
    ]
    let whole: [(String, Int64)] = [
      ("code", Int64(code)), ("slot", Int64(slot)), ("other", Int64(other)), ("rank", Int64(rank)),
      ("face", Int64(face)), ("tracking", Int64(tracking)), ("liveness", Int64(liveness)),
      ("index", Int64(index)), ("count", Int64(count)), ("flags", Int64(flags)), ("color", Int64(color)),
      ("reserved", Int64(reserved)),
    ]
    let broken: [(String, Float)] = [
      ("value", value), ("limit", limit), ("x", x), ("y", y), ("width", width), ("height", height),
    ]
    return
      ([kinds[Int32(clamping: kind)] ?? "kind \(kind)"]
      + whole.filter { $0.1 != 0 }.map { "\($0) \($1)" }
      + broken.filter { $0.1.bitPattern != 0 }.map { "\($0) \($1)" }).joined(separator: " ")
  }
}
