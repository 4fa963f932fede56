// SPDX-License-Identifier: Apache-2.0

extension CaptureOrientation: ExpressibleByArgument {}

extension PreviewColorspace: ExpressibleByArgument {}

struct CaptureCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture", abstract: "Captures a face and writes the selected images.",
    discussion: """
      Images are written as 1.png, 2.png and so on, best first, with capture.json beside them. The folder \
      must not exist yet, or be empty; it is written completely or not at all. Exit code 1 on time-out, or \
      if fewer images than requested are good enough and certainly of one person: enroll would reject such a \
      capture. So it does where liveness was judged and is not live, and where a challenge was not finished. \
      The captured images are written anyway.

      --record keeps everything, to be shown or replayed (sdkctl session). --metadata keeps what a server \
      decides by. Where either fails, as on a full disk, the images are written nevertheless, and the exit code is 1.
      """)
  static let isInterruptible = true

  @OptionGroup var source: CameraSource

  @Option(help: ArgumentHelp("Number of images, 1 to 8.", valueName: "n"))
  var images = 4

  @Option(help: ArgumentHelp("Where to write them.", valueName: "dir"))
  var out: String

  @Option(
    help: ArgumentHelp(
      "How the device is held: portrait, upside-down, landscape-left or landscape-right.",
      valueName: "orientation"))
  var orientation: CaptureOrientation = .portrait

  @Option(
    help: ArgumentHelp(
      "Write every event as it comes, a line of JSON each: also places, which only a picture can show otherwise. "
        + "A new file, or a pipe.", valueName: "file"))
  var events: String?

  @Option(
    help: ArgumentHelp(
      "Write each preview as it comes, a JPEG file each; with --events a line says its name, and what is to be drawn over "
        + "it, in its pixels. A new or empty folder.", valueName: "dir"))
  var previews: String?

  @Option(help: ArgumentHelp("What previews are shown as.", valueName: "colorspace"))
  var previewColorspace: PreviewColorspace = .color

  @Flag(help: "Previews come without what is to be drawn over them.")
  var noOverlay = false

  @Flag(
    help: ArgumentHelp(
      "Of passive, active and blink: another program lights the screen in the colours of the 'light' lines of "
        + "--events, each within 0.1 s. Not for who does not bear flashing colours."))
  var lights = false

  @OptionGroup(title: "Attempts") var attempts: AttemptOptions

  @OptionGroup(title: "Recording options") var recording: CaptureRecordingOptions

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard (1...8).contains(images) else { throw ValidationError("--images is 1 to 8.") }
    guard previews != nil || (previewColorspace == .color && !noOverlay) else {
      throw ValidationError("--preview-colorspace and --no-overlay are of --previews.")
    }
    guard !lights || events != nil else {
      throw ValidationError("--lights needs --events, which says the colours.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let folder = try NewFolder(at: out)
    let recording = try recording.options(subject: attempts.subject)
    let lines = try events.map { EventLines(try EventFile($0)) }
    // Before anything is opened.
    let shown = try previews.map { try PreviewFolder($0) }
    let system = try await global.open(telling: console)
    let locator = try await source.locator(with: system, telling: console)
    var options = FaceCaptureHandlerOptions(
      livenessMode: source.liveness.liveness, camera: source.options(locator), overlay: !noOverlay,
      orientation: orientation, preview: shown != nil, previewColorspace: previewColorspace,
      recording: recording)
    options.capture = source.asked(images: images)
    if lights { options.helps = .lights }
    attempts.apply(to: &options)
    let (result, recorded) = try await capture(options, writing: lines, shown, with: system, to: console)
    let vouched = result.vouchedImages()
    // Without liveness a recording that ended after all images has met the request; a capture that reports
    // completion with fewer has not. A challenge that was not finished shows nothing, to a server either.
    let isFinished: Bool =
      switch result.outcome {
      case .captured, .judged: true
      case .ended, .stopped, .timeout: options.livenessMode == .none
      }
    let isWhole = vouched.count >= images && result.isAccepted && isFinished
    let isRecorded = recorded.allSatisfy { $0.error == nil }
    let json = Self.json(of: result, vouched: vouched.count, isWhole: isWhole)
      .adding(["recordings": recorded.json(\.json)])
    for (index, image) in result.images.enumerated() {
      try folder.add("\(index + 1).png", try ImageEncoder.png(image.image))
    }
    try Task.checkCancellation()
    guard !result.images.isEmpty else {
      throw CommandError(
        .nothingCaptured, place: locator,
        reason: "no image was good enough before the capture ended (\(result.outcome.rawValue)).",
        remedy: "Follow the feedback lines, or allow more time with --timeout.")
    }
    try folder.add("capture.json", Array((json.text + "\n").utf8))
    try folder.finish()
    return Report(
      text: "\(console.styled(result.outcome.rawValue, isWhole ? .green : .yellow)): "
        + "\(result.images.count) of \(images) images in \(out), best quality "
        + "\(Int(result.images[0].quality)), \(result.frames) frames, \(result.dropped) lost"
        + (result.findings.isEmpty ? "" : ", liveness: \(result.liveness)")
        + (vouched.count >= images ? "" : "; \(vouched.count) of them good: \(result.outcome.shortfall)"),
      json: json, isSuccess: isWhole && isRecorded)
  }

  /// One capture, with feedback for the person on standard error.
  private func capture(
    _ options: FaceCaptureHandlerOptions, writing lines: EventLines?,
    _ previews: PreviewFolder?,
    with system: BiometricSystem, to console: Console
  ) async throws -> (CaptureResult, [FaceCaptureRecording]) {
    let handler = try system.faces.captureHandler(options: options) { attempts.store($0) }
    let events = try await handler.start(subject: attempts.claimed)
    // Read to its end also where it is interrupted: a capture that fails is what a recording is for.
    let reading = Task {
      var recorded: [FaceCaptureRecording] = []
      var conclusion: FaceCaptureConclusion?
      var told: String?
      for await event in events {
        // A target is said with every frame.
        if let line = event.line, line != told {
          console.tell(line)
          told = line
        }
        if let line = event.json { lines?.add(line) }
        switch event {
        case .preview(let preview): if let line = previews?.add(preview) { lines?.add(line) }
        case .recorded(let recording): recorded.append(recording)
        case .finished(let last): conclusion = last
        case .capture, .interrupted, .ready: break
        }
      }
      if let problem = previews?.problem { console.tell("warning: \(problem)") }
      return (conclusion, recorded)
    }
    let (conclusion, recorded) = await withTaskCancellationHandler {
      await reading.value
    } onCancel: {
      Task { await handler.cancel() }
    }
    // Nobody is compared here: a live stranger ends nobody's row of failures.
    if attempts.claimed != nil { try? await handler.forgoMatch() }
    await handler.destroy()
    if let problem = lines?.problem { console.tell("warning: \(problem)") }
    switch conclusion {
    // It ends with one, whatever happens.
    case nil: throw CancellationError()
    case .verdict(let result), .retry(_, let result): return (result, recorded)
    case .error(let error):
      try Task.checkCancellation()
      throw error
    }
  }

  private static func json(of result: CaptureResult, vouched: Int, isWhole: Bool) -> JSONValue {
    [
      "outcome": result.outcome.rawValue, "complete": isWhole, "vouched": vouched,
      "liveness": "\(result.liveness)", "findings": result.findings.json(\.json), "frames": result.frames,
      "dropped": Int(clamping: result.dropped), "deviceMovement": result.deviceMovement.rawValue,
      "images": result.images.enumerated().json { index, image in
        [
          "file": "\(index + 1).png", "quality": Double(image.quality),
          "timestampNanoseconds": Int(clamping: image.timestamp), "tracking": "\(image.tracking)",
          "liveness": "\(image.liveness)", "width": image.image.width, "height": image.image.height,
          "box": image.face.box.json,
          "pose": [
            "yaw": Double(image.face.pose.yaw), "pitch": Double(image.face.pose.pitch),
            "roll": Double(image.face.pose.roll),
          ] as JSONValue,
          "components": JSONValue.object(
            image.face.quality.components.sorted { $0.key.rawValue < $1.key.rawValue }.map {
              ($0.key.name, .number(Double($0.value)))
            }),
        ]
      },
    ]
  }
}

extension CaptureOutcome {
  /// Why there are fewer images than requested that the capture vouches for.
  fileprivate var shortfall: String {
    switch self {
    case .captured: "the plugin returned no more"
    case .timeout: "the time-out expired before the face had been good enough for long enough"
    case .ended: "the source ended before the face had been tracked without interruption and good enough"
    case .stopped: "it was stopped before the face had been tracked without interruption and good enough"
    case .judged: "the verdict was found before"
    }
  }
}
