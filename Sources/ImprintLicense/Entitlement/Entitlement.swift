// SPDX-License-Identifier: Apache-2.0

/// Whether a feature may be used. A refusal is a result, not an error: listings show it too.
public enum Entitlement: Sendable, Hashable {
  /// It may be used.
  case granted
  /// It may not: why, and what to do about it.
  case refused(reason: String, remedy: String)

  /// Whether the feature may be used.
  public var isGranted: Bool { self == .granted }
}
