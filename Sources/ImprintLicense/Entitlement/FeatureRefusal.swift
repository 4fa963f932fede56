// SPDX-License-Identifier: Apache-2.0

/// A feature that may not be used: why, and what to do about it.
public struct FeatureRefusal: Sendable, Hashable {
  public let feature: LicenseFeature
  public let reason: String
  public let remedy: String

  public init(feature: LicenseFeature, reason: String, remedy: String) {
    self.feature = feature
    self.reason = reason
    self.remedy = remedy
  }

  /// Feature and reason, for errors.
  public var sentence: String { [self].sentence }
}

extension [FeatureRefusal] {
  /// All of them in short: features refused for the same reason are grouped.
  public var sentence: String {
    var reasons: [String] = []
    for refusal in self where !reasons.contains(refusal.reason) { reasons.append(refusal.reason) }
    return reasons.map { reason in
      "\(filter { $0.reason == reason }.map(\.feature.rawValue).joined(separator: ", ")): \(reason)"
    }.joined(separator: " ")
  }
}
