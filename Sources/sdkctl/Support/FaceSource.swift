// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
public import Imprint
import ImprintCommandLine

extension FaceChoice: ExpressibleByArgument {}

/// The camera of a capture.
struct CameraSource: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A camera, or a recording that is played as one; default: one that is there, built in and facing the user first.",
      valueName: "locator"))
  var camera: String?

  @Option(help: "How fast a recording is played: real or full.")
  var pace: Pace = .real

  @Option(help: ArgumentHelp("Seconds until a capture gives up, 1 to 600.", valueName: "s"))
  var timeout: Double = 120

  enum Pace: String, ExpressibleByArgument, CaseIterable {
    case real, full

    var options: CameraOptions.Pace { self == .real ? .real : .full }
  }

  func validate() throws {
    guard (1...600).contains(timeout) else { throw ValidationError("--timeout is 1 to 600 seconds.") }
  }

  func options(_ locator: String) -> CameraOptions { CameraOptions(locator: locator, pace: pace.options) }

  /// The camera that was named, or the one that is taken where none is.
  func locator(with imprint: Imprint, telling console: Console) async throws -> String {
    if let camera { return camera }
    let chosen = try await imprint.defaultCamera()
    console.tell("camera: \(chosen.locator), \(chosen.name)")
    return chosen.locator
  }

  /// Runs a capture, telling on standard error what the person should do.
  func capture(
    _ locator: String, images: Int, with imprint: Imprint, to console: Console
  ) async throws -> CaptureResult {
    let capture = try await imprint.capture(
      camera: options(locator),
      options: FaceCaptureOptions(images: images, timeout: .milliseconds(Int64(timeout * 1000))))
    let telling = Task {
      for await event in capture.events {
        switch event {
        case .step(let step): console.tell("step: \(step.rawValue)")
        case .feedback(let feedback): console.tell("feedback: \(feedback.rawValue)")
        case .progress(let progress): console.tell("progress: \(Int(progress * 100)) %")
        default: break
        }
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

/// One person's face, from pictures, or where there are none from a camera.
struct FaceSource: ParsableArguments {
  @OptionGroup var camera: CameraSource

  @Option(help: "Which face, where a picture shows several: only, largest or central.")
  var face: FaceChoice = .only

  /// One template for each picture, or one of the best image of a capture.
  func templates(
    of images: [String], with imprint: Imprint, _ matcher: TemplateMatcher, to console: Console
  ) async throws -> [Template] {
    if images.isEmpty {
      let locator = try await camera.locator(with: imprint, telling: console)
      let result = try await camera.capture(locator, images: 1, with: imprint, to: console)
      let best = try result.bestImage(place: locator)
      return [try await matcher.extract(best.image, face: best.face, created: Clock.now)]
    }
    var templates: [Template] = []
    for path in images {
      try Task.checkCancellation()
      let image = try ImageFile.read(path)
      templates.append(
        try await imprint.template(of: image, choosing: face, with: matcher, place: path))
    }
    return templates
  }

  /// Pictures or a camera, and not both.
  func check(images: [String]) throws {
    if camera.camera != nil, !images.isEmpty {
      throw ValidationError("Give pictures or --camera, not both.")
    }
  }
}
