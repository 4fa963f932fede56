// SPDX-License-Identifier: Apache-2.0

/// An ability that the contract (`CImprint`) has. Others are a vendor's own, and allowed.
struct KnownAbility: Sendable {
  let id: String
  let provision: Provision

  /// Who may provide an ability to a set of plugins.
  enum Provision: Sendable {
    case host
    /// One plugin of the set.
    case onePlugin
    /// Several side by side: each opens devices of one kind, which are told apart by their names.
    case severalPlugins
    /// Each plugin that opens a device, as it is asked beside that.
    case besideDevices
    /// Each plugin that compares templates, likewise.
    case besideMatchers
  }

  /// Those that plugins of a set provide in one way.
  static func ids(_ provision: Provision) -> [AbilityID] {
    all.filter { $0.provision == provision }.compactMap { AbilityID($0.id) }
  }
}
