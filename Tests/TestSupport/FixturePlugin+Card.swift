// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension FixturePlugin {
  /// The plugin of `Tests/Fixtures/plugins/card.c`, which has a card reader and nothing else.
  public static func card(_ defines: [String: String] = [:]) throws -> FixturePlugin {
    var plugin = FixturePlugin(defines)
    plugin.source = try String(
      contentsOf: BuiltProducts.package.appending(path: "Tests/Fixtures/plugins/card.c"), encoding: .utf8)
    plugin.manifest.provides = ["imprint.card-reader/1"]
    return plugin
  }
}
