// SPDX-License-Identifier: Apache-2.0

/// A plugin that is installed, and that somebody disabled.
public struct DisabledPlugin: Sendable, Hashable {
  public let manifest: PluginManifest
  /// The command that enables it.
  public let enabling: String

  public init(manifest: PluginManifest, enabling: String) {
    self.manifest = manifest
    self.enabling = enabling
  }
}

/// A plugin that is installed, and that cannot be used here.
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
  /// Adds a problem for each of these plugins that cannot be used, once: what it would provide, its manifest
  /// may not say.
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
