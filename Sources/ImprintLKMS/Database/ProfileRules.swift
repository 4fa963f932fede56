// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintModel

extension LicenseProfile {
  /// Ten years, in seconds.
  private static let longest: Int64 = 10 * 366 * 86_400
  /// The times that a licence may name (docs/reference/licenses.md): 2020 to 2200.
  private static let times: Range<Int64> = 1_577_836_800..<7_258_118_400

  /// Checks every value against what a licence may say: what passes here, every device accepts.
  func validated() throws(LicenseDatabaseError) -> LicenseProfile {
    try check(Self.isName(id), "its id '\(id.prefix(70))' is none", "Use letters, digits, '.', '_' and '-', at most 64.")
    try check(
      Self.isName(product), "its product '\(product.prefix(70))' is none",
      "Use letters, digits, '.', '_' and '-', at most 64.")
    try check(features: features, named: "features")
    try check(features: policy.degraded, named: "degraded features")
    try check(
      Set(policy.degraded).isSubset(of: features), "a degraded feature is not among its features",
      "Degrading leaves some of the features; name only those of the profile.")
    for (name, value) in limits {
      try check(Self.isLimit(name.rawValue), "the limit '\(name.rawValue.prefix(70))' has no name that can be written", "Use letters and digits, beginning with a letter, at most 64.")
      try check((0...1_000_000_000).contains(value), "the limit '\(name.rawValue)' is \(value)", "Use 0 to 1000000000.")
    }
    try check(limits.count <= 32, "it has more than 32 limits", "Remove some.")
    try check(
      (0...1_000_000_000).contains(activationLimit ?? 0), "its activation limit is \(activationLimit ?? 0)",
      "Use 0 to 1000000000, or none.")
    try check(
      (60...Self.longest).contains(lifetime), "the licences' lifetime is \(lifetime) seconds",
      "Use 60 seconds to ten years.")
    try check((1...100).contains(renewPercent), "it renews after \(renewPercent) per cent", "Use 1 to 100.")
    try check(
      (0...Self.longest).contains(policy.grace), "its grace is \(policy.grace) seconds", "Use 0 to ten years.")
    if let expires {
      try check(Self.times.contains(expires), "it expires at \(expires)", "Use a time between 2020 and 2200.")
    }
    return self
  }

  private func check(features: [LicenseFeature], named name: String) throws(LicenseDatabaseError) {
    try check(features.count <= 64, "it has \(features.count) \(name)", "Name at most 64.")
    try check(Set(features).count == features.count, "one of its \(name) is there twice", "Name it once.")
    for feature in features {
      try check(
        Self.isFeature(feature.rawValue), "'\(feature.rawValue.prefix(70))' among its \(name) is no feature",
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

  static func isName(_ text: String) -> Bool {
    isWritten(text, limit: 64, first: { $0.isLetter || $0.isDigit }) {
      $0.isLetter || $0.isDigit || [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-")].contains($0)
    }
  }

  private static func isFeature(_ text: String) -> Bool {
    isWritten(text, limit: 32, first: \.isCapital) { $0.isCapital || $0.isDigit || $0 == UInt8(ascii: "_") }
  }

  private static func isLimit(_ text: String) -> Bool {
    isWritten(text, limit: 64, first: \.isLetter) { $0.isLetter || $0.isDigit }
  }

  private static func isWritten(
    _ text: String, limit: Int, first: (UInt8) -> Bool, rest: (UInt8) -> Bool
  ) -> Bool {
    guard let begin = text.utf8.first, first(begin), text.utf8.count <= limit else { return false }
    return text.utf8.dropFirst().allSatisfy(rest)
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  fileprivate var isLetter: Bool { isCapital || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
