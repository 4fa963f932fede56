// SPDX-License-Identifier: Apache-2.0

struct PluginInspectCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Shows the contents of a plugin's manifest.")

  @Argument(help: "The plugin's id.")
  var id: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let catalog = global.catalog()
    guard let plugin = catalog.plugin(withID: id) else {
      if let skip = catalog.skip(ofID: id) { throw skip.error }
      throw CommandError.unknownPlugin(id, in: catalog)
    }
    let facts = PluginFacts(
      plugin,
      LicenseState(of: plugin.manifest, by: await global.configuration(telling: console).entitlements),
      global.quarantine(telling: console).standing(of: plugin), isolation(of: plugin, in: catalog))
    return Report(text: facts.text, json: facts.json)
  }

  /// Where it runs in the chosen variant; `nil` where that does not use it, or does not resolve.
  private func isolation(of plugin: FoundPlugin, in catalog: PluginCatalog) -> Isolation? {
    guard
      let set = try? catalog.resolve(
        variant: global.variant ?? GlobalOptions.usualVariant, choosing: global.plugins),
      set.plugins.contains(where: { $0.id == plugin.manifest.id })
    else { return nil }
    return global.isolation?.isolation ?? set.isolation.of(plugin.manifest.id)
  }
}

extension CommandError {
  static func unknownPlugin(_ id: String, in catalog: PluginCatalog) -> CommandError {
    let ids = catalog.found.map(\.manifest.id).sorted()
    let installed = ids.isEmpty ? "No plugin was found." : "Installed: \(ids.joined(separator: ", "))."
    return CommandError(
      .unknownName, place: id, reason: "no plugin in the search path has this id.",
      remedy: NearestWord.to(id, among: ids).map { "Did you mean '\($0)'?" } ?? installed)
  }
}
