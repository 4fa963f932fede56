// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintRuntime

extension ImprintConfiguration {
  /// Where plugins run: as the configuration says, else as its variant does, also where the variant cannot be
  /// resolved, for want of a matcher say. A variant that is not installed says nothing, and what runs then
  /// runs in the process.
  func isolation(in catalog: PluginCatalog) -> PluginIsolation {
    if let isolation { return PluginIsolation(isolation) }
    return catalog.variants.first { $0.manifest.variant == variant }?.manifest.isolation ?? .inProcess
  }
}
