// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture
internal import ImprintRuntime
internal import ImprintSession

/// A replay as it goes on, chunk by chunk.
struct ReplayRun {
  private let session: SessionSource
  private let source: SessionReplay.Source
  /// With the seed for the present camera.
  private var options: (capture: FaceCaptureOptions, tracker: FaceTrackerOptions)
  private let parts: SessionReplay.Parts

  private var machine: FaceCaptureMachine
  /// From frames.
  private var tracker: FaceTracker?
  private var pictures: ReplayPictures
  private var faces: [Face] = []
  private var comparison: SessionComparison?
  /// Comparisons that the machine asked for and was not answered yet.
  private var asked: [(slot: Int, other: Int)] = []
  /// The answer of the step before, until its recorded events come.
  private var pending: Result<CaptureAnswer, PluginCallError>?
  /// Follows what the replayed machine keeps and returns.
  private var replayed: CaptureChunks

  private var steps = 0
  private var compared = 0
  private var differing = 0
  private var difference: SessionDifference?
  private var differingFaces = 0
  private var unanswered = 0
  private var verdict: SessionVerdict?
  private var findings: (recorded: [LivenessFinding], replayed: [LivenessFinding]) = ([], [])

  /// Of one step: a machine that always asks for another comparison is not followed for ever.
  private static let mostQuestions = 256

  init(
    _ session: SessionSource, _ source: SessionReplay.Source,
    _ options: (capture: FaceCaptureOptions, tracker: FaceTrackerOptions), _ parts: SessionReplay.Parts
  ) async throws {
    self.session = session
    self.source = source
    self.options = options
    self.parts = parts
    pictures = ReplayPictures(session)
    replayed = CaptureChunks(
      CaptureSetup(options: options.capture, plugin: parts.plugin.id, tracker: "", camera: ""))
    machine = try await parts.makeMachine(options.capture)
    if source == .frames { tracker = try await parts.makeTracker(options.tracker) }
  }

  /// - Returns: whether it goes on.
  mutating func take(_ chunk: SessionChunk) async throws -> Bool {
    switch chunk {
    case .camera(_, let seed): try await switchCamera(seed)
    case .orientation(let orientation): pictures.turned(orientation)
    case .frame(let frame): pictures.came(frame)
    case .omittedFrame(let frame):
      guard source == .faces else { throw SessionReplayError.frames(session.path) }
      pictures.came(frame)
    case .lost:
      guard source == .faces else { throw SessionReplayError.frames(session.path) }
    case .faces(let found): faces = found.faces
    case .comparison(let found): comparison = found
    case .step(let step): try await make(step)
    case .events(let events): compare(events)
    case .verdict(let found): verdict = found
    }
    switch source {
    case .faces: return difference == nil
    case .frames: return replayed.finish == nil || verdict == nil
    }
  }

  /// What is not replayed any more.
  mutating func passOver(_ chunk: SessionChunk) {
    switch chunk {
    case .verdict(let found): verdict = found
    case .events(let events): findings.recorded += events.filled?.findings ?? []
    // What was found before it counts no more.
    case .camera: findings.recorded = []
    case .orientation, .frame, .omittedFrame, .faces, .step, .comparison, .lost: break
    }
  }

  private mutating func switchCamera(_ seed: UInt128?) async throws {
    if let seed { options.capture.seed = RecordedOptions.seed(seed) }
    machine = try await parts.makeMachine(options.capture)
    if source == .frames { tracker = try await parts.makeTracker(options.tracker) }
    (faces, comparison, asked, pending) = ([], nil, [], nil)
    findings = ([], [])
    pictures.cameraSwitched()
    _ = replayed.chunks(
      of: .switched(CaptureSetup(options: options.capture, plugin: parts.plugin.id, tracker: "", camera: "")))
  }

  // MARK: Steps

  private mutating func make(_ step: SessionStep) async throws {
    // What has no events was not answered: it failed, or another camera came meanwhile.
    settle(expecting: "no answer: the step failed")
    guard difference == nil || source == .frames, replayed.finish == nil else { return }
    switch step.input {
    case .frame(let sequence): try await makeFrame(sequence, step.time)
    case .tick: await answer(.tick, .tick, step.time)
    case .end: await answer(.end, .end, step.time)
    case .stop: await answer(.stop, .stop, step.time)
    case .motion(let sample):
      guard sample.count == 3 else { throw SessionReplayError.sensor }
      let point = Point3(x: sample[0], y: sample[1], z: sample[2])
      await answer(.moved(point), .moved(point), step.time)
    case .compared: await makeCompared(step.time)
    }
  }

