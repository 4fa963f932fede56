// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// It searches, too: it finds the most alike of many templates, which were prepared once. The host owns the
/// memory that is searched; the kit walks through it.
///
/// A matcher need not. To do without, delete this file, its line in plugin.yaml, and `.matcherSearch` in
/// Identity.swift.
extension FaceExtractor: MatcherSearchPlugin {
  var searchForms: [SearchForm] {
    matcherFormats.map { SearchForm(name: "cells", of: $0, entryBytes: Grid.count, isExact: true) }
  }

  func makeSearcher(_ options: SearchOptions) -> any TemplateSearcher { GridSearcher() }
}

/// Called from several threads at once: it has no state. An entry is the cells of a template that was read.
private struct GridSearcher: TemplateSearcher {
  func probe(_ template: TemplateView) throws(PluginFailure) -> Grid {
    try GridTemplate.read(template.bytes)
  }

  func prepare(_ template: TemplateView, into entry: inout MutableRawSpan) throws(PluginFailure) {
    let grid = try probe(template)
    entry.withUnsafeMutableBytes { room in grid.cells.withUnsafeBytes { room.copyMemory(from: $0) } }
  }

  func compare(_ probe: Grid, with entries: RawSpan, into similarities: inout MutableSpan<Float>) {
    for index in similarities.indices {
      let entry = entries.extracting(index * Grid.count..<(index + 1) * Grid.count)
      similarities[index] = probe.correlation(withCells: entry)
    }
  }
}
