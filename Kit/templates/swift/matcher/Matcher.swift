// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// A matcher: it compares pictures by their coarse brightness.
///
/// It needs no model and is deterministic, so tests can be exact. It is no biometric algorithm: two pictures
/// of one person under other light differ. To make it yours, replace what `Grid` does.
struct Matcher: MatcherPlugin {
  static let identity = PluginIdentity.own
  static let matcher = MatcherInfo(
    modality: .face, algorithm: Facts.algorithm, writes: Facts.writes, reads: Facts.reads,
    templates: .exactly(bytes: Facts.templateBytes), needsFace: Facts.needsFace,
    isSymmetric: Facts.isSymmetric,
    similarities: Facts.similarities)

  init(host: Host) {}

  func makeMatcher(_ options: MatcherOptions) -> any MatcherSession { Session() }
}

private final class Session: MatcherSession {
  var comparer: any TemplateComparer { GridComparer() }

  func extract(_ image: ImageView, face: Face?) throws(PluginFailure) -> Extraction {
    let grid = try Grid(image, in: try Region(of: face, in: image))
    return Extraction(template: GridTemplate.write(grid))
  }
}

/// Called from several threads at once: it has no state.
private struct GridComparer: TemplateComparer {
  func prepare(_ template: TemplateView) throws(PluginFailure) -> Grid {
    try GridTemplate.read(template.bytes)
  }

  func similarity(_ probe: Grid, _ reference: Grid) -> Float { probe.correlation(with: reference) }
}

private let export = PluginExport(Matcher.self, provides: Facts.provides)

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