  private mutating func makeFrame(_ sequence: UInt64, _ time: UInt64) async throws {
    switch source {
    case .faces:
      if pictures.lacksSize(of: sequence) { pictures.foundFirst(try await session.pictureSize()) }
      let picture = try pictures.picture(of: sequence)
      await answer(.frame(picture, faces), .frame(sequence: sequence), time)
    case .frames:
      await answerAsUnable(time)
      guard let frame = pictures.frame(sequence), let tracker else {
        throw SessionReplayError.frames(session.path)
      }
      let found = try await tracker.track(frame.image, timestamp: frame.timestamp)
      if found != faces { differingFaces += 1 }
      await answer(.frame(frame.image, found), .frame(sequence: sequence), time)
    }
  }

  private mutating func makeCompared(_ time: UInt64) async {
    guard let comparison else { return }
    self.comparison = nil
    var score: Score?
    if case .score(let found) = comparison.answer { score = found }
    let answered = CaptureComparison(slot: comparison.first, other: comparison.second, score: score)
    if source == .frames {
      // Asked elsewhere, or not at all.
      guard let next = asked.first, next == (answered.slot, answered.other) else { return }
    }
    await answer(.compared(answered), .compared(answered, reason: nil), time)
  }

  /// From frames: before the next frame, every comparison has to be answered.
  private mutating func answerAsUnable(_ time: UInt64) async {
    for _ in 0..<Self.mostQuestions {
      guard let next = asked.first, replayed.finish == nil else { return }
      unanswered += 1
      let none = CaptureComparison(slot: next.slot, other: next.other, score: nil)
      await answer(.compared(none), .compared(none, reason: nil), time)
      pending = nil
    }
  }

  private mutating func answer(_ input: CaptureInput, _ recorded: CaptureStepInput, _ time: UInt64) async {
    steps += 1
    if case .compared = input, !asked.isEmpty { asked.removeFirst() }
    _ = replayed.chunks(of: .step(recorded, now: time))
    do throws(PluginCallError) {
      let answer = try await machine.answer(to: input, now: time)
      for case .compare(let slot, let other) in answer.events { asked.append((slot, other)) }
      _ = replayed.chunks(of: .answer(answer))
      findings.replayed += answer.filled.findings
      pending = .success(answer)
    } catch {
      pending = .failure(error)
    }
  }

  // MARK: Comparing

  private mutating func compare(_ events: SessionEvents) {
    guard let recorded = events.filled else { return }
    findings.recorded += recorded.findings
    guard let pending else { return }
    self.pending = nil
    compared += 1
    switch pending {
    case .failure(let error):
      differ(nil, recorded.words.joined(separator: "; "), "an error: \(error.code.rawValue), \(error.reason)")
    case .success(let answer):
      guard let found = recorded.firstDifference(from: answer.filled) else { return }
      differ(found.index + 1, found.own ?? "no further event", found.other ?? "no further event")
    }
  }

  /// The step before has no recorded events.
  private mutating func settle(expecting expected: String) {
    defer { pending = nil }
    guard case .success(let answer)? = pending else { return }
    differ(nil, expected, answer.filled.words.joined(separator: "; "))
  }

  private mutating func differ(_ event: Int?, _ expected: String, _ found: String) {
    differing += 1
    if difference == nil {
      difference = SessionDifference(step: steps, event: event, expected: expected, found: found)
    }
  }

  private var replayedVerdict: SessionVerdict? {
    replayed.finish.map {
      SessionVerdict(outcome: $0.outcome.recorded, liveness: $0.liveness, images: replayed.images)
    }
  }

  /// The verdict, bit for bit: only where all before it is the same.
  private mutating func compareVerdict() {
    guard difference == nil, source == .faces, let verdict, verdict.outcome.isOfTheMachine else { return }
    let found = replayedVerdict
    let isSame =
      verdict.outcome == found?.outcome && verdict.liveness == found?.liveness
      && verdict.images == found?.images
    guard !isSame else { return }
    steps += 1
    differ(nil, verdict.words, found?.words ?? "none: the capture has not finished")
    steps -= 1
  }

  mutating func report() async throws -> SessionReplayReport {
    // After a cut, the last step's events may be missing; a failed one is what the verdict says.
    if verdict?.outcome.isOfTheMachine == true { settle(expecting: "no answer: the step failed") }
    compareVerdict()
    return SessionReplayReport(
      header: session.header, source: source, plugin: parts.plugin,
      tracker: source == .frames ? parts.tracker : nil,
      ending: session.ending ?? .cut(SessionCut(offset: 0, present: 0, expected: nil)), steps: steps,
      compared: compared, differing: differing, difference: difference, missingPictures: pictures.missing,
      orientations: pictures.orientations,
      differingFaces: differingFaces, unanswered: unanswered, recordedVerdict: verdict,
      replayedVerdict: replayedVerdict, recordedFindings: findings.recorded,
      replayedFindings: findings.replayed)
  }
}

extension SessionEvents {
  /// `nil` where it is not so many structs of equal length, which no session that was read has.
  var filled: CaptureEventBytes? { CaptureEventBytes(count: count, bytes: bytes) }
}
