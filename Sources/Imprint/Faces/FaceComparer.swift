// SPDX-License-Identifier: Apache-2.0
import ImprintCapture
import ImprintMatching
import ImprintRuntime

/// Compares images of a capture, for a plugin that has to know whether they show one person: with the
/// extractor and the matcher of the set, which are opened when the first comparison is asked for.
actor FaceComparer: CaptureComparer {
  private let faces: Faces
  private var pair: (extractor: FaceExtractor, matcher: TemplateMatcher)?

  init(_ faces: Faces) { self.faces = faces }

  func score(of first: KeptFrame, and second: KeptFrame) async throws -> Score? {
    let (extractor, matcher) = try await opened()
    let probe = try await extractor.template(of: first.image, face: first.face)
    let reference = try await extractor.template(of: second.image, face: second.face)
    return try await matcher.compare(probe, with: reference).score
  }

  private func opened() async throws -> (extractor: FaceExtractor, matcher: TemplateMatcher) {
    if let pair { return pair }
    let made = (extractor: try await faces.extractor(), matcher: try await faces.matcher())
    pair = made
    return made
  }
}
