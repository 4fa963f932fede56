// SPDX-License-Identifier: Apache-2.0

/// Where a plugin's code runs.
public enum Isolation: String, Sendable, Hashable, CaseIterable {
  /// In the process that uses it: quickest, and a crash of the plugin ends that process.
  case inProcess = "in-process"
  /// In a worker process of its own, behind walls; its results are the same, byte for byte.
  case process
}

/// Where each plugin runs.
public struct PluginIsolation: Sendable, Hashable {
  /// For plugins that are not named.
  public var standard: Isolation
  /// By the plugin's id.
  public var plugins: [String: Isolation]

  public init(_ standard: Isolation, plugins: [String: Isolation] = [:]) {
    self.standard = standard
    self.plugins = plugins
  }

  /// Every plugin in the process that uses it.
  public static let inProcess = PluginIsolation(.inProcess)
  /// Every plugin in a process of its own.
  public static let process = PluginIsolation(.process)

  /// Where a plugin runs.
  public func of(_ plugin: String) -> Isolation { plugins[plugin] ?? standard }
}
