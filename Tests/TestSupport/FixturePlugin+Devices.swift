// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension FixturePlugin {
  /// The plugin of `Tests/Fixtures/plugins/devices.c`: cameras with settings, a microphone, a watch of
  /// devices.
  public static func devices(_ defines: [String: String] = [:]) throws -> FixturePlugin {
    var plugin = FixturePlugin(defines)
    plugin.source = try String(
      contentsOf: BuiltProducts.package.appending(path: "Tests/Fixtures/plugins/devices.c"), encoding: .utf8)
    plugin.manifest.provides = [
      "imprint.camera/1", "imprint.camera-control/1", "imprint.device-watch/1", "imprint.microphone/1",
    ]
    return plugin
  }
}
