// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.matcher/2` asks of an author's plugin.
enum MatcherTable {
  static func formats(_ opened: OpenedPlugin) throws(PluginFailure) -> [imp_matcher_format] {
    var listed: [imp_matcher_format] = []
    for format in try provided(opened.attached.matcher).matcherFormats { listed.append(try format.raw()) }
    return listed
  }

  static func create(
    _ opened: OpenedPlugin, _ options: imp_matcher_options
  ) throws(PluginFailure) -> ProvidedMatcher {
    let plugin = try provided(opened.attached.matcher)
    let format = try chosen(options.format, among: plugin.matcherFormats, threads: options.threads)
    try format.check()
    let comparer = try plugin.makeComparer(MatcherOptions(format: format, threads: Int(options.threads)))
    return ProvidedMatcher(host: opened.host, comparer: comparer, format: format)
  }
}

extension MatcherFormat {
  /// The author's side of the bargain.
  fileprivate func check() throws(PluginFailure) {
    try checkTemplates()
    if let fuses, !reads.contains(fuses) {
      throw misstated("fuses to version \(fuses), which it does not read.")
    }
    let (low, high) = (similarities.lowerBound, similarities.upperBound)
    guard low.isFinite, high.isFinite, low < high else {
      throw misstated("has similarities \(low)...\(high).")
    }
  }

  fileprivate func raw() throws(PluginFailure) -> imp_matcher_format {
    try check()
    var raw = imp_matcher_format()
    raw.size = structSize(imp_matcher_format.self)
    raw.modality = modality.rawValue
    (raw.reads_version_min, raw.reads_version_max) = (reads.lowerBound, reads.upperBound)
    (raw.template_bytes_max, raw.template_bytes_fixed) = templates.raw
    raw.symmetric = isSymmetric ? 1 : 0
    raw.fuses_version = fuses ?? 0
    (raw.similarity_min, raw.similarity_max) = (similarities.lowerBound, similarities.upperBound)
    // A name that was cut would be another format's.
    guard copy(name, to: &raw.name) else { throw misstated("has a name that is too long.") }
    return raw
  }
}
