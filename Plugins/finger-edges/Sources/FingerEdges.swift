// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// Fingerprints by edges: minutiae, and the lines between them that look the same in two prints.
struct FingerEdges: FingerExtractorPlugin, MatcherPlugin {
  static let identity = PluginIdentity(id: "dev.imprint.finger-edges", version: "1.0.0", vendor: "Imprint")

  let fingerFormats = [
    FingerFormat(
      name: EdgeTemplate.format, version: EdgeTemplate.version,
      templates: .atMost(bytes: EdgeTemplate.mostBytes), resolutions: EdgeExtractor.resolutions)
  ]
  let matcherFormats = [
    MatcherFormat(
      name: EdgeTemplate.format, modality: .finger, reads: 1...EdgeTemplate.version,
      templates: .atMost(bytes: EdgeTemplate.mostBytes), isSymmetric: false,
      similarities: EdgeComparer.similarities)
  ]

  init(host: Host) {}

  func makeFingerExtractor(_ options: FingerExtractorOptions) -> any FingerExtractorSession {
    EdgeExtractor()
  }

  func makeComparer(_ options: MatcherOptions) -> any TemplateComparer { EdgeComparer() }
}

private let export = PluginExport(FingerEdges.self, provides: [.fingerExtractor, .matcher])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
