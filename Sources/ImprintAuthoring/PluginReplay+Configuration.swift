// SPDX-License-Identifier: Apache-2.0
public import Imprint
internal import ImprintManifest
internal import ImprintModel
public import ImprintRecording
public import ImprintRuntime

extension PluginReplay {
  /// A replay on a plugin, opened by a configuration's trust, licence and quarantine. It runs in a process of
  /// its own, where a crash is seen, unless the configuration chooses otherwise, and without network.
  public init(_ plugin: FoundPlugin, configuration: ImprintConfiguration) {
    let catalog = PluginCatalog.discover(configuration.searchPath)
    self.init(plugin) { tap in
      PluginRuntime(
        catalog: catalog, trust: configuration.trust, entitlements: configuration.entitlements,
        logger: configuration.logger, hostName: "imprint", hostVersion: BuildInformation.version.description,
        isolation: PluginIsolation(configuration.isolation ?? .process), workers: configuration.workers,
        quarantine: configuration.quarantine, tap: tap)
    }
  }
}
