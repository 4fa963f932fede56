// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest

/// Which plugins a check is for.
public struct CheckScope: Sendable {
  /// What the plugins have in common, such as "plugins with imprint.matcher/2".
  public let words: String
  /// Whether the check needs a manifest that can be read.
  let needsManifest: Bool
  private let includes: @Sendable (PluginManifest) -> Bool

  /// - Parameter words: What the plugins have in common.
  init(_ words: String, _ includes: @escaping @Sendable (PluginManifest) -> Bool) {
    self.words = words
    needsManifest = true
    self.includes = includes
  }

  private init(unread words: String) {
    self.words = words
    needsManifest = false
    includes = { _ in true }
  }

  /// All, even those whose manifest cannot be read.
  static let anyFolder = CheckScope(unread: "all plugins")
  /// All whose manifest can be read.
  static let anyPlugin = CheckScope("all plugins") { _ in true }

  /// Those that have an ability.
  static func ability(_ ability: AbilityID) -> CheckScope {
    CheckScope("plugins with \(ability)") { $0.provides(ability) }
  }

  /// Why the check does not apply to this plugin; `nil` where it does.
  public func exclusion(of manifest: PluginManifest) -> String? {
    includes(manifest) ? nil : "it applies to \(words)."
  }
}
