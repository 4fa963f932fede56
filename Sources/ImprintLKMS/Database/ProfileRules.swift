// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintSignedDocuments

extension LicenseProfile {
  /// Validates every value against the rules of licences: every device accepts what passes here.
  func validated() throws(LicenseDatabaseError) -> LicenseProfile {
    try check(
      id.isDocumentName, "its id '\(id.prefix(70))' is none",
      "Use letters, digits, '.', '_' and '-', at most 64.")
    try check(
      product.isDocumentName, "its product '\(product.prefix(70))' is none",
      "Use letters, digits, '.', '_' and '-', at most 64.")
    try check(features: features, named: "features")
    try check(features: policy.degraded, named: "degraded features")
    try check(
      Set(policy.degraded).isSubset(of: features), "a degraded feature is not among its features",
      "Degrading leaves some of the features; name only those of the profile.")
    for (name, value) in limits {
      try check(
        name.rawValue.isLimitName, "the limit '\(name.rawValue.prefix(70))' has no name that can be written",
        "Use letters and digits, beginning with a letter, at most 64.")
      try check(
        (0...1_000_000_000).contains(value), "the limit '\(name.rawValue)' is \(value)",
        "Use 0 to 1000000000.")
    }
    try check(limits.count <= 32, "it has more than 32 limits", "Remove some.")
    try check(
      (0...1_000_000_000).contains(activationLimit ?? 0), "its activation limit is \(activationLimit ?? 0)",
      "Use 0 to 1000000000, or none.")
    try check(
      (60...Int64(LicensePolicy.longestGrace)).contains(lifetime),
      "the licences' lifetime is \(lifetime) seconds",
      "Use 60 seconds to ten years.")
    try check((1...100).contains(renewPercent), "it renews after \(renewPercent) per cent", "Use 1 to 100.")
    try check(
      (0...Int64(LicensePolicy.longestGrace)).contains(policy.grace), "its grace is \(policy.grace) seconds",
      "Use 0 to ten years.")
    if let expires {
      try check(
        DocumentTime.range.contains(expires), "it expires at \(expires)", "Use a time between 2020 and 2200.")
    }
    return self
  }

  private func check(features: [LicenseFeature], named name: String) throws(LicenseDatabaseError) {
    try check(features.count <= 64, "it has \(features.count) \(name)", "Name at most 64.")
    try check(Set(features).count == features.count, "one of its \(name) is there twice", "Name it once.")
    for feature in features {
      try check(
        feature.rawValue.isFeatureName, "'\(feature.rawValue.prefix(70))' among its \(name) is no feature",
        "Use capital letters, digits and '_', such as VERIF, at most 32.")
    }
  }

  private func check(
    _ holds: Bool, _ reason: @autoclosure () -> String, _ remedy: @autoclosure () -> String
  ) throws(LicenseDatabaseError) {
    guard !holds else { return }
    throw LicenseDatabaseError(
      .profileInvalid, place: "profile \(id.prefix(70))", reason: "The profile is not possible: \(reason()).",
      remedy: remedy())
  }
}
