// SPDX-License-Identifier: Apache-2.0

/// Operations with a feature of their own, checked on use. All other features of a plugin are checked when
/// the plugin is opened.
///
/// An operation is free for a plugin whose manifest does not name its feature.
public enum LicensedOperation: String, Sendable, Hashable, CaseIterable {
  /// One-to-one comparison.
  case verification
  /// One-to-many search.
  case identification
  /// A capture with liveness detection (PAD).
  case liveness
  /// Recording what a capture saw.
  case recording

  /// The feature that licenses it: the only mapping.
  public var feature: LicenseFeature {
    switch self {
    case .verification: .verification
    case .identification: .identification
    case .liveness: .captureLiveness
    case .recording: .captureDump
    }
  }
}

extension LicenseFeature {
  /// The operation it licenses; `nil` for one that is checked when a plugin is opened.
  public var operation: LicensedOperation? { LicensedOperation.allCases.first { $0.feature == self } }
}
