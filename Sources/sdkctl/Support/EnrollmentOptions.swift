// SPDX-License-Identifier: Apache-2.0

extension EnrollmentMode: ExpressibleByArgument {}

/// An enrolment from a camera with several frames, or several views of the face.
struct EnrollmentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Of a camera: seconds to count down before the capture, 0 to 3600.", valueName: "s"))
  var countdown = 0

  @Option(
    help: ArgumentHelp(
      "Of a camera: templates to make, each of a frame of its own, 1 to 100; with liveness 1 to 8.",
      valueName: "n"))
  var frames = 1

  @Option(
    help: ArgumentHelp(
      "Of a camera: simple, the front; or full, the front, right, left, down and up, once each.",
      valueName: "views"))
  var views: EnrollmentMode = .simple

  /// Whether a single capture does not do.
  var isAsked: Bool { countdown > 0 || frames > 1 || views != .simple }

  func check(images: [String], _ liveness: LivenessOptions) throws {
    guard (0...3600).contains(countdown) else { throw ValidationError("--countdown is 0 to 3600 seconds.") }
    let most = liveness.liveness == .none ? 100 : 8
    guard (1...most).contains(frames) else { throw ValidationError("--frames is 1 to \(most).") }
    guard isAsked else { return }
    guard images.isEmpty else {
      throw ValidationError("--countdown, --frames and --views are of a camera: give no pictures.")
    }
    guard !liveness.hasOptionsOfOneCapture else {
      throw ValidationError(
        "--targets, --challenge-interval and --blink-timeout are of a single capture: leave out --countdown, "
          + "--frames and --views.")
    }
  }

  /// Enrols, with feedback for the person on standard error.
  func samples(
    of source: CameraSource, quality: Float, with system: BiometricSystem, to console: Console
  ) async throws -> [FaceSample] {
    let locator = try await source.locator(with: system, telling: console)
    let asked = source.asked(images: 1, quality: quality)
    let enroller = system.faces.enroller(
      settings: EnrollerSettings(
        capture: FaceCaptureSettings(
          livenessMode: asked.livenessMode, livenessThreshold: asked.livenessThreshold,
          qualityThreshold: quality, timeout: asked.timeout, camera: source.options(locator),
          securityLevel: asked.securityLevel, maxCapturesBeforeDelay: -1, seed: asked.seed),
        countdown: countdown, numberOfFrames: frames, mode: views))
    let events = try await enroller.start()
    let reading = Task {
      var conclusion: FaceEnrollmentConclusion?
      for await event in events {
        if let line = event.line { console.tell(line) }
        if case .finished(let last) = event { conclusion = last }
      }
      return conclusion
    }
    let conclusion = await withTaskCancellationHandler {
      await reading.value
    } onCancel: {
      Task { await enroller.cancel() }
    }
    try Task.checkCancellation()
    switch conclusion {
    // It ends with one, whatever happens.
    case nil: throw CancellationError()
    case .enrolled(let enrollment):
      return enrollment.views.map { FaceSample(face: $0.face, template: $0.template) }
    case .notLive(let verdict):
      throw CommandError(
        .notLive, place: locator,
        reason: "liveness was asked for (\(asked.livenessMode.rawValue)), and the verdict is '\(verdict)'.",
        remedy: "Enrol again, in good light, and follow what is asked for.")
    case .retry(let reason):
      throw CommandError(
        .nothingCaptured, place: locator,
        reason: "the enrolment did not come to its end (\(reason.rawValue)).",
        remedy: "Follow the feedback lines, or allow more time with --timeout.")
    case .error(let error): throw error
    }
  }
}

extension EnrollerEvent {
  /// What a person at the terminal is told; `nil` for what only a picture can show.
  fileprivate var line: String? {
    switch self {
    case .countdown(let seconds): "countdown: \(seconds)"
    case .capturingStarted: "capturing"
    case .frameEnrolled(let count, let most): "enrolled: \(count) of \(most)"
    case .extractionFailed(let error): "not enrolled: \(error)"
    case .restarted: "another face, or the same one again: it begins anew"
    case .pose(let pose): "pose: \(pose.rawValue)"
    case .feedback(let feedback): "feedback: \(feedback.rawValue)"
    case .action(let actions, _): actions.isEmpty ? nil : "action: \(actions.words.joined(separator: ", "))"
    case .capture(let event): event.line
    case .interrupted(let reason): "interrupted: \(reason.rawValue)"
    case .ready: "ready"
    case .frame, .frameExpired, .capturingEnded, .finished: nil
    }
  }
}
