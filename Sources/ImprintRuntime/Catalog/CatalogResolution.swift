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
      disabled: disabled.map { DisabledPlugin(manifest: $0.manifest, enabling: $0.enablingCommand) })
  }
}
