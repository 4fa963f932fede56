// SPDX-License-Identifier: Apache-2.0
import Foundation

extension FixturePlugin {
  /// A matcher of numbers that searches prepared ones; `defines` make it misbehave.
  /// - Parameter entryBytes: how long an entry is: a block has room for fewer of longer ones.
  public static func vectors(
    _ defines: [String: String] = [:], entryBytes: Int = 16
  ) throws -> FixturePlugin {
    var plugin = FixturePlugin(defines.merging(["FIX_ENTRY_BYTES": "\(entryBytes)"]) { first, _ in first })
    plugin.source = try String(
      contentsOf: BuiltProducts.package.appending(path: "Tests/Fixtures/plugins/vectors.c"), encoding: .utf8)
    plugin.manifest.provides = ["imprint.matcher/2", "imprint.matcher-search/1"]
    plugin.manifest.compares = [
      "{format: example.vectors, modality: face, templateBytes: 8, reads: {min: 1, max: 1}, "
        + "symmetric: true, similarity: {min: 0, max: 1}, intendedUse: [selfie-to-selfie]}"
    ]
    return plugin
  }
}
