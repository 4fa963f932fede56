// SPDX-License-Identifier: Apache-2.0

struct PluginNewCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Creates a folder with the source of a new plugin.",
    discussion: """
      It builds with `make`, passes the checks, and works: replace its implementation by yours. The folder \
      must not exist yet, or be empty. Its README.md has the next commands.
      """)

  @Argument(help: "The folder to write.")
  var folder: String

  @Option(
    help: ArgumentHelp("The plugin's permanent id, such as org.example.acme-matcher.", valueName: "id"))
  var id: String

  @Option(help: ArgumentHelp("c, c++ or swift.", valueName: "language"))
  var lang: String

  @Option(
    help: ArgumentHelp(
      "One of: \(PluginKind.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "kind"))
  var kind: String

  @Option(help: ArgumentHelp("The vendor; default: the id without its last part.", valueName: "name"))
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
        next: cd \(folder), make, make check, make allow; README.md has the next steps
        """,
      json: [
        "id": scaffold.id, "kind": scaffold.kind.rawValue, "language": scaffold.language.rawValue,
        "folder": folder, "files": scaffold.files.map(\.name),
      ])
  }
}
