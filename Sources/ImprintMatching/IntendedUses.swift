// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest
import ImprintRuntime

/// What an algorithm is meant for, and which other ones of an installation are meant for what.
public struct IntendedUses: Sendable, Hashable {
  /// An algorithm that is installed.
  public struct Algorithm: Sendable, Hashable {
    /// The id of the plugin that compares.
    public let plugin: String
    /// The name of the format that it compares.
    public let format: String
    /// What its manifest says that it was made for, in the manifest's order.
    public let uses: [ComparisonUse]
  }

  /// What the algorithm itself was made for, in the manifest's order. Empty: its manifest does not say.
  public let own: [ComparisonUse]
  /// All others that compare templates of the same modality, in the installation's order.
  public let others: [Algorithm]

  /// Nothing is said.
  static let unknown = IntendedUses(own: [], others: [])

  init(own: [ComparisonUse], others: [Algorithm]) {
    self.own = own
    self.others = others
  }

  /// - Parameters:
  ///   - format: the name of one that the manifest compares.
  ///   - installed: manifests of plugins that could be used instead.
  init(of manifest: PluginManifest, format: String, among installed: [PluginManifest]) {
    let compared = manifest.compares.first { $0.algorithm == format }
    let others = installed.flatMap { plugin in
      plugin.compares.filter {
        $0.modality == compared?.modality && !(plugin.id == manifest.id && $0.algorithm == format)
      }.map { Algorithm(plugin: plugin.id, format: $0.algorithm, uses: $0.intendedUse) }
    }
    self.init(own: compared?.intendedUse ?? [], others: others)
  }

  /// Those of the others that are meant for a use.
  public func alternatives(for use: ComparisonUse) -> [Algorithm] { others.filter { $0.uses.contains(use) } }
}

extension TemplateMatcher {
  /// Whether this algorithm is meant for a use, by its manifest.
  /// - Parameters:
  ///   - use: `nil` where none is stated: there is nothing to say then.
  ///   - rule: whether another use is an error or a warning.
  /// - Returns: the warning; `nil` where the algorithm is meant for it.
  /// - Throws: ``MatchingError`` `otherUse` by ``UseRule/refuse``. Its remedy names the installed algorithms
  ///   that are meant for it, and whose plugins could be opened.
  public func check(_ use: ComparisonUse?, by rule: UseRule) throws(MatchingError) -> MatchingError? {
    guard let use, !intendedUses.own.contains(use) else { return nil }
    let others = intendedUses.alternatives(for: use).filter { isUsable($0.plugin) }
    let error = MatchingError.otherUse(
      use, than: intendedUses.own, others: others, format: format.algorithm, plugin: pluginID)
    if rule == .refuse { throw error }
    return error
  }
}
