// SPDX-License-Identifier: Apache-2.0
private import ImprintLicense
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
  private let logger: Logger

  private var hasRun = false
  private var clock = CaptureClock()
  private var slots = FrameSlots()
  private var images: [(rank: Int, image: FaceImage)] = []
  private var frames = 0
  private var lost = LostFrames()
  private var unreadableInARow = 0
  /// Index of the face that this step's `face` event named; images are kept with it.
  private var followed: Int?

  /// The length of one wait for a frame, before the machine gets a tick. Longer than any frame of a recording
  /// takes, so that playback speed has no effect; does not delay cancellation.
  private static let tick: Duration = .milliseconds(500)
  /// Consecutive unreadable frames before the source is abandoned: one second at 30 frames per second.
  private static let unreadableLimit = 30

  /// A capture over an opened camera, a tracker and a capture machine, which it takes over.
  public init(camera: Camera, tracker: FaceTracker, machine: FaceCaptureMachine, logger: Logger) {
    self.camera = camera
    self.tracker = tracker
    self.machine = machine
    self.logger = logger
  }

  /// Its options; the machine for another camera is created with the same.
  public var options: FaceCaptureOptions { machine.options }

  /// Switches to another camera, as if the capture began with it: discards all images, and restarts steps,
  /// progress and time. When this returns, the first camera is closed. The event stream continues.
  /// - Parameters:
  ///   - tracker: a fresh one, since cameras have clocks of their own.
  ///   - machine: one in its initial state.
  /// - Throws: ``CaptureError`` `alreadyRun`: the capture has ended; the camera is not used.
  public func switchCamera(
    to camera: Camera, tracker: FaceTracker, machine: FaceCaptureMachine
  ) async throws(CaptureError) {
    guard let first = self.camera else {
      throw CaptureError(
        .alreadyRun, place: "capture", reason: "it has ended.", remedy: "Make a new capture with that camera."
      )
    }
    (self.camera, self.tracker, self.machine) = (camera, tracker, machine)
    (clock, slots, lost) = (CaptureClock(), FrameSlots(), LostFrames())
    (images, frames, unreadableInARow) = ([], 0, 0)
    if first !== camera { await first.close() }
  }

  /// Runs to the end: captured, time-out, or end of the source. The camera is closed in every case.
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
    if case .success(let value) = result { events.queue.yield(.finished(value)) }
    events.queue.finish()
    return try result.get()
  }

  private func loop() async throws(CaptureError) -> CaptureResult {
    while true {
      guard let camera else { throw .cancelled }
      guard let input = try await nextInput(of: camera) else { continue }
      followed = nil
      let decisions: [CaptureMachineEvent]
      do {
        decisions = try await machine.step(input.machineInput, now: clock.now)
      } catch {
        guard self.camera === camera else { continue }
        throw CaptureError(.plugin, error)
      }
      guard self.camera === camera else { continue }
      for decision in decisions {
        if let result = try carryOut(decision, on: input) { return result }
      }
      if case .end = input {
        throw CaptureError(
          .plugin, place: "capture plugin", reason: "it did not finish when the source ended.",
          remedy: "Report this to the plugin's vendor.")
      }
    }
  }

  /// The result of one wait for the camera.
  private enum Input {
    case frame(Frame, [Face])
    case tick
    case end

    var machineInput: CaptureInput {
      switch self {
      case .frame(let frame, let faces): .frame(frame.image, faces)
      case .tick: .tick
      case .end: .end
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
    clock.frame(at: encoded.timestamp)
    lost.frameCame(dropped: encoded.dropped)
    let image: Image
    do {
      image = try encoded.decoded()
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
      events.queue.yield(.preview(frame, faces: faces))
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
  ) throws(CaptureError) -> CaptureResult? {
    switch decision {
    case .step(let step): events.queue.yield(.step(step))
    case .feedback(let feedback): events.queue.yield(.feedback(feedback))
    case .progress(let progress): events.queue.yield(.progress(progress))
    case .face(let index):
      followed = index
      let (frame, face) = try followedFace(in: input)
      events.queue.yield(
        .tracking(
          FaceTrackingInformation(
            box: face.box, leftEye: face.leftEye, rightEye: face.rightEye, pose: face.pose,
            referenceWidth: frame.image.width, referenceHeight: frame.image.height,
            timestamp: frame.timestamp)))
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
        frames: frames, dropped: lost.total)
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
