// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import ImprintTrust
import Logging
import TestSupport
import Testing

@testable import ImprintRuntime

/// The search path of one root.
func only(_ root: TemporaryFolder) -> PluginSearchPath {
  PluginSearchPath(roots: [PluginRoot(path: root.path, origin: .explicit)])
}

extension PluginRuntime {
  /// A runtime over one root.
  convenience init(
    _ root: TemporaryFolder, trust: PluginTrust = .off,
    entitlements: any EntitlementProvider = EverythingGranted(), log: CollectedLog = CollectedLog()
  ) {
    self.init(
      catalog: .discover(only(root)), trust: trust, entitlements: entitlements, logger: log.logger(),
      hostName: "tests",
      hostVersion: "1.0.0")
  }
}

extension FixturePlugin {
  /// Compiles, lists and opens the plugin.
  func opened(
    entitlements: any EntitlementProvider = EverythingGranted(), log: CollectedLog = CollectedLog()
  ) throws -> OpenPlugin {
    let runtime = PluginRuntime(try install(), entitlements: entitlements, log: log)
    let found = try #require(
      runtime.catalog.found.first, "\(runtime.catalog.skipped.map(\.error.description))")
    return try runtime.openBlocking(found)
  }

  /// The error that opening it ends with.
  func refusal() throws -> PluginError {
    try #require(throws: PluginError.self) { try opened() }
  }
}

/// A small grey image; its first pixels are `values`.
func image(_ values: UInt8...) throws -> Image {
  let pixels = values + [UInt8](repeating: 0, count: 16 - values.count)
  return try #require(Image(width: 4, height: 4, format: .grey8, pixels: pixels))
}
