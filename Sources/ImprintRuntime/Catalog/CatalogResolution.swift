// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest

extension PluginCatalog {
  /// Makes the plugin set of a variant from what was found. Opens no library.
  /// - Parameters:
  ///   - variant: its name.
  ///   - ids: plugins that replace the variant's own for the abilities they provide.
  /// - Throws: ``ResolutionError``, with everything that keeps the set from being right.
  public func resolve(variant: String, choosing ids: [String] = []) throws(ResolutionError) -> PluginSet {
    try Resolution.resolve(
      variantNamed: variant, among: variants.map(\.manifest), choosing: ids,
      available: found.map(\.manifest),
      disabled: disabled.map { DisabledPlugin(manifest: $0.manifest, enabling: $0.enablingCommand) },
      unusable: skipped.compactMap(UnusablePlugin.init))
  }
}

extension UnusablePlugin {
  /// What was passed over for a reason of its own. The folder of a plugin has its id for a name; where the
  /// manifest cannot be read, that is all there is.
  fileprivate init?(_ skipped: SkippedPlugin) {
    let (parent, error) = ("\(skipped.root.path)/plugins/", skipped.error)
    let folder = skipped.place.hasPrefix(parent) ? String(skipped.place.dropFirst(parent.count)) : nil
    guard let id = skipped.id ?? folder, error.code != .disabled, error.code != .duplicateID else {
      return nil
    }
    self.init(id: id, reason: "\(error.place): \(error.reason)", remedy: error.remedy)
  }
}
