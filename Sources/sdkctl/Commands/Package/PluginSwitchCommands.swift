// SPDX-License-Identifier: Apache-2.0

struct PluginDisableCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable", abstract: "Disables an installed plugin until it is enabled again.")

  @Argument(help: "The plugin's id.")
  var id: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let installer = try global.installer()
    let changed = try await installer.disable(id, knownTo: global.catalog())
    return Report(
      text: changed ? "disabled \(id) in \(installer.root)" : "nothing to do: \(id) is already disabled",
      json: ["id": id, "disabled": true, "changed": changed])
  }
}

struct PluginEnableCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Enables a disabled plugin.")

  @Argument(help: "The plugin's id.")
  var id: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let installer = try global.installer()
    let changed = try await installer.enable(id, knownTo: global.catalog())
    return Report(
      text: changed ? "enabled \(id) in \(installer.root)" : "nothing to do: \(id) is already enabled",
      json: ["id": id, "disabled": false, "changed": changed])
  }
}
