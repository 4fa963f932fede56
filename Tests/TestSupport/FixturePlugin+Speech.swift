// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension FixturePlugin {
  /// The plugin of `Tests/Fixtures/plugins/speech.c`, which recognises speech and nothing else.
  public static func speech(_ defines: [String: String] = [:]) throws -> FixturePlugin {
    var plugin = FixturePlugin(defines)
    plugin.source = try String(
      contentsOf: BuiltProducts.package.appending(path: "Tests/Fixtures/plugins/speech.c"), encoding: .utf8)
    plugin.manifest.provides = ["imprint.speech-recognizer/1"]
    return plugin
  }
}
