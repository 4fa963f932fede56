// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// It is a matcher, too: it compares what it makes.
///
/// To make it yours, replace what `Grid` and `GridTemplate` do.
extension FaceExtractor: MatcherPlugin {
  var matcherFormats: [MatcherFormat] {
    [
      MatcherFormat(
        name: Facts.templateFormat, modality: .face, reads: Facts.reads,
        templates: .exactly(bytes: Facts.templateBytes), isSymmetric: Facts.isSymmetric,
        similarities: Facts.similarities, fuses: Facts.fuses)
    ]
  }

  func makeComparer(_ options: MatcherOptions) -> any TemplateComparer { GridComparer() }
}

/// Called from several threads at once: it has no state.
private struct GridComparer: TemplateComparer {
  func prepare(_ template: TemplateView) throws(PluginFailure) -> Grid {
    try GridTemplate.read(template.bytes)
  }

  func similarity(_ probe: Grid, _ reference: Grid) -> Float { probe.correlation(with: reference) }

  func fuse(_ templates: [Grid]) throws(PluginFailure) -> Fusion {
    Fusion(template: GridTemplate.write(try Grid(addingUp: templates)), of: templates.count)
  }
}
