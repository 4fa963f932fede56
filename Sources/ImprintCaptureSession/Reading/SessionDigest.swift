// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime
public import ImprintSession

/// What is in a session, without pixels, faces' places or events' bytes: to be shown.
public struct SessionDigest: Sendable, Hashable {
  /// One step of the capture machine.
  public struct Step: Sendable, Hashable {
    /// From 1, also across cameras.
    public let number: Int
    public let step: SessionStep
    /// How many faces the frame has; `nil` for another input.
    public let faces: Int?
    /// How the device was held when the frame was taken; `nil` for another input.
    public let orientation: CaptureOrientation?
    /// What the step passed on.
    public let comparison: SessionComparison?
    /// As the machine filled them: words take many times as much memory, and a session is of anybody.
    fileprivate var filled: CaptureEventBytes?

    /// In words, made anew each time; `nil` where it has no answer.
    public var events: [String]? { filled?.words }
    /// How many; `nil` where it has no answer.
    public var eventCount: Int? { filled?.count }
  }

  public let header: SessionHeader
  public let counts: SessionCounts
  public let ending: SessionEnding
  public let steps: [Step]
  public let verdict: SessionVerdict?
  /// What the liveness methods found, in order; of the last camera, as nothing that was found before counts.
  public let findings: [LivenessFinding]
  public let losses: [SessionLoss]
  /// How the device was held, in order; none where always as the camera is built in.
  public let turns: [Turn]

  /// Where the capture went on with another camera, in order.
  public let switches: [Switch]

  /// The capture goes on with another camera, as if it began.
  public struct Switch: Sendable, Hashable {
    /// The number of its first step; there need be none of that number.
    public let step: Int
    /// What the choices of its capture machine come from; `nil`: from the same as before.
    public let seed: UInt128?
  }

  /// The device is held otherwise.
  public struct Turn: Sendable, Hashable {
    public let orientation: CaptureOrientation
    /// The number of the first step of which it may hold; there need be none of that number.
    public let step: Int
  }

  /// Reads a session to its end. O(file); blocks its thread.
  /// - Throws: what the reader throws.
  public init(_ reader: inout SessionReader) throws(SessionError) {
    var (steps, losses, findings): ([Step], [SessionLoss], [LivenessFinding]) = ([], [], [])
    var (faces, comparison): (Int?, SessionComparison?)
    var verdict: SessionVerdict?
    var switches: [Switch] = []
    var (turns, orientation): ([Turn], CaptureOrientation) = ([], .portrait)
    // Of the latest frame: the device may be turned before the step that takes it.
    var taken = orientation
    while let chunk = try reader.next() {
      switch chunk {
      case .camera(_, let seed):
        (faces, comparison, findings) = (nil, nil, [])
        switches.append(Switch(step: steps.count + 1, seed: seed))
      case .orientation(let found):
        orientation = found
        turns.append(Turn(orientation: found, step: steps.count + 1))
      case .frame, .omittedFrame: taken = orientation
      case .faces(let found): faces = found.faces.count
      case .comparison(let found): comparison = found
      case .step(let step):
        var isFrame = false
        if case .frame = step.input { isFrame = true }
        steps.append(
          Step(
            number: steps.count + 1, step: step, faces: isFrame ? faces : nil,
            orientation: isFrame ? taken : nil, comparison: step.input == .compared ? comparison : nil))
      case .events(let events):
        guard let filled = events.filled, !steps.isEmpty else { break }
        steps[steps.count - 1].filled = filled
        findings += filled.findings
      case .verdict(let found): verdict = found
      case .lost(let loss): losses.append(loss)
      }
    }
    header = reader.header
    counts = reader.counts
    ending = reader.ending ?? .cut(SessionCut(offset: 0, present: 0, expected: nil))
    self.steps = steps
    self.losses = losses
    self.turns = turns
    self.switches = switches
    self.findings = findings
    self.verdict = verdict
  }

  /// Reads a file.
  public init(file path: String) throws(SessionError) {
    var reader = try SessionReader(path)
    try self.init(&reader)
  }
}
