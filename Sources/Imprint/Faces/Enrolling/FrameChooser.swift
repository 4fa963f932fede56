// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture
internal import ImprintMatching
internal import ImprintModel
internal import ImprintRuntime

/// Chooses the frames of one enrolment, or has the application choose, and has templates made of them.
///
/// The capture waits for it after each frame. A frame is looked at once the plugin has said which face it
/// follows, and what the person should do. Templates are made beside the capture, one at a time.
actor FrameChooser {
  typealias Extract = @Sendable (Image, Face) async throws -> Template

  private let settings: EnrollerSettings
  private let delegate: (any EnrollerDelegate)?
  private let extract: Extract
  private let tell: @Sendable (EnrollerEvent) -> Void
  /// Called once, when there are as many views as are needed.
  private let completed: @Sendable () -> Void

  private(set) var views: [FaceEnrollment.View] = []
  /// Whether there are as many as are needed, or as the application wanted.
  private(set) var isComplete = false
  /// Whether there was a face, and whether one of the quality that is needed.
  private(set) var sawFace = false
  private(set) var sawQuality = false

  private var hasBegun = false
  private var isClosed = false
  private var isInterrupted = false
  private var latest: (frame: Frame, faces: [Face])?
  private var followed: UInt32?
  private var guide = PoseGuide()
  private var number = 0
  private var offer: FrameOffer?
  /// The delegate's answer to it.
  private var asking: Task<Void, Never>?
  private var status = ExtractionStatus.none
  private var extraction: Task<Void, Never>?
  /// When the last frame was added that was extracted, or is being.
  private var lastAdded: UInt64?
  private var toldPose: EnrollmentPose?

  /// Frames that the enroller chooses lie so far apart, nanoseconds: nearer ones show the same moment.
  private static let spread: UInt64 = 200_000_000

  init(
    _ settings: EnrollerSettings, delegate: (any EnrollerDelegate)?, extract: @escaping Extract,
    tell: @escaping @Sendable (EnrollerEvent) -> Void, completed: @escaping @Sendable () -> Void
  ) {
    self.settings = settings
    self.delegate = delegate
    self.extract = extract
    self.tell = tell
    self.completed = completed
  }

  private var pose: EnrollmentPose {
    let poses = settings.mode.poses
    return poses[min(views.count, poses.count - 1)]
  }

  // MARK: The capture

  /// - Returns: what those are told who are told events of the capture: the same, with what is asked of the
  ///   person here.
  func take(_ event: CaptureEvent) async -> [CaptureEvent] {
    switch event {
    case .mode:
      begin()
      return [event]
    case .preview(let frame, let faces):
      latest = (frame, faces)
      return [event]
    case .feedback(let feedback):
      guide.said(feedback)
      return feedbackChanges()
    case .tracking(let information):
      let changes = await look(at: information)
      return [event] + changes
    case .step, .progress, .challenge, .target, .pointer, .oval, .preparation, .light, .action, .finding,
      .sourceEnded, .finished:
      return [event]
    }
  }

  /// Also after an interruption.
  private func begin() {
    if !hasBegun { tell(.capturingStarted) }
    hasBegun = true
    isInterrupted = false
    forget()
    guide = PoseGuide()
    (latest, followed) = (nil, nil)
    tellPose()
  }

  /// What was enrolled is dropped, and nothing is added until the capture begins anew.
  func interrupted() {
    guard !isComplete else { return }
    offer?.answer(.skip)
    forget()
    (latest, followed) = (nil, nil)
    isInterrupted = true
  }

  private func forget() {
    extraction?.cancel()
    (extraction, status, lastAdded, views) = (nil, .none, nil, [])
    guide.neutral = nil
  }

  private func look(at information: FaceTrackingInformation) async -> [CaptureEvent] {
    guard !isClosed, !isInterrupted, let (frame, faces) = latest else { return [] }
    latest = nil
    let face = information.box.isEmpty ? nil : faces.first { $0.box == information.box }
    note(face)
    guide.saw(face?.pose, asked: pose)
    let changes = feedbackChanges()
    number += 1
    let isFree = face != nil && status != .extracting
    switch settings.selection {
    case .automatic:
      say(frame, face, faces.count, isOffered: false)
      if isFree, let face, isGood(face, at: frame.timestamp) { add(frame, face) }
    case .application:
      // In the full mode each view is of its pose.
      let isOffered = isFree && (settings.mode == .simple || guide.isInPose)
      say(frame, face, faces.count, isOffered: isOffered)
      if isOffered, let face, await isWanted(number) { add(frame, face) }
    }
    return changes
  }

  /// One person is enrolled: whoever was away, or takes another's place, begins anew.
  private func note(_ face: Face?) {
    guard let face else { return }
    sawFace = true
    if (face.quality.components[.unified] ?? 0) >= settings.capture.qualityThreshold { sawQuality = true }
    defer { followed = face.trackID }
    guard let followed, followed != face.trackID, !views.isEmpty || status == .extracting else { return }
    forget()
    tell(.restarted)
    tellPose()
  }

  private func feedbackChanges() -> [CaptureEvent] {
    guard let feedback = guide.change(asked: pose) else { return [] }
    tell(.feedback(feedback))
    return [.feedback(feedback)]
  }

  private func tellPose() {
    guard settings.mode == .full, toldPose != pose else { return }
    toldPose = pose
    tell(.pose(pose))
  }

  // MARK: Choosing

  private func isGood(_ face: Face, at timestamp: UInt64) -> Bool {
    if let lastAdded, timestamp < lastAdded &+ Self.spread, timestamp >= lastAdded { return false }
    guard (face.quality.components[.unified] ?? 0) >= settings.capture.qualityThreshold else {
      return false
    }
    return guide.isGood
  }

  private func say(_ frame: Frame, _ face: Face?, _ faces: Int, isOffered: Bool) {
    let event = EnrollmentFrame(
      number: number, image: frame.image, timestamp: frame.timestamp, face: face, faces: faces,
      askedPose: pose, isInPose: guide.isInPose, isOffered: isOffered, lastExtraction: status,
      enrolled: views.count)
    guard isOffered else { return tell(.frame(event)) }
    let offer = FrameOffer(number: number)
    self.offer = offer
    tell(.frame(event))
    guard let delegate else { return }
    let index = views.count
    asking = Task {
      guard let answer = await delegate.shouldAddFaceEvent(event, index: index) else { return }
      offer.answer(answer ? .add : .skip)
    }
  }

  private func isWanted(_ number: Int) async -> Bool {
    guard let offer else { return false }
    let answer = await offer.wait(atMost: settings.decisionTimeout)
    asking?.cancel()
    (asking, self.offer) = (nil, nil)
    switch answer {
    case .add: return !isClosed && !isInterrupted
    case .skip: return false
    case .expired:
      tell(.frameExpired(number: number))
      return false
    }
  }

  /// - Throws: ``FaceFlowError`` `frameNotOffered`.
  func answer(_ answer: FrameOffer.Answer, to frame: EnrollmentFrame) throws(FaceFlowError) {
    guard let offer, offer.number == frame.number, offer.answer(answer) else {
      throw FaceFlowError(
        .frameNotOffered, place: "frame \(frame.number)",
        reason: frame.isOffered ? "it is not offered any more." : "it was not offered.",
        remedy: "Answer once, for the newest frame whose isOffered is true, within decisionTimeout.")
    }
  }

  // MARK: Extracting

  private func add(_ frame: Frame, _ face: Face) {
    status = .extracting
    lastAdded = frame.timestamp
    let (extract, pose) = (extract, pose)
    extraction = Task {
      do {
        let template = try await extract(frame.image, face)
        if !Task.isCancelled { extracted(FaceEnrollment.View(pose: pose, face: face, template: template)) }
      } catch {
        if !Task.isCancelled { failed(FaceFlowError(.extraction, from: error)) }
      }
    }
  }

  private func extracted(_ view: FaceEnrollment.View) {
    guard !isClosed else { return }
    if views.isEmpty { guide.neutral = view.face.pose }
    views.append(view)
    status = .success
    tell(.frameEnrolled(count: views.count, of: settings.needed))
    guard views.count >= settings.needed else { return tellPose() }
    end()
  }

  private func failed(_ error: FaceFlowError) {
    guard !isClosed else { return }
    // It may be tried again at once.
    (status, lastAdded) = (.failed(FaceFlowError(.extraction, error)), nil)
    tell(.extractionFailed(FaceFlowError(.extraction, error)))
  }

  private func end() {
    isComplete = true
    close()
    completed()
  }

  // MARK: The end

  /// The application has enough.
  /// - Throws: ``FaceFlowError`` `nothingAdded`.
  func complete() throws(FaceFlowError) {
    guard !isClosed else { return }
    guard !views.isEmpty else {
      throw FaceFlowError(
        .nothingAdded, place: "enrolment", reason: "no frame was extracted yet.",
        remedy: "Add a frame, and wait until its extraction has succeeded.")
    }
    end()
  }

  /// Waits for a template that is being made, and takes nothing any more.
  func finish() async {
    await extraction?.value
    close()
  }

  /// Takes nothing any more.
  func close() {
    isClosed = true
    offer?.answer(.skip)
  }
}

/// Has the chooser hear a capture, before those who are told what the person sees.
struct ChoosingObserver: CaptureObserver {
  let chooser: FrameChooser
  let others: [any CaptureObserver]

  func captureTold(_ event: CaptureEvent) async {
    for event in await chooser.take(event) {
      for other in others { await other.captureTold(event) }
    }
  }
}

/// Captures whose frames are chosen.
struct ChoosingSource: FaceCaptureSource {
  let source: any FaceCaptureSource
  let chooser: FrameChooser

  func recorders(_ options: FaceCaptureRecordingOptions) async throws -> any FaceCaptureRecorders {
    try await source.recorders(options)
  }

  func parts(
    camera: CameraOptions?, options: FaceCaptureOptions
  ) async throws -> FaceCaptureParts {
    let parts = try await source.parts(camera: camera, options: options)
    return FaceCaptureParts(
      camera: parts.camera, tracker: parts.tracker, machine: parts.machine, comparer: parts.comparer,
      observers: [ChoosingObserver(chooser: chooser, others: parts.observers)], logger: parts.logger)
  }
}
