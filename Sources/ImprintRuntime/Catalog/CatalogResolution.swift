// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest

extension PluginCatalog {
  /// Resolves a variant to its plugin set from the plugins found. Opens no library.
  /// - Parameters:
  ///   - variant: its name.
  ///   - ids: plugins that replace the variant's own for the abilities they provide.
  /// - Throws: ``ResolutionError``, with everything that prevents a complete set.
  public func resolve(variant: String, choosing ids: [String] = []) throws(ResolutionError) -> PluginSet {
    try Resolution.resolve(
      variantNamed: variant, among: variants.map(\.manifest), choosing: ids,
      available: found.map(\.manifest),
      disabled: disabled.map { DisabledPlugin(manifest: $0.manifest, enabling: $0.enablingCommand) },
      unusable: skipped.compactMap(UnusablePlugin.init))
  }
}

extension UnusablePlugin {
  /// A plugin that was skipped, with its reason. A plugin's folder is named after its id; where the manifest
  /// cannot be read, that is all there is.
  fileprivate init?(_ skipped: SkippedPlugin) {
    let (parent, error) = ("\(skipped.root.path)/plugins/", skipped.error)
    let folder = skipped.place.hasPrefix(parent) ? String(skipped.place.dropFirst(parent.count)) : nil
    guard let id = skipped.id ?? folder, error.code != .disabled, error.code != .duplicateID else {
      return nil
    }
    self.init(id: id, reason: "\(error.place): \(error.reason)", remedy: error.remedy)
  }
}
