// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ImprintPluginKit

/// Fingerprints by edges: minutiae, and the lines between them that look the same in two prints.
struct FingerEdges: FingerExtractorPlugin, MatcherPlugin, MatcherSearchPlugin, FingerExplainerPlugin {
  static let identity = PluginIdentity(id: "dev.imprint.finger-edges", version: "1.0.0", vendor: "Imprint")

  let fingerFormats = PrintFormat.allCases.map(\.made)
  let matcherFormats = PrintFormat.allCases.map(\.compared)
  let searchForms = PrintFormat.allCases.map(\.search)
  let explainedFormats = PrintFormat.allCases.map(\.compared)

  init(host: Host) {}

  func makeFingerExtractor(
    _ options: FingerExtractorOptions
  ) throws(PluginFailure) -> any FingerExtractorSession {
    EdgeExtractor(try Self.format(options.format.name))
  }

  func makeComparer(_ options: MatcherOptions) throws(PluginFailure) -> any TemplateComparer {
    EdgeComparer(format: try Self.format(options.format.name))
  }

  func makeSearcher(_ options: SearchOptions) throws(PluginFailure) -> any TemplateSearcher {
    EdgeSearcher(format: try Self.format(options.form.format.name))
  }

  func makeFingerExplainer(_ options: MatcherOptions) throws(PluginFailure) -> any FingerExplainer {
    EdgeExplainer(format: try Self.format(options.format.name))
  }

  /// The kit has found the name among those above.
  private static func format(_ name: String) throws(PluginFailure) -> PrintFormat {
    guard let format = PrintFormat(rawValue: name) else {
      throw PluginFailure(.unsupported, "There is no format '\(name)'.")
    }
    return format
  }
}

private let export = PluginExport(
  FingerEdges.self, provides: [.fingerExtractor, .matcher, .matcherSearch, .fingerExplainer])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
