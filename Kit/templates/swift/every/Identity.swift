// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

extension PluginIdentity {
  /// Who the plugin is. plugin.yaml says the same; a plugin whose two differ is refused.
  static let own = PluginIdentity(id: "@ID@", version: "1.0.0", vendor: "@VENDOR_SWIFT@")
}
