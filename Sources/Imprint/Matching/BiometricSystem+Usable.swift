// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
private import ImprintRuntime

extension BiometricSystem {
  /// Whether an installed plugin could be opened: its library is sound, it is trusted, and not in quarantine.
  /// Loads nothing.
  /// - Complexity: O(bytes of its library). Any thread.
  func mayBeOpened(_ id: String) -> Bool {
    guard let plugin = catalog.plugin(withID: id) else { return false }
    if let store = configuration.quarantine, store.policy.strikes != nil, let listing = try? store.listing() {
      switch listing.standing(of: plugin) {
      case .clear, .struck: break
      case .quarantined, .damaged: return false
      }
    }
    do throws(PluginError) {
      _ = try plugin.judgeLibrary()
      _ = try plugin.judgeTrust(by: configuration.trust, shadowed: catalog.shadowed(by: plugin))
      return true
    } catch {
      return false
    }
  }
}
