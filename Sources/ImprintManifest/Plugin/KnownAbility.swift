// SPDX-License-Identifier: Apache-2.0

/// An ability of the contract (`CImprint`). Others are vendor-specific, and allowed.
struct KnownAbility: Sendable {
  let id: String
  let provision: Provision

  /// How many plugins of a set may provide an ability.
  enum Provision: Sendable {
    case host
    /// Exactly one plugin.
    case onePlugin
    /// Several: each opens devices of one kind, distinguished by name.
    case severalPlugins
    /// Each plugin that opens a device, as it is used with that.
    case besideDevices
    /// Each plugin that compares templates, likewise.
    case besideMatchers
  }

  /// The abilities with that provision.
  static func ids(_ provision: Provision) -> [AbilityID] {
    all.filter { $0.provision == provision }.compactMap { AbilityID($0.id) }
  }
}
