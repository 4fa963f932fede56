// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

extension CalibratedPair {
  /// Reads the pair of an entry of `calibrations`.
  /// - Returns: `nil` if part of it is malformed, or a range is inverted.
  init?(entry: YamlNode) {
    guard let format = entry["format"]?.text, let probe = CalibratedTemplates(entry["probe"]) else {
      return nil
    }
    let reference = entry["reference"] == nil ? probe : CalibratedTemplates(entry["reference"])
    guard let reference else { return nil }
    self.init(
      format: format, probe: probe, reference: reference,
      includesUnmarked: entry["unmarked"]?.boolean ?? PluginSchema.Defaults.calibrationsUnmarked)
  }
}

extension CalibratedTemplates {
  fileprivate init?(_ side: YamlNode?) {
    guard let side, let version = side["version"]?.integer.flatMap(UInt32.init(exactly:)),
      let extractor = side["extractor"], let id = extractor["id"]?.text, let versions = extractor["versions"],
      let first = versions["min"]?.text.flatMap({ SemanticVersion($0) }),
      let last = versions["max"]?.text.flatMap({ SemanticVersion($0) }), first <= last,
      let fewest = side["samples"]?["min"]?.integer, let most = side["samples"]?["max"]?.integer,
      fewest <= most
    else { return nil }
    self.init(version: version, extractor: id, extractorVersions: first...last, samples: fewest...most)
  }
}
