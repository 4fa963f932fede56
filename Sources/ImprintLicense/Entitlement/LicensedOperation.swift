// SPDX-License-Identifier: Apache-2.0

/// What is licensed by a feature of its own, and asked for when it is used. Every other feature of a plugin
/// is asked for when the plugin is opened.
///
/// An operation is free for a plugin whose manifest does not name its feature.
public enum LicensedOperation: String, Sendable, Hashable, CaseIterable {
  /// Comparing one template with one.
  case verification
  /// Comparing one template with many, to find out whose it is.
  case identification
  /// A capture that decides whether a living person is there.
  case liveness
  /// Recording what a capture saw.
  case recording

  /// The feature that licenses it. This is the one place that says so.
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
  /// The operation it licenses; `nil` for one that is asked for when a plugin is opened.
  public var operation: LicensedOperation? { LicensedOperation.allCases.first { $0.feature == self } }
}
