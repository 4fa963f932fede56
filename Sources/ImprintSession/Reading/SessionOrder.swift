// SPDX-License-Identifier: Apache-2.0

/// Judges each chunk by those before it. What is written and what is read is held to the same.
struct SessionOrder {
  private let isRedacted: Bool
  /// Its beginning is missing: what its first chunks refer to may be in there.
  private let isPartial: Bool
  private var frame: (sequence: UInt64, timestamp: UInt64, dropped: UInt64)?
  /// The number of the latest frame that was named: in it, lost, or only its faces.
  private var latest: UInt64?
  private var faces: UInt64?
  private var step: UInt64?
  /// Whether the step before has no events yet.
  private var takesEvents: Bool
  private var isCompared = false
  private var hasComparison = false
  private var hasVerdict = false

  init(_ header: SessionHeader) {
    isRedacted = header.isRedacted
    isPartial = header.omitted > 0
    takesEvents = isPartial
  }

  /// - Parameter chunk: one that was checked.
  /// - Throws: what is wrong with its place.
  mutating func accept(_ chunk: SessionChunk) throws(SessionFault) {
    if case .lost(let loss) = chunk { return try accept(loss) }
    try require(!hasVerdict, "something follows the verdict.")
    switch chunk {
    case .camera(let camera, _):
      try require(!isRedacted || camera == camera.redacted, "a redacted session names a camera.")
      // The next camera numbers its frames anew, and its capture machine is another, whose time begins at 0.
      (frame, latest, faces, step) = (nil, nil, nil, nil)
      (isCompared, takesEvents) = (false, false)
    case .frame(let frame):
      try require(!isRedacted, "a redacted session has a frame's bytes.")
      try accept(frame.sequence, frame.timestamp, frame.dropped)
    case .omittedFrame(let frame): try accept(frame.sequence, frame.timestamp, frame.dropped)
    case .faces(let found):
      try require(!isRedacted || found == found.redacted, "a redacted session has landmarks or exact eyes.")
      try require(
        faces.map { found.sequence > $0 } ?? true && latest.map { found.sequence >= $0 } ?? true,
        "faces of frame \(found.sequence) follow those of a later one, or come twice.")
      (faces, latest) = (found.sequence, found.sequence)
    case .step(let step): try accept(step)
    case .comparison(let comparison):
      try require(!isRedacted || comparison == comparison.redacted, "a redacted session has a reason.")
      try require(!isCompared, "two comparisons follow each other without a step.")
      (isCompared, hasComparison) = (true, true)
    case .events:
      try require(takesEvents, "events follow no step, or others of the same step.")
      takesEvents = false
    case .verdict(let verdict):
      try require(!isRedacted || verdict == verdict.redacted, "a redacted session has a reason.")
      hasVerdict = true
    case .orientation, .lost: break
    }
  }

  private mutating func accept(
    _ sequence: UInt64, _ timestamp: UInt64, _ dropped: UInt64
  ) throws(SessionFault) {
    try require(
      latest.map { sequence > $0 } ?? true
        && frame.map { timestamp >= $0.timestamp && dropped >= $0.dropped } ?? true,
      "frame \(sequence)'s number, time or count of lost frames is not monotonic.")
    frame = (sequence, timestamp, dropped)
    latest = sequence
  }

  private mutating func accept(_ loss: SessionLoss) throws(SessionFault) {
    try require(
      latest.map { loss.first > $0 } ?? true, "frame \(loss.first) was lost after a later one, or came.")
    latest = loss.last
  }

  private mutating func accept(_ next: SessionStep) throws(SessionFault) {
    try require(
      step.map { next.time >= $0 } ?? true, "a step's time is before that of the step before.")
    switch next.input {
    case .frame(let sequence):
      try require(
        faces == sequence || isPartial && faces == nil, "a step takes frame \(sequence) without its faces.")
    case .compared:
      try require(isCompared || isPartial && !hasComparison, "a step takes an answer that is not there.")
      isCompared = false
    case .tick, .end, .stop, .motion: break
    }
    step = next.time
    takesEvents = true
  }
}
