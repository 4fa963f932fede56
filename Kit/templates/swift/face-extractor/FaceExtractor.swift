// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// A face extractor: it describes a face by its coarse brightness.
///
/// It needs no model and is deterministic, so tests can be exact. It is no biometric algorithm: two pictures
/// of one person under other light differ. To make it yours, replace what `Grid` does.
struct FaceExtractor: FaceExtractorPlugin {
  static let identity = PluginIdentity.own

  let faceFormats = [
    FaceFormat(
      name: Facts.templateFormat, version: Facts.templateVersion,
      templates: .exactly(bytes: Grid.templateBytes), needsFace: false)
  ]

  init(host: Host) {}

  func makeFaceExtractor(_ options: FaceExtractorOptions) -> any FaceExtractorSession { Session() }
}

private final class Session: FaceExtractorSession {
  func extract(_ image: ImageView, face: Face?) throws(PluginFailure) -> Extraction {
    Extraction(template: try Grid(image, in: try Region(of: face, in: image)).template)
  }
}

extension Grid {
  fileprivate static let templateBytes = Facts.templateMagic.count + count

  /// Magic, then the cells as signed bytes. The one copy there is, which the kit overwrites once the host has
  /// it.
  fileprivate var template: [UInt8] {
    var template = Facts.templateMagic
    template.reserveCapacity(Self.templateBytes)
    for cell in cells { template.append(UInt8(bitPattern: cell)) }
    return template
  }
}

private let export = PluginExport(FaceExtractor.self, provides: Facts.provides)

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
