// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// A matcher: it compares pictures by their coarse brightness.
///
/// It needs no model and is deterministic, so tests can be exact. It is no biometric algorithm: two pictures of one
/// person under other light differ. To make it yours, replace what `Grid` does.
struct Matcher: MatcherPlugin {
  static let identity = PluginIdentity.own
  static let matcher = MatcherInfo(
    modality: .face,
    // The name of the template format. Templates of different names are never compared: choose a new one (and in
    // plugin.yaml) once yours differ.
    algorithm: "@ALGORITHM@",
    writes: 1, reads: 1...1, templates: .exactly(bytes: GridTemplate.bytes), needsFace: false,
    isSymmetric: true, similarities: -1...1)

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

private let export = PluginExport(Matcher.self, provides: [.matcher])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
