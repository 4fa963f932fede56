// SPDX-License-Identifier: Apache-2.0

extension CalibratedPair {
  /// The pair that an entry of a manifest's `calibrations` is for.
  package var json: JSONValue {
    [
      "format": format, "probe": probe.json, "reference": reference.json, "unmarked": includesUnmarked,
    ]
  }
}

extension CalibratedTemplates {
  fileprivate var json: JSONValue {
    [
      "version": Int(version), "extractor": extractor, "minVersion": "\(extractorVersions.lowerBound)",
      "maxVersion": "\(extractorVersions.upperBound)", "minSamples": samples.lowerBound,
      "maxSamples": samples.upperBound,
    ]
  }
}
