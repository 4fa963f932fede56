// SPDX-License-Identifier: Apache-2.0

/// A plugin that is installed but disabled.
public struct DisabledPlugin: Sendable, Hashable {
  public let manifest: PluginManifest
  /// The command that enables it.
  public let enabling: String

  public init(manifest: PluginManifest, enabling: String) {
    self.manifest = manifest
    self.enabling = enabling
  }
}

/// A plugin that is installed but cannot be used here.
public struct UnusablePlugin: Sendable, Hashable {
  public let id: String
  /// Why, with the place.
  public let reason: String
  public let remedy: String

  public init(id: String, reason: String, remedy: String) {
    self.id = id
    self.reason = reason
    self.remedy = remedy
  }
}

extension Resolver {
  /// Adds one problem for each of these plugins that cannot be used: its manifest may not tell what it would
  /// provide.
  /// - Returns: whether there is one.
  @discardableResult
  mutating func tellUnusable(_ ids: [String]) -> Bool {
    let found = unusable.filter { ids.contains($0.id) }
    for plugin in found where !problems.contains(where: { $0.code == .unusable && $0.place == plugin.id }) {
      problems.append(
        ResolutionProblem(
          code: .unusable, place: plugin.id,
          reason: "It is installed, and cannot be used: \(plugin.reason)", remedy: plugin.remedy,
          candidates: [plugin.id]))
    }
    return !found.isEmpty
  }
}
