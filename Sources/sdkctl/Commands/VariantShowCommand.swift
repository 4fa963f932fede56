// SPDX-License-Identifier: Apache-2.0

struct VariantShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows the plugin set that a variant and --plugin resolve to.",
    discussion:
      "Also shows the licence set that it needs, and what is granted of it here. No library is loaded.")

  @Argument(help: "The variant's name.")
  var name: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let set = try global.catalog().resolve(variant: name, choosing: global.plugins)
    let entitlements = await global.configuration(telling: console).entitlements
    let licenses = set.plugins.map { (plugin: $0.id, state: LicenseState(of: $0, by: entitlements)) }
    var table = Table(["ABILITY", "PLUGIN", "VERSION", "RUNS", "LICENCE"])
    let isolation = global.isolation.map { PluginIsolation($0.isolation) } ?? set.isolation
    let providers = set.providers.sorted { $0.key < $1.key }.flatMap { need, ids in
      ids.compactMap { id in set.plugins.first { $0.id == id } }.map { (need: need, plugin: $0) }
    }
    for (need, plugin) in providers {
      table.add([
        "\(need)", plugin.id, "\(plugin.version)", isolation.of(plugin.id).rawValue,
        licenses.first { $0.plugin == plugin.id }?.state.text ?? "",
      ])
    }
    return Report(
      text: """
        \(set.variant), opened in this order: \(set.plugins.map(\.id).joined(separator: ", "))
        \(table.text)
        templates: \(Self.list(set.templates.map(Self.text(of:))))
        licence set: \(Self.list(set.licenseSet)); its plugins use \(Self.list(set.features)); \
        extra: \(Self.list(set.extraFeatures))
        network from a process of its own: \(Self.list(set.network))
        """,
      json: [
        "variant": set.variant, "plugins": set.plugins.map(\.id),
        "providers": providers.json {
          [
            "ability": "\($0.need.ability)", "format": $0.need.format, "modality": $0.need.modality?.name,
            "plugin": $0.plugin.id,
          ]
        },
        "templates": set.templates.json {
          [
            "format": "\($0.format)", "modality": $0.modality.name, "extractor": $0.extractor,
            "matcher": $0.matcher, "written": set.writes.contains($0),
          ]
        }, "features": set.features, "licenceSet": set.licenseSet, "extraFeatures": set.extraFeatures,
        "isolation": JSONValue.object(set.plugins.map { ($0.id, .string(isolation.of($0.id).rawValue)) }),
        "network": set.network,
        "licences": licenses.json { ["plugin": $0.plugin, "licence": $0.state.json] },
      ])
  }

  private static func text(of path: TemplatePath) -> String {
    "\(path.format) of a \(path.modality.name), made by \(path.extractor), compared by \(path.matcher)"
  }

  private static func list(_ words: [String]) -> String {
    words.isEmpty ? "none" : words.joined(separator: ", ")
  }
}
