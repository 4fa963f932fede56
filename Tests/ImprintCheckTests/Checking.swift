// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintCheck
import TestSupport

extension FixturePlugin {
  /// Compiles the plugin and makes one check of it.
  func checked(_ check: String, seed: UInt64 = 1) async throws -> CheckResult {
    try await checked([check], seed: seed).results[0]
  }

  /// Compiles the plugin and makes some checks of it.
  func checked(
    _ checks: Set<String>, seed: UInt64 = 1, change: (inout CheckSettings) -> Void = { _ in }
  ) async throws -> CheckReport {
    let root = try install()
    var settings = CheckSettings(seed: seed)
    settings.only = checks
    change(&settings)
    let place = PluginPlace(folder: "\(root.path)/plugins/\(manifest.id)")
    return try await CheckRunner(program: try Self.program, settings: settings).run(place)
  }

  static var program: CheckProgram {
    get throws { CheckProgram(path: try BuiltProducts.folder().appending(path: "imprint-check").path) }
  }
}
