// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture
internal import ImprintRuntime
internal import ImprintSession

/// Translates what happens in a capture into a session's chunks, and follows which frames are kept and
/// returned. Values only.
struct CaptureChunks {
  /// By slot, the number of the frame that was kept.
  private(set) var slots: [Int: UInt64] = [:]
  /// Those that were returned.
  private(set) var images: [SessionVerdict.Image] = []
  /// What the machine ended with.
  private(set) var finish: (outcome: CaptureOutcome, liveness: LivenessStatus)?
  /// The frame of the step that is being made.
  private var frame: UInt64?
  /// For the present camera.
  private var setup: CaptureSetup

  init(_ setup: CaptureSetup) { self.setup = setup }

  /// What is appended to the session.
  mutating func chunks(of moment: CaptureMoment) -> [SessionChunk] {
    switch moment {
    case .switched(let next):
      (slots, images, finish, frame) = ([:], [], nil, nil)
      // Another challenge, as a rule.
      let seed = next.options.seed == setup.options.seed ? nil : next.options.seed
      setup = next
      return [.camera(SessionCamera(locator: next.camera), seed: seed.map(RecordedOptions.seed))]
    case .turned(let orientation): return [.orientation(orientation)]
    case .frame(let frame): return [.frame(frame)]
    case .faces(let faces, let sequence): return [.faces(SessionFaces(sequence: sequence, faces: faces))]
    case .step(let input, let now): return step(input, now)
    case .answer(let answer):
      follow(answer.events)
      return [.events(SessionEvents(count: answer.filled.count, bytes: answer.filled.bytes))]
    case .ended(let result): return [.verdict(verdict(result))]
    }
  }

  /// Why the session's header is not one of the capture any more; `nil` where it is.
  func complaint(of moment: CaptureMoment) -> String? {
    switch moment {
    case .switched(let next):
      next.options.with(seed: setup.options.seed) != setup.options || next.plugin != setup.plugin
        || next.tracker != setup.tracker
        ? "the capture went on with other options or plugins, of which nothing is recorded." : nil
    case .turned, .frame, .faces, .step, .answer, .ended: nil
    }
  }

  private mutating func step(_ input: CaptureStepInput, _ now: UInt64) -> [SessionChunk] {
    frame = nil
    switch input {
    case .frame(let sequence):
      frame = sequence
      return [.step(SessionStep(.frame(sequence: sequence), time: now))]
    case .tick: return [.step(SessionStep(.tick, time: now))]
    case .end: return [.step(SessionStep(.end, time: now))]
    case .stop: return [.step(SessionStep(.stop, time: now))]
    case .moved(let sample):
      return [.step(SessionStep(.motion([sample.x, sample.y, sample.z]), time: now))]
    case .compared(let comparison, let reason):
      let answer: SessionComparison.Answer =
        comparison.score.map { .score($0.recorded) } ?? .impossible(RecordedText.sentence(reason ?? ""))
      return [
        .comparison(
          SessionComparison(first: comparison.slot, second: comparison.other, answer: answer)),
        .step(SessionStep(.compared, time: now)),
      ]
    }
  }

  private mutating func follow(_ events: [CaptureMachineEvent]) {
    for event in events {
      switch event {
      case .keep(let slot, _): slots[slot] = frame
      case .result(let slot, let rank, let quality, _, _):
        guard let sequence = slots[slot] else { break }
        images.append(
          SessionVerdict.Image(sequence: sequence, slot: slot, rank: rank, quality: quality))
      case .finished(let outcome, let liveness): finish = (outcome, liveness)
      case .step, .feedback, .face, .progress, .challenge, .target, .pointer, .oval, .preparation, .light,
        .compare, .action, .finding:
        break
      }
    }
  }

  private func verdict(_ result: Result<CaptureResult, CaptureError>) -> SessionVerdict {
    switch result {
    case .success(let result):
      SessionVerdict(outcome: result.outcome.recorded, liveness: result.liveness, images: images)
    case .failure(let error): failed(error.code.recorded, error.reason)
    }
  }

  /// An end without a verdict of the machine: a doubt, where anything was examined.
  func failed(_ outcome: SessionOutcome, _ reason: String) -> SessionVerdict {
    SessionVerdict(
      outcome: outcome, liveness: setup.options.livenessMode == .none ? .unknown : .noDecision,
      reason: RecordedText.sentence(reason))
  }
}

extension FaceCaptureOptions {
  /// The same, with another seed.
  func with(seed: CaptureSeed?) -> FaceCaptureOptions {
    var options = self
    options.seed = seed
    return options
  }
}

extension CaptureOutcome {
  var recorded: SessionOutcome {
    switch self {
    case .captured: .captured
    case .timeout: .timeout
    case .ended: .ended
    case .stopped: .stopped
    case .judged: .judged
    }
  }
}

extension CaptureErrorCode {
  fileprivate var recorded: SessionOutcome {
    switch self {
    case .cancelled: .cancelled
    case .camera: .cameraLost
    case .alreadyRun, .plugin, .frames: .failed
    }
  }
}

extension Score {
  /// Finite, as a session has it, and the same for a machine, which is told a whole number of 32 bits.
  fileprivate var recorded: Score {
    value.isFinite ? self : Score(value.isNaN ? 0 : value > 0 ? 1e10 : -1e10)
  }
}
