// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// One photograph, played as a camera, captured and made into a template.
struct DemoCapture: Sendable {
  let photograph: Photograph
  let result: CaptureResult
  let best: FaceImage
  let template: Template
  /// What the capture told the person, each word once, in order.
  let feedback: [CaptureFeedback]
  let captureTime: Duration
  let extractTime: Duration

  static func perform(
    _ photograph: Photograph, from samples: String, in work: String, imprint: Imprint,
    matcher: TemplateMatcher
  ) async throws -> DemoCapture {
    let image = try ImageFile.read("\(samples)/\(photograph.file)")
    guard let head = try await imprint.faces(in: image).first?.box else {
      throw DemoError(place: photograph.file, reason: "no face was found in it.")
    }
    let stream = try HandHeldStream(of: image, head: head, in: "\(work)/\(photograph.file).frames")

    let clock = ContinuousClock()
    let started = clock.now
    let capture = try await imprint.capture(camera: CameraOptions(locator: stream.folder, pace: .full))
    async let heard = feedback(of: capture)
    let result = try await capture.run()
    let captureTime = started.duration(to: clock.now)
    let best = try result.bestImage(place: photograph.file)
    let extractStarted = clock.now
    let template = try await matcher.extract(best.image, face: best.face)
    return DemoCapture(
      photograph: photograph, result: result, best: best, template: template, feedback: await heard,
      captureTime: captureTime, extractTime: extractStarted.duration(to: clock.now))
  }

  private static func feedback(of capture: FaceCapture) async -> [CaptureFeedback] {
    var heard: [CaptureFeedback] = []
    for await case .feedback(let word) in capture.events where !heard.contains(word) { heard.append(word) }
    return heard
  }
}

/// Why the demo cannot go on.
struct DemoError: Error, CustomStringConvertible {
  let place: String
  let reason: String
  var description: String { "\(place): \(reason)" }
}
