// SPDX-License-Identifier: Apache-2.0
import ImprintCapture
import ImprintMatching
import ImprintModel
import ImprintRuntime

/// Compares images of a capture, for a plugin that has to know whether they show one person: with the
/// extractor and the matcher of the set, which are opened when the first comparison is asked for.
actor FaceComparer: CaptureComparer {
  private let faces: Faces
  private var pair: (extractor: FaceExtractor, matcher: TemplateMatcher)?
  /// Templates of the frames that were compared last, the latest at the end: a capture compares one frame
  /// with many, and extracting takes most of the time.
  private var kept: [(frame: KeptFrame, template: Template)] = []

  /// How many templates are kept.
  private static let most = 4

  init(_ faces: Faces) { self.faces = faces }

  func score(of first: KeptFrame, and second: KeptFrame) async throws -> Score? {
    let (extractor, matcher) = try await opened()
    let probe = try await template(of: first, by: extractor)
    let reference = try await template(of: second, by: extractor)
    return try await matcher.compare(probe, with: reference).score
  }

  private func template(of frame: KeptFrame, by extractor: FaceExtractor) async throws -> Template {
    if let index = kept.firstIndex(where: { $0.frame.isSame(as: frame) }) {
      let known = kept.remove(at: index)
      kept.append(known)
      return known.template
    }
    let template = try await extractor.template(of: frame.image, face: frame.face)
    if kept.count == Self.most { kept.removeFirst() }
    kept.append((frame, template))
    return template
  }

  private func opened() async throws -> (extractor: FaceExtractor, matcher: TemplateMatcher) {
    if let pair { return pair }
    let made = (extractor: try await faces.extractor(), matcher: try await faces.matcher())
    pair = made
    return made
  }
}

extension KeptFrame {
  /// Whether a template of it is one of the other too: of the same pixels, and of the same face in them.
  fileprivate func isSame(as other: KeptFrame) -> Bool { face == other.face && image == other.image }
}
