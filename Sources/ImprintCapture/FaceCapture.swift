// SPDX-License-Identifier: Apache-2.0
private import ImprintImaging
public import ImprintLicense
public import ImprintRuntime
public import Logging

/// One face capture: pulls frames from the camera, tracks faces, steps the capture plugin's state machine and
/// executes its decisions.
///
/// A capture runs once. Its times are the camera's: a replayed source gives the same events however fast it
/// is played. Cancel it by cancelling the task that awaits ``run()``. The camera may be switched meanwhile:
/// ``switchCamera(to:tracker:machine:)``.
public actor FaceCapture {
  /// Events in order, for one reader. Its speed has no effect on the capture.
  public nonisolated let events = CaptureEvents()

  /// `nil` once the capture has ended, which closes it.
  private var camera: Camera?
  private var tracker: FaceTracker
  private var machine: FaceCaptureMachine
  private let comparer: (any CaptureComparer)?
  private var observers: [any CaptureObserver]
  private var recorders: [any CaptureRecorder] = []
  private let logger: Logger

  private var hasRun = false
  private var clock = CaptureClock()
  private var slots = FrameSlots()
  private var images: [(rank: Int, image: FaceImage)] = []
  private var frames = 0
  private var lost = LostFrames()
  private var unreadableInARow = 0
  private var findings: [LivenessFinding] = []
  private var isStopped = false
  private var motion = MotionSamples()
  private var movement = MovementWatch()
  private var orientation: CaptureOrientation
  /// What recorders know of it.
  private var recordedOrientation = CaptureOrientation.portrait
  /// Index of the face that this step's `face` event named; images are kept with it.
  private var followed: Int?

  /// The length of one wait for a frame, before the machine gets a tick. Longer than any frame of a recording
  /// takes, so that playback speed has no effect; does not delay cancellation.
  private static let tick: Duration = .milliseconds(500)
  /// Consecutive unreadable frames before the source is abandoned: one second at 30 frames per second.
  private static let unreadableLimit = 30

  /// A capture over an opened camera, a tracker and a capture machine, which it takes over.
  /// - Parameters:
  ///   - comparer: answers the comparisons that the machine asks for. Without one, the machine's options must
  ///     not promise any (``CaptureHelps/compares``): each would be answered as impossible.
  ///   - observers: told each event before the capture goes on.
  ///   - orientation: how the device is held; each frame is turned accordingly.
  public init(
    camera: Camera, tracker: FaceTracker, machine: FaceCaptureMachine, comparer: (any CaptureComparer)? = nil,
    observers: [any CaptureObserver] = [], orientation: CaptureOrientation = .portrait, logger: Logger
  ) {
    self.orientation = orientation
    self.camera = camera
    self.tracker = tracker
    self.machine = machine
    self.comparer = comparer
    self.observers = observers
    self.logger = logger
  }

  /// Its options; the machine for another camera is created with the same.
  public var options: FaceCaptureOptions { machine.options }

  /// What it is made of, for the present camera; `nil` once it has ended.
  public var setup: CaptureSetup? { camera.map(setup) }

  /// Answers what the licence grants.
  public var entitlements: any EntitlementProvider { machine.entitlements }

  /// Tells a recorder everything, from the first frame on.
  /// - Throws: ``CaptureError`` `alreadyRun`: it has begun, and a recording lacks nothing or is none.
  public func add(_ recorder: any CaptureRecorder) throws(CaptureError) {
    guard !hasRun else {
      throw CaptureError(
        .alreadyRun, place: "capture",
        reason: "it has begun, and is recorded from its beginning or not at all.",
        remedy: "Add the recorder before running it.")
    }
    recorders.append(recorder)
  }

  private func setup(_ camera: Camera) -> CaptureSetup {
    CaptureSetup(
      options: machine.options, plugin: machine.pluginID, tracker: tracker.pluginID, camera: camera.locator)
  }

  /// Switches to another camera, as if the capture began with it: discards all images, and restarts steps,
  /// progress and time. When this returns, the first camera is closed. The event stream continues.
  /// - Parameters:
  ///   - tracker: a fresh one, since cameras have clocks of their own.
  ///   - machine: one in its initial state.
  ///   - observers: those of the new camera, in place of the first ones; `nil` keeps these.
  /// - Throws: ``CaptureError`` `alreadyRun`: the capture has ended; the camera is not used.
  public func switchCamera(
    to camera: Camera, tracker: FaceTracker, machine: FaceCaptureMachine,
    observers: [any CaptureObserver]? = nil
  ) async throws(CaptureError) {
    guard let first = self.camera else {
      throw CaptureError(
        .alreadyRun, place: "capture", reason: "it has ended.", remedy: "Make a new capture with that camera."
      )
    }
    (self.camera, self.tracker, self.machine) = (camera, tracker, machine)
    (clock, slots, lost) = (CaptureClock(), FrameSlots(), LostFrames())
    (images, frames, unreadableInARow, findings) = ([], 0, 0, [])
    // Of the device as the first camera moved with it.
    _ = motion.take()
    movement = MovementWatch()
    if let observers { self.observers = observers }
    record(.switched(setup(camera)))
    if first !== camera { await first.close() }
  }

  /// Ends the capture before the next frame: ``run()`` returns what was kept, as ``CaptureOutcome/stopped``.
  /// To keep nothing, cancel the task that awaits ``run()``.
  public func stop() { isStopped = true }

  /// The device is held otherwise from the next frame on. The face is then elsewhere in the frame, which may
  /// end its track.
  public func setOrientation(_ orientation: CaptureOrientation) { self.orientation = orientation }

  /// A sample of the accelerometer of the device that the camera is part of, where the options say that
  /// samples come: ``CaptureHelps/motion``.
  ///
  /// It has no time of its own: the plugin is given it before the next frame, in order, at that frame's time.
  /// So no clocks have to agree, and none is too old. 25 to 100 a second are enough, 50 are best: the bundled
  /// plugins take the mean of the last ten or so for gravity. Of more than 64 between two frames the oldest
  /// are dropped. What is passed on is recorded and replayed as the other steps are. Never waits for camera
  /// or plugin.
  /// - Parameter acceleration: m/s², gravity included, −1000...1000 in each axis; axes of the device.
  /// - Returns: whether it is passed on. Not before ``run()`` and after its end; not where the options
  ///   promise no samples, and not one that is out of range or no number: of these two the first is logged.
  @discardableResult
  public func deviceMoved(_ acceleration: Point3) -> Bool {
    guard hasRun, camera != nil else { return false }
    let refusal: MotionSamples.Refusal
    if !machine.options.helps.contains(.motion) {
      refusal = .notAskedFor
    } else if motion.add(acceleration) {
      return true
    } else {
      refusal = .outOfRange
    }
    if motion.isFirst(refusal) {
      logger.warning("samples of an accelerometer are dropped", metadata: ["reason": "\(refusal.reason)"])
    }
    return false
  }

  /// Runs to the end: captured, judged, stopped, time-out, or end of the source. The camera is closed in
  /// every case.
  /// - Throws: ``CaptureError``; `cancelled` within 0.1 s of the surrounding task's cancellation.
  public func run() async throws(CaptureError) -> CaptureResult {
    guard !hasRun, camera != nil else {
      throw CaptureError(
        .alreadyRun, place: "capture", reason: "it has been run before.", remedy: "Make a new capture.")
    }
    hasRun = true
    // Of the first machine, whichever is the last.
    let entitlements = machine.entitlements
    entitlements.captureBegan()
    defer { entitlements.captureEnded() }
    let result: Result<CaptureResult, CaptureError>
    do {
      result = .success(try await loop())
    } catch {
      result = .failure(error)
    }
    let camera = camera
    self.camera = nil
    await camera?.close()
    record(.ended(result))
    if case .success(let value) = result { events.queue.yield(.finished(value)) }
    events.queue.finish()
    return try result.get()
  }

  private func loop() async throws(CaptureError) -> CaptureResult {
    await tell(.mode(machine.options.livenessMode))
    while true {
      guard let camera else { throw .cancelled }
      let input: Input
      if isStopped {
        input = .stop
      } else {
        guard let next = try await nextInput(of: camera) else { continue }
        input = next
      }
      if case .end = input { await tell(.sourceEnded) }
      guard self.camera === camera else { continue }
      if let result = try await passOnMotion(before: input, of: camera) { return result }
      guard self.camera === camera else { continue }
      if let result = try await step(input, of: camera) { return result }
      guard self.camera === camera else { continue }
      if !input.continues {
        throw misbehaved("it did not finish when \(isStopped ? "it was stopped" : "the source ended").")
      }
    }
  }

  /// Steps the machine with what the accelerometer said since the step before.
  /// - Returns: as ``step(_:of:)``.
  private func passOnMotion(
    before input: Input, of camera: Camera
  ) async throws(CaptureError) -> CaptureResult? {
    guard input.continues else { return nil }
    for sample in motion.take() {
      movement.passedOn(now: clock.now)
      if let result = try await step(.moved(sample), of: camera) { return result }
      guard self.camera === camera else { return nil }
    }
    return nil
  }

  /// Steps the machine, and makes the comparisons that it asks for.
  /// - Returns: the result, where this was the last step; `nil` also where the camera was switched meanwhile.
  private func step(_ input: Input, of camera: Camera) async throws(CaptureError) -> CaptureResult? {
    followed = nil
    var comparisons: [(slot: Int, other: Int)] = []
    var next: (input: CaptureInput, recorded: CaptureStepInput)? = (input.machineInput, input.recorded)
    while let (step, recorded) = next {
      next = nil
      let answer: CaptureAnswer
      record(.step(recorded, now: clock.now))
      do {
        answer = try await machine.answer(to: step, now: clock.now)
      } catch {
        guard self.camera === camera else { return nil }
        throw CaptureError(.plugin, error)
      }
      guard self.camera === camera else { return nil }
      record(.answer(answer))
      for decision in answer.events {
        if case .compare(let slot, let other) = decision { comparisons.append((slot, other)) }
        if let result = try await carryOut(decision, on: input) { return result }
        guard self.camera === camera else { return nil }
      }
      if case .frame(let frame, _) = input, case .frame = step, followed == nil {
        await tell(.tracking(FaceTrackingInformation(nobodyIn: frame)))
      }
      guard !comparisons.isEmpty else { continue }
      // There may be many, and each takes its time.
      guard !Task.isCancelled else { throw .cancelled }
      let (slot, other) = comparisons.removeFirst()
      let (score, reason) = await compare(slot, other)
      guard self.camera === camera else { return nil }
      let comparison = CaptureComparison(slot: slot, other: other, score: score)
      next = (.compared(comparison), .compared(comparison, reason: reason))
    }
    return nil
  }

  /// - Returns: the score, or why there is none.
  private func compare(_ slot: Int, _ other: Int) async -> (Score?, reason: String?) {
    guard let comparer, let first = slots[slot], let second = slots[other] else {
      return (nil, "nothing here compares images.")
    }
    do {
      let score = try await comparer.score(of: first, and: second)
      return (score, score == nil ? "an image gives no template, or there is no calibration." : nil)
    } catch {
      logger.warning("two images of a capture cannot be compared", metadata: ["reason": "\(error)"])
      return (nil, "\(error)")
    }
  }

  private func record(_ moment: CaptureMoment) {
    for recorder in recorders { recorder.record(moment) }
  }

  /// To the reader of events, and to those who are waited for.
  private func tell(_ event: CaptureEvent) async {
    events.queue.yield(event)
    for observer in observers { await observer.captureTold(event) }
  }

  /// The result of one wait for the camera, or a sample that came meanwhile.
  private enum Input {
    case frame(Frame, [Face])
    case moved(Point3)
    case tick
    case end
    case stop

    var machineInput: CaptureInput {
      switch self {
      case .frame(let frame, let faces): .frame(frame.image, faces)
      case .moved(let sample): .moved(sample)
      case .tick: .tick
      case .end: .end
      case .stop: .stop
      }
    }

    var recorded: CaptureStepInput {
      switch self {
      case .frame(let frame, _): .frame(sequence: frame.sequence)
      case .moved(let sample): .moved(sample)
      case .tick: .tick
      case .end: .end
      case .stop: .stop
      }
    }

    /// Whether the machine may go on after it.
    var continues: Bool {
      switch self {
      case .frame, .moved, .tick: true
      case .end, .stop: false
      }
    }
  }

  /// - Returns: `nil` if the camera was switched meanwhile: its frame is discarded.
  private func nextInput(of camera: Camera) async throws(CaptureError) -> Input? {
    guard !Task.isCancelled else { throw .cancelled }
    let came: EncodedFrame?
    do {
      came = try await camera.nextFrame(timeout: Self.tick)
    } catch {
      return self.camera === camera ? try inputInstead(of: error) : nil
    }
    guard self.camera === camera else { return nil }
    guard let encoded = came else { return .end }
    if orientation != recordedOrientation {
      record(.turned(orientation))
      recordedOrientation = orientation
    }
    record(.frame(encoded))
    clock.frame(at: encoded.timestamp)
    lost.frameCame(dropped: encoded.dropped)
    let image: Image
    do {
      image = try encoded.decoded(held: orientation)
    } catch {
      lost.decodingFailed()
      try countUnreadable(place: "frame \(encoded.sequence)", reason: "\(error)")
      return .tick
    }
    unreadableInARow = 0
    frames += 1
    let frame = Frame(
      image: image, timestamp: encoded.timestamp, sequence: encoded.sequence, dropped: encoded.dropped)
    do {
      let faces = try await tracker.track(image, timestamp: encoded.timestamp)
      guard self.camera === camera else { return nil }
      record(.faces(faces, sequence: encoded.sequence))
      await tell(.preview(frame, faces: faces))
      // An observer may have taken long enough for a switch: the next machine must not see this frame.
      guard self.camera === camera else { return nil }
      return .frame(frame, faces)
    } catch {
      guard self.camera === camera else { return nil }
      throw CaptureError(.plugin, error)
    }
  }

  private func inputInstead(of error: PluginCallError) throws(CaptureError) -> Input {
    if error.code == .cancelled || Task.isCancelled { throw .cancelled }
    if error.code == .file {
      lost.readFailed()
      try countUnreadable(place: error.place, reason: error.reason)
      return .tick
    }
    if error.isRetryable {
      clock.tick()
      return .tick
    }
    throw CaptureError(.camera, error)
  }

  private func countUnreadable(place: String, reason: String) throws(CaptureError) {
    unreadableInARow += 1
    logger.warning(
      "a frame cannot be read", metadata: ["place": "\(place)", "reason": "\(reason)"])
    guard unreadableInARow < Self.unreadableLimit else {
      throw CaptureError(
        .frames, place: place,
        reason: "\(unreadableInARow) frames in a row cannot be read; of the last: \(reason)",
        remedy: "Check the source with another program, or choose another format.")
    }
  }

  /// - Returns: the result, when the decision was the last.
  private func carryOut(
    _ decision: CaptureMachineEvent, on input: Input
  ) async throws(CaptureError) -> CaptureResult? {
    switch decision {
    case .step(let step): await tell(.step(step))
    case .feedback(let feedback):
      movement.told(feedback)
      await tell(.feedback(feedback))
    case .progress(let progress): await tell(.progress(progress))
    case .challenge(let challenge): await tell(.challenge(challenge))
    case .target(let target): await tell(.target(target))
    case .pointer(let pointer): await tell(.pointer(pointer))
    case .oval(let oval): await tell(.oval(oval))
    case .preparation(let preparation): await tell(.preparation(preparation))
    case .light(let color): await tell(.light(color))
    case .action(let actions, let score): await tell(.action(actions, score: score))
    case .finding(let finding):
      findings.append(finding)
      await tell(.finding(finding))
    case .compare: break
    case .face(let index):
      followed = index
      let (frame, face) = try followedFace(in: input)
      await tell(.tracking(FaceTrackingInformation(of: face, in: frame)))
    case .keep(let slot, let index):
      followed = index
      let (frame, face) = try followedFace(in: input)
      slots.keep(frame.image, face, timestamp: frame.timestamp, in: slot)
    case .result(let slot, let rank, let quality, let tracking, let liveness):
      guard
        let image = slots.image(slot: slot, quality: quality, tracking: tracking, liveness: liveness)
      else { throw misbehaved("it returned slot \(slot), in which it kept nothing.") }
      images.append((rank, image))
    case .finished(let outcome, let liveness):
      return CaptureResult(
        images: images.sorted { $0.rank < $1.rank }.map(\.image), outcome: outcome, liveness: liveness,
        findings: findings, frames: frames, dropped: lost.total,
        deviceMovement: movement.movement(now: clock.now))
    }
    return nil
  }

  private func followedFace(in input: Input) throws(CaptureError) -> (Frame, Face) {
    guard case .frame(let frame, let faces) = input, let followed, faces.indices.contains(followed) else {
      throw misbehaved("it kept or followed a face that this step does not have.")
    }
    return (frame, faces[followed])
  }

  private func misbehaved(_ reason: String) -> CaptureError {
    CaptureError(
      .plugin, place: "capture plugin", reason: reason, remedy: "Report this to the plugin's vendor.")
  }
}
