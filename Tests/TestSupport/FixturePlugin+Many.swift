// SPDX-License-Identifier: Apache-2.0
import Foundation

extension FixturePlugin {
  /// One plugin of a library of many, which makes templates of one format; `defines` make the library
  /// misbehave.
  /// - Parameters:
  ///   - format: Its one format, as its manifest has it.
  ///   - parameters: Entries of the manifest's `parameters`, such as `format: example.many`.
  public static func many(
    _ id: String = "org.example.one", format: String = "example.many",
    parameters: [String]? = nil, _ defines: [String: String] = [:]
  ) throws -> FixturePlugin {
    var plugin = FixturePlugin(defines)
    plugin.source = try String(
      contentsOf: BuiltProducts.package.appending(path: "Tests/Fixtures/plugins/many.c"), encoding: .utf8)
    plugin.manifest.id = id
    plugin.manifest.vendor = "Another"
    plugin.manifest.ofMany = "{id: org.example.library, version: 2.1.0, vendor: Example of many}"
    plugin.manifest.provides = ["imprint.face-extractor/1"]
    plugin.manifest.hostNeeds = ["imprint.host.parameters/1"]
    plugin.manifest.format = format
    plugin.manifest.more =
      "parameters: {\((parameters ?? ["format: \(format)"]).joined(separator: ", "))}\n"
    return plugin
  }
}
