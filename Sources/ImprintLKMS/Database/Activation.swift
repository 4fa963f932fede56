// SPDX-License-Identifier: Apache-2.0
public import ImprintLicense

/// One device under one profile.
public struct Activation: Sendable, Hashable {
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It counts.
    case active
    /// Given back by the device, or released by the operator; the device may be activated anew.
    case deactivated
    /// Taken back by the operator: the device gets no licence until that is lifted.
    case revoked
  }

  /// The `sub` of its licences.
  public let id: String
  public let profile: String
  public let state: State
  /// What the device is known by: hashes.
  public let device: DeviceFingerprint
  /// Seconds since 1970 UTC, as all times here.
  public let created: Int64
  /// When its last licence was issued.
  public let issued: Int64
  /// When its last licence expires or expired.
  public let expires: Int64
  /// How many licences it got.
  public let licenses: Int
  /// The users it said last (F31); `nil` where it never said.
  public let registeredUsers: Int?
  /// Whether it was activated with a file.
  public let offline: Bool
  /// When it ended.
  public let ended: Int64?
  /// Why the operator ended it.
  public let reason: String?
  /// How often its device has changed, of what counts now (docs/reference/licenses.md); as
  /// ``LicenseDatabase/activations(_:)`` gives it.
  public let changes: Int
}

/// Which activations are asked for.
public struct ActivationFilter: Sendable, Hashable {
  public var profile: String?
  public var state: Activation.State?
  /// Those after this one: the last id of the page before.
  public var after: String?
  /// At most so many, 1 to 10,000.
  public var limit: Int

  public init(profile: String? = nil, state: Activation.State? = nil, after: String? = nil, limit: Int = 100)
  {
    self.profile = profile
    self.state = state
    self.after = after
    self.limit = limit
  }
}
