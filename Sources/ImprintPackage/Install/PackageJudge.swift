// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// Says whether a package's maker is trusted, before anything of it is written.
public protocol PackageJudge: Sendable {
  /// - Parameter root: where it is to be installed.
  /// - Throws: ``PluginError``, with the code that opening the plugin would give.
  func judge(_ package: PluginPackage, for root: String) throws(PluginError)
}
