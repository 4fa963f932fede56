// SPDX-License-Identifier: Apache-2.0
import ImprintAttackEvaluation
import ImprintCapture
import ImprintRuntime

/// One level's capture of a presentation that several judge at a time.
struct LevelMachine {
  let level: TrialLevel
  private let machine: FaceCaptureMachine
  private var kept: [Int: KeptFrame] = [:]
  private var findings: [LivenessFinding] = []
  private(set) var end: (outcome: CaptureOutcome, verdict: LivenessStatus)?
  private var best: Int?
  private var isChallenged = false

  init(_ level: TrialLevel, _ machine: FaceCaptureMachine) {
    self.level = level
    self.machine = machine
  }

  /// The best image that it returned.
  var image: KeptFrame? { best.flatMap { kept[$0] } }

  /// Steps it, and answers the comparisons that it asks for.
  /// - Returns: what its screen would show.
  mutating func step(
    _ input: CaptureInput, frame: Frame?, faces: [Face], now: UInt64, comparer: (any CaptureComparer)?
  ) async throws -> [CaptureEvent] {
    var shown: [CaptureEvent] = []
    var comparisons: [(slot: Int, other: Int)] = []
    var next: CaptureInput? = input
    while let step = next {
      next = nil
      for event in try await machine.step(step, now: now) {
        switch event {
        case .keep(let slot, let face):
          guard let frame, faces.indices.contains(face) else { continue }
          kept[slot] = KeptFrame(image: frame.image, face: faces[face], timestamp: frame.timestamp)
        case .compare(let slot, let other): comparisons.append((slot, other))
        case .result(let slot, let rank, _, _, _): if rank == 0 { best = slot }
        case .finding(let finding): findings.append(finding)
        case .finished(let outcome, let verdict): end = (outcome, verdict)
        case .step(let step):
          isChallenged = isChallenged || step == .challenge
          shown.append(.step(step))
        case .feedback(let feedback): shown.append(.feedback(feedback))
        case .challenge(let challenge): shown.append(.challenge(challenge))
        case .target(let target): shown.append(.target(target))
        case .pointer(let pointer): shown.append(.pointer(pointer))
        case .oval(let oval): shown.append(.oval(oval))
        case .light(let color): shown.append(.light(color))
        case .action(let actions, let score): shown.append(.action(actions, score: score))
        case .face, .progress, .preparation: break
        }
      }
      guard end == nil, !comparisons.isEmpty else { continue }
      let (slot, other) = comparisons.removeFirst()
      var score: Score?
      if let first = kept[slot], let second = kept[other] {
        score = try await comparer?.score(of: first, and: second)
      }
      next = .compared(CaptureComparison(slot: slot, other: other, score: score))
    }
    return shown
  }

  /// - Parameter isSeen: whether any face was found.
  func result(
    _ presentation: Presentation, mode: String, frames: Int, seconds: Double, isSeen: Bool, isMatch: Bool?
  ) -> PresentationResult {
    let outcome: PresentationOutcome
    switch end?.verdict {
    case .live: outcome = .live
    case .fake: outcome = .fake
    // Who does not do what is asked for until the time ends was examined, and was not found live.
    case .noDecision where isChallenged: outcome = .noDecision
    case .noDecision: outcome = isSeen ? .timeout : .noFace
    case .unknown: outcome = .unknown
    case nil: outcome = isSeen ? .timeout : .noFace
    }
    return PresentationResult(
      presentation, mode: mode, level: level.name, outcome: outcome, frames: frames, seconds: seconds,
      findings: findings.map {
        MethodFinding(
          method: $0.method.rawValue, verdict: $0.verdict, measure: Double($0.measure),
          limit: Double($0.limit))
      }, isMatch: isMatch)
  }
}
