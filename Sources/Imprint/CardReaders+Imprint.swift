// SPDX-License-Identifier: Apache-2.0
public import ImprintCard
internal import ImprintManifest
internal import ImprintModel
public import ImprintRuntime

extension Imprint {
  /// The smart card readers of the set's plugin.
  /// - Throws: ``PluginError``: it cannot be opened, or the set has no plugin for `imprint.card-reader/1`.
  public func cards() throws(PluginError) -> CardReaders {
    CardReaders(try plugin(providing: .cardReader))
  }
}

extension CardReaders {
  /// The readers of the plugin that is installed for them, for an application that needs no variant.
  /// - Parameter configuration: where to look and whom to trust; a plugin that it chooses is taken before others.
  /// - Throws: ``PluginError``: there is none, or it cannot be opened.
  public static func installed(
    _ configuration: ImprintConfiguration = ImprintConfiguration()
  ) throws(PluginError) -> CardReaders {
    let catalog = PluginCatalog.discover(configuration.searchPath)
    let all = catalog.found.filter { $0.manifest.provides(.cardReader) }
    guard let plugin = all.first(where: { configuration.plugins.contains($0.manifest.id) }) ?? all.first
    else {
      throw PluginError(
        .notProvided, place: "plugins", reason: "none that is installed provides \(AbilityID.cardReader).",
        remedy: "Install one, such as the one for PC/SC.")
    }
    let runtime = PluginRuntime(
      catalog: catalog, trust: configuration.trust, entitlements: configuration.entitlements,
      logger: configuration.logger, hostName: "imprint", hostVersion: BuildInformation.version.description,
      isolation: configuration.isolation(in: catalog),
      workers: configuration.workers, quarantine: configuration.quarantine, tap: configuration.tap)
    return CardReaders(try runtime.open(plugin))
  }
}
