// SPDX-License-Identifier: Apache-2.0

/// Where a plugin's code runs.
public enum Isolation: String, Sendable, Hashable, CaseIterable {
  /// In the host process: fastest, but a crash of the plugin ends that process.
  case inProcess = "in-process"
  /// In a sandboxed worker process of its own; with identical results, byte for byte.
  case process
}

/// Where each plugin runs.
public struct PluginIsolation: Sendable, Hashable {
  /// For plugins not listed.
  public var standard: Isolation
  /// By the plugin's id.
  public var plugins: [String: Isolation]

  public init(_ standard: Isolation, plugins: [String: Isolation] = [:]) {
    self.standard = standard
    self.plugins = plugins
  }

  /// Every plugin in the host process.
  public static let inProcess = PluginIsolation(.inProcess)
  /// Every plugin in a worker process of its own.
  public static let process = PluginIsolation(.process)

  /// Where a plugin runs.
  public func of(_ plugin: String) -> Isolation { plugins[plugin] ?? standard }
}
