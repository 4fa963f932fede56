// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.matcher/2` asks of an author's plugin.
enum MatcherTable {
  static func formats(_ opened: OpenedPlugin) throws(PluginFailure) -> [imp_matcher_format] {
    try listed(provided(opened.attached.matcher).matcherFormats)
  }

  static func create(
    _ opened: OpenedPlugin, _ options: imp_matcher_options
  ) throws(PluginFailure) -> ProvidedMatcher {
    let plugin = try provided(opened.attached.matcher)
    let asked = try chosen(options.format, among: plugin.matcherFormats, threads: options.threads)
    return ProvidedMatcher(
      host: opened.host, comparer: try plugin.makeComparer(asked), format: asked.format)
  }
}

extension imp_matcher_format: FormatStruct {}

extension MatcherFormat: StatedFormat {
  var firstVersion: UInt32 { reads.lowerBound }

  func checkOwn() throws(PluginFailure) {
    if let fuses, !reads.contains(fuses) {
      throw misstated("fuses to version \(fuses), which it does not read.")
    }
    let (low, high) = (similarities.lowerBound, similarities.upperBound)
    guard low.isFinite, high.isFinite, low < high else {
      throw misstated("has the invalid range of similarities \(low)...\(high).")
    }
  }

  func state(in raw: inout imp_matcher_format) {
    raw.modality = modality.rawValue
    (raw.reads_version_min, raw.reads_version_max) = (reads.lowerBound, reads.upperBound)
    (raw.template_bytes_max, raw.template_bytes_fixed) = templates.raw
    raw.symmetric = isSymmetric ? 1 : 0
    raw.fuses_version = fuses ?? 0
    (raw.similarity_min, raw.similarity_max) = (similarities.lowerBound, similarities.upperBound)
  }
}
