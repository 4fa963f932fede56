// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintRuntime

extension ImprintConfiguration {
  /// Where plugins run: as the configuration says, else as its variant does, even where the variant cannot be
  /// resolved, for lack of a matcher say. Where the variant is not installed, plugins run in the process.
  func isolation(in catalog: PluginCatalog) -> PluginIsolation {
    if let isolation { return PluginIsolation(isolation) }
    return catalog.variants.first { $0.manifest.variant == variant }?.manifest.isolation ?? .inProcess
  }
}
