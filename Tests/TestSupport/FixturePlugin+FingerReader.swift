// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension FixturePlugin {
  /// The plugin of `Tests/Fixtures/plugins/finger-reader.c`, which has a fingerprint reader and nothing else.
  public static func fingerReader(_ defines: [String: String] = [:]) throws -> FixturePlugin {
    var plugin = FixturePlugin(defines)
    plugin.source = try String(
      contentsOf: BuiltProducts.package.appending(path: "Tests/Fixtures/plugins/finger-reader.c"),
      encoding: .utf8)
    plugin.manifest.provides = ["imprint.finger-reader/1"]
    return plugin
  }
}
