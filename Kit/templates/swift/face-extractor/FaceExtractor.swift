// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// A face extractor: it describes a face by its coarse brightness.
///
/// It needs no model and is deterministic, so tests can be exact. It is no biometric algorithm: two pictures
/// of one person under different light differ. To make it yours, replace what `Grid` and `GridTemplate` do.
struct FaceExtractor: FaceExtractorPlugin {
  static let identity = PluginIdentity.own

  let faceFormats = [
    FaceFormat(
      name: Facts.templateFormat, version: Facts.templateVersion,
      templates: .exactly(bytes: Facts.templateBytes), needsFace: Facts.needsFace)
  ]

  init(host: Host) {}

  func makeFaceExtractor(_ options: FaceExtractorOptions) -> any FaceExtractorSession { Session() }
}

private final class Session: FaceExtractorSession {
  func extract(_ image: ImageView, face: Face?) throws(PluginFailure) -> Extraction {
    Extraction(template: GridTemplate.write(try Grid(image, in: try Region(of: face, in: image))))
  }
}

private let export = PluginExport(FaceExtractor.self, provides: Facts.provides)

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
