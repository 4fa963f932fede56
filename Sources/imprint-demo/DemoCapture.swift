// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// One photograph, played as a camera, captured and made into a template.
struct DemoCapture: Sendable {
  let photograph: Photograph
  let result: CaptureResult
  let best: FaceImage
  let template: Template
  /// The capture's feedback to the person, each message once, in order.
  let feedback: [CaptureFeedback]

  static func perform(
    _ photograph: Photograph, from samples: String, in work: String, system: BiometricSystem,
    extractor: FaceExtractor, times: inout DemoTimes
  ) async throws -> DemoCapture {
    let image = try ImageFile.read("\(samples)/\(photograph.file)")
    let found = try await times.finding.measure { try await system.faces.detect(in: image) }
    guard let head = found.first?.box else {
      throw DemoError(place: photograph.file, reason: "no face was found in it.")
    }
    let stream = try HandHeldStream(of: image, head: head, in: "\(work)/\(photograph.file).frames")
    let (result, feedback) = try await times.capturing.measure {
      let capture = try await system.faces.capture(camera: CameraOptions(locator: stream.folder, pace: .full))
      async let heard = Self.feedback(of: capture)
      return (try await capture.run(), await heard)
    }
    let best = try result.bestImage(place: photograph.file)
    let template = try await times.extracting.measure {
      try await extractor.template(of: best.image, face: best.face)
    }
    return DemoCapture(
      photograph: photograph, result: result, best: best, template: template, feedback: feedback)
  }

  private static func feedback(of capture: FaceCapture) async -> [CaptureFeedback] {
    var heard: [CaptureFeedback] = []
    for await case .feedback(let word) in capture.events where !heard.contains(word) { heard.append(word) }
    return heard
  }
}

/// Why the demo cannot continue.
struct DemoError: Error, CustomStringConvertible {
  let place: String
  let reason: String
  var description: String { "\(place): \(reason)" }
}
