// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense

/// One device under one profile.
public struct Activation: Sendable, Hashable {
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// Counts against the limit.
    case active
    /// Deactivated by the device, or released by the operator; the device may be activated again.
    case deactivated
    /// Revoked by the operator: the device gets no licence until reinstated.
    case revoked
  }

  /// The `sub` of its licences.
  public let id: String
  public let profile: String
  public let state: State
  /// The device's fingerprint: hashes.
  public let device: DeviceFingerprint
  /// Seconds since 1970 UTC, as all times here.
  public let created: Int64
  /// When its last licence was issued.
  public let issued: Int64
  /// When its last licence expires or expired.
  public let expires: Int64
  /// The number of licences issued for it.
  public let licenses: Int
  /// The latest number of users it reported (F31); `nil` if never.
  public let registeredUsers: Int?
  /// Whether it was activated with a file.
  public let offline: Bool
  /// When it ended.
  public let ended: Int64?
  /// Why the operator ended it.
  public let reason: String?
  /// The number of its device's changes that count now (docs/reference/licenses.md); as returned by
  /// ``LicenseDatabase/activations(_:)``.
  public let changes: Int
}

/// Selects activations.
public struct ActivationFilter: Sendable, Hashable {
  public var profile: String?
  public var state: Activation.State?
  /// Those after this one: the last id of the previous page.
  public var after: String?
  /// Page size, 1 to 10,000.
  public var limit: Int

  public init(profile: String? = nil, state: Activation.State? = nil, after: String? = nil, limit: Int = 100)
  {
    self.profile = profile
    self.state = state
    self.after = after
    self.limit = limit
  }
}
