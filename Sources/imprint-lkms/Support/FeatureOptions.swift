// SPDX-License-Identifier: Apache-2.0

/// Which features a profile has.
struct FeatureOptions: ParsableArguments {
  @Option(help: "Features that go together; MSC_DUMP is in none of them.")
  var bundle: FeatureBundle?

  @Option(
    name: .customLong("feature"), help: ArgumentHelp("A feature more; may be repeated.", valueName: "name"))
  var features: [String] = []

  @Option(help: ArgumentHelp("A feature less; may be repeated.", valueName: "name"))
  var without: [String] = []

  var isGiven: Bool { bundle != nil || !features.isEmpty || !without.isEmpty }

  /// - Parameter current: the current features; replaced by a bundle.
  /// - Throws: a parsing error for removing a feature that is not there.
  func applied(to current: [LicenseFeature]) throws -> [LicenseFeature] {
    var result = bundle?.features ?? current
    for name in features {
      let feature = LicenseFeature(rawValue: name)
      if !result.contains(feature) { result.append(feature) }
    }
    for name in without {
      guard let index = result.firstIndex(of: LicenseFeature(rawValue: name)) else {
        let all = result.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--without \(name): the profile does not have this feature, but \(all).")
      }
      result.remove(at: index)
    }
    return result
  }
}
