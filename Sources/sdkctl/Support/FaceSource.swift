// SPDX-License-Identifier: Apache-2.0

extension FaceChoice: ExpressibleByArgument {}

/// The camera of a capture.
struct CameraSource: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A camera, or a recording to play as one; default: a connected camera, preferably built in and "
        + "facing the user.",
      valueName: "locator"))
  var camera: String?

  @Option(help: "Playback speed of a recording: real (time) or full (speed).")
  var pace: Pace = .real

  @Option(help: ArgumentHelp("The time-out of a capture, 1 to 600 seconds.", valueName: "s"))
  var timeout: Double = 120

  @OptionGroup(title: "Liveness") var liveness: LivenessOptions

  enum Pace: String, ExpressibleByArgument, CaseIterable {
    case real, full

    var options: CameraOptions.Pace { self == .real ? .real : .full }
  }

  func validate() throws {
    guard (1...600).contains(timeout) else { throw ValidationError("--timeout is 1 to 600 seconds.") }
  }

  func options(_ locator: String) -> CameraOptions { CameraOptions(locator: locator, pace: pace.options) }

  /// The camera given, or the default.
  func locator(with system: BiometricSystem, telling console: Console) async throws -> String {
    if let camera { return camera }
    let chosen = try await system.devices.defaultCamera()
    console.tell("camera: \(chosen.locator), \(chosen.name)")
    return chosen.locator
  }

  /// What a capture is asked for.
  func asked(images: Int, quality: Float = FaceCaptureOptions.standardQuality) -> FaceCaptureOptions {
    var asked = FaceCaptureOptions(
      images: images, qualityThreshold: quality, timeout: .milliseconds(Int64(timeout * 1000)))
    liveness.apply(to: &asked)
    return asked
  }

  /// Runs a capture, with feedback for the person on standard error.
  func capture(
    _ locator: String, images: Int, quality: Float, with system: BiometricSystem, to console: Console
  ) async throws -> CaptureResult {
    let capture = try await system.faces.capture(
      camera: options(locator), options: asked(images: images, quality: quality))
    let telling = Task {
      for await event in capture.events {
        if let line = event.line { console.tell(line) }
      }
    }
    let result: CaptureResult
    do {
      result = try await capture.run()
    } catch {
      await telling.value
      throw error
    }
    await telling.value
    return result
  }
}

extension CameraSource {
  /// One sample per picture; without pictures, one of the best image of a capture.
  /// - Parameter quality: the minimum; `nil` for a capture's default, and none for pictures.
  func samples(
    of images: [String], choosing face: FaceChoice, quality: Float?, with system: BiometricSystem,
    _ extractor: FaceExtractor, to console: Console
  ) async throws -> [FaceSample] {
    if images.isEmpty {
      let locator = try await locator(with: system, telling: console)
      let asked = quality ?? FaceCaptureOptions.standardQuality
      let result = try await capture(locator, images: 1, quality: asked, with: system, to: console)
      // A plugin that leaves the verdict to a server gave none: what is compared here has to be live here.
      guard liveness.liveness == .none || result.liveness == .live else {
        throw CommandError(
          .notLive, place: locator,
          reason: "liveness was asked for (\(liveness.liveness.rawValue)), and the verdict is "
            + "'\(result.liveness)'.",
          remedy:
            "Capture again, in good light, and follow what is asked for; choose a plugin and a mode that "
            + "decide on the device.")
      }
      let best = try result.bestImage(quality: asked, place: locator)
      let template = try await extractor.template(of: best.image, face: best.face, created: Clock.now)
      return [FaceSample(face: best.face, template: template)]
    }
    let bar = ProgressBar(on: console)
    defer { bar.clear() }
    var samples: [FaceSample] = []
    for path in images {
      try Task.checkCancellation()
      samples.append(
        try await system.faces.sample(
          of: ImageFile.read(path), choosing: face, with: extractor, minimumQuality: quality ?? 0, place: path
        ))
      if images.count > 1 { bar.show("extracting", samples.count, of: images.count) }
    }
    return samples
  }

  /// Pictures or a camera, and not both.
  func check(images: [String]) throws {
    if camera != nil, !images.isEmpty { throw ValidationError("Give pictures or --camera, not both.") }
  }
}

/// One person's face, from pictures, or without those from a camera.
struct FaceSource: ParsableArguments {
  @OptionGroup var camera: CameraSource

  @Option(help: "Which face to use if a picture shows several: only, largest or central.")
  var face: FaceChoice = .only

  func samples(
    of images: [String], quality: Float? = nil, with system: BiometricSystem, _ extractor: FaceExtractor,
    to console: Console
  ) async throws -> [FaceSample] {
    try await camera.samples(
      of: images, choosing: face, quality: quality, with: system, extractor, to: console)
  }

  func check(images: [String]) throws { try camera.check(images: images) }
}
