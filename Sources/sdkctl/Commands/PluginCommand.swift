// SPDX-License-Identifier: Apache-2.0

struct PluginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin",
    abstract: "Lists, creates, checks, signs, packs and installs plugins.",
    discussion: "Only `check`, `record` and `replay` run a plugin's code.",
    subcommands: [
      PluginListCommand.self,
      PluginInspectCommand.self,
      PluginLintCommand.self,
      PluginNewCommand.self,
      PluginSamplesCommand.self,
      PluginPackCommand.self,
      PluginInstallCommand.self,
      PluginRemoveCommand.self,
      PluginEnableCommand.self,
      PluginDisableCommand.self,
      PluginSignCommand.self,
      PluginVerifyCommand.self,
      PluginKeyCommand.self,
      PluginAllowCommand.self,
      PluginDisallowCommand.self,
      PluginAllowOlderCommand.self,
      PluginCheckCommand.self,
      QuarantineCommand.self,
      PluginRecordCommand.self,
      PluginReplayCommand.self,
    ])
}

struct PluginListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the usable plugins.")

  @Flag(help: "Also list unusable plugins, with the reasons.")
  var all = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let catalog = global.catalog()
    let entitlements = await global.configuration(telling: console).entitlements
    let quarantine = global.quarantine(telling: console)
    let standings = catalog.found.map { quarantine.standing(of: $0) }
    var table = Table(["ID", "VERSION", "PROVIDES", "LICENCE", "ORIGIN"])
    for plugin in catalog.found {
      table.add([
        plugin.manifest.id, "\(plugin.manifest.version)",
        plugin.manifest.provides.map(\.description).joined(separator: ", "),
        LicenseState(of: plugin.manifest, by: entitlements).text, plugin.root.origin.rawValue,
      ])
    }
    var lines = catalog.found.isEmpty ? ["no plugins found"] : [table.text]
    if all {
      for (plugin, standing) in zip(catalog.found, standings) {
        guard let text = standing.text else { continue }
        lines.append(console.styled("died", .yellow) + VisibleText.line(" \(plugin.manifest.id): \(text)"))
      }
      for skip in catalog.skipped { lines.append(Self.line(of: skip, console)) }
    } else {
      let quarantined = standings.count(where: \.isQuarantined)
      if quarantined > 0 {
        lines.append("quarantined and not opened: \(quarantined) of them; --all says why")
      }
      if !catalog.skipped.isEmpty {
        lines.append("\(catalog.skipped.count) more cannot be used; --all says why")
      }
    }
    return Report(
      text: lines.joined(separator: "\n"),
      json: [
        "plugins": zip(catalog.found, standings).map {
          Self.json(of: $0, LicenseState(of: $0.manifest, by: entitlements), $1)
        }, "skipped": catalog.skipped.map(Self.json(of:)),
      ])
  }

  static func line(of skip: SkippedPlugin, _ console: Console) -> String {
    console.styled("skipped", .yellow)
      + VisibleText.line(" \(skip.id ?? skip.place) (\(skip.root.origin.rawValue)): \(skip.error)")
  }

  private static func json(
    of plugin: FoundPlugin, _ license: LicenseState, _ standing: QuarantineStanding
  ) -> JSONValue {
    [
      "id": plugin.manifest.id, "version": "\(plugin.manifest.version)", "name": plugin.manifest.name,
      "vendor": plugin.manifest.vendor, "provides": plugin.manifest.provides.map(\.description),
      "features": plugin.manifest.features, "licence": license.json,
      "calibrated": !plugin.manifest.calibrations.isEmpty,
      "calibrations": plugin.manifest.calibrations.map(\.pair.json),
      "origin": plugin.root.origin.rawValue, "folder": plugin.folder, "quarantine": standing.json,
    ]
  }

  private static func json(of skip: SkippedPlugin) -> JSONValue {
    [
      "id": skip.id, "place": skip.place, "origin": skip.root.origin.rawValue,
      "code": skip.error.code.rawValue, "reason": skip.error.reason, "remedy": skip.error.remedy,
    ]
  }
}
