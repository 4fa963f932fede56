// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime
public import ImprintSession

/// What came of replaying a session.
public struct SessionReplayReport: Sendable, Hashable {
  /// Whether it came out as recorded. The words are stable.
  public enum Conclusion: String, Sendable, Hashable, CaseIterable {
    /// From what the tracker found: every event of every step, bit for bit, and the verdict. From frames: the
    /// verdict.
    case same
    /// Every event up to where the session ends without a verdict: it was cut, or dumped while the capture
    /// ran.
    case sameSoFar = "same-so-far"
    case different
    /// It has nothing that could have been compared.
    case notCompared = "not-compared"
  }

  public let header: SessionHeader
  public let source: SessionReplay.Source
  /// What it was replayed on.
  public let plugin: SessionComponent
  /// `nil` where no tracker was needed.
  public let tracker: SessionComponent?
  public let ending: SessionEnding
  /// How many steps were made.
  public let steps: Int
  /// How many of them gave events that were compared.
  public let compared: Int
  /// How many of those gave others.
  public let differing: Int
  /// The first of them, or of the verdict.
  public let difference: SessionDifference?
  /// Frames whose picture is not in the session: the machine saw a grey one instead. A method that looks at
  /// pixels may find something else from the first of them on.
  public let missingPictures: Int
  /// How the device was held when frames were taken, each once, in the order in which they came first.
  public let orientations: [CaptureOrientation]
  /// From frames: those in which the tracker found another face, or the same with other bits.
  public let differingFaces: Int
  /// From frames: comparisons that the machine asked for elsewhere than recorded, answered as not possible.
  public let unanswered: Int
  /// As recorded; `nil` where the session ends before. The host's own, such as `cancelled`, is not
  /// compared.
  public let recordedVerdict: SessionVerdict?
  /// As replayed; `nil` where the machine did not finish.
  public let replayedVerdict: SessionVerdict?
  /// What the liveness methods found, as recorded and as replayed. A measure near its limit may fall on the
  /// other side with the rounding of another processor.
  public let recordedFindings: [LivenessFinding]
  public let replayedFindings: [LivenessFinding]

  /// Whether it ended by the machine's verdict, and not by the host's.
  var hasMachineVerdict: Bool { recordedVerdict?.outcome.isOfTheMachine ?? false }

  public var conclusion: Conclusion {
    switch source {
    case .faces:
      if difference != nil { return .different }
      guard compared > 0 else { return .notCompared }
      return recordedVerdict == nil ? .sameSoFar : .same
    case .frames:
      guard hasMachineVerdict, let recorded = recordedVerdict else { return .notCompared }
      return replayedVerdict.map { recorded.isSame(as: $0) } == true ? .same : .different
    }
  }
}

/// What came out otherwise than recorded.
public struct SessionDifference: Sendable, Hashable {
  /// The step, from 1; that after the last for the verdict.
  public let step: Int
  /// The event of the step, from 1; `nil` where the whole answer differs.
  public let event: Int?
  /// As recorded, and as replayed, in words.
  public let expected: String
  public let found: String
}

extension SessionOutcome {
  /// Whether the capture machine ended so, and not the host.
  var isOfTheMachine: Bool {
    switch self {
    case .captured, .timeout, .ended, .stopped, .judged: true
    case .cancelled, .interrupted, .cameraLost, .failed: false
    }
  }

  /// The stable word of it.
  public var word: String {
    switch self {
    case .captured: "captured"
    case .timeout: "timeout"
    case .ended: "ended"
    case .stopped: "stopped"
    case .judged: "judged"
    case .cancelled: "cancelled"
    case .interrupted: "interrupted"
    case .cameraLost: "camera-lost"
    case .failed: "failed"
    }
  }
}

extension SessionVerdict {
  /// The same outcome and liveness; images may differ where the tracker's rounding does.
  func isSame(as other: SessionVerdict) -> Bool { outcome == other.outcome && liveness == other.liveness }

  var words: String {
    let images = images.map {
      "slot \($0.slot), rank \($0.rank), frame \($0.sequence), quality \($0.quality)"
    }
    return ([outcome.word, "\(liveness)"] + images).joined(separator: "; ")
  }
}
