// SPDX-License-Identifier: Apache-2.0

struct PluginNewCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Writes a folder to begin a plugin of your own with.",
    discussion: """
      It builds with `make`, passes the checks, and works: replace what it does by what yours does. The \
      folder must not be there yet, or be empty. Its README.md has the next commands.
      """)

  @Argument(help: "The folder to write.")
  var folder: String

  @Option(
    help: ArgumentHelp("The plugin's name for good, such as org.example.acme-matcher.", valueName: "id"))
  var id: String

  @Option(help: ArgumentHelp("c, c++ or swift.", valueName: "language"))
  var lang: String

  @Option(
    help: ArgumentHelp(
      "One of: \(PluginKind.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "kind"))
  var kind: String

  @Option(help: ArgumentHelp("Who answers for it; default: the id without its last part.", valueName: "name"))
  var vendor: String?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let scaffold = try PluginScaffold(
      id: id, kind: PluginKind(named: kind), language: PluginLanguage(named: lang), vendor: vendor,
      templates: .find(in: global.searchPath.roots.map(\.path)))
    try scaffold.write(to: folder)
    return Report(
      text: """
        wrote \(scaffold.files.count) files to \(folder): a \(scaffold.kind.rawValue) in \(lang)
        next: cd \(folder), make, make check, make allow; README.md says how to go on
        """,
      json: [
        "id": scaffold.id, "kind": scaffold.kind.rawValue, "language": scaffold.language.rawValue,
        "folder": folder, "files": scaffold.files.map(\.name),
      ])
  }
}
