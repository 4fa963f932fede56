// SPDX-License-Identifier: Apache-2.0

struct PluginRemoveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes an installed plugin.",
    discussion: """
      From the first --root, otherwise from the user's own root; with the run-time libraries that no other \
      plugin there uses.
      """)

  @Argument(help: "The plugin's id.")
  var id: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let installer = try global.installer()
    let done = try await installer.remove(id, knownTo: global.catalog())
    let version = done.version.map { " \($0)" } ?? ""
    let lines =
      ["removed \(id)\(version) from \(installer.root)"]
      + done.removedRuntimes.map { "removed the run-time library \($0), which no plugin uses any more" }
    return Report(
      text: joinedLines(lines),
      json: [
        "id": id, "version": done.version.map { "\($0)" }, "root": installer.root,
        "removedRuntimes": done.removedRuntimes,
      ])
  }
}
