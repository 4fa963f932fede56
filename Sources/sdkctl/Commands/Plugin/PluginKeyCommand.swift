// SPDX-License-Identifier: Apache-2.0

struct PluginKeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Keys for signing plugins.",
    subcommands: [PluginKeyCreateCommand.self])
}

struct PluginKeyCreateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Creates a publisher's keys and certificates, with a root of its own.",
    discussion: """
      Writes keys (.key) with their certificates (.pem): root certifies the others, publisher signs plugins, \
      conformance signs the results of plugin check, revocations signs revocation lists. Integrators get \
      root.pem; keep root.key offline.

      A folder in a repository is refused: keys in a repository are easily committed and published.
      """)

  @Option(help: ArgumentHelp("The publisher's name, by which it can be allowed.", valueName: "text"))
  var name: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder to create, accessible only to you. Default: imprint/keys/<name> below XDG_DATA_HOME or "
        + "~/.local/share.",
      valueName: "folder"))
  var output: String?

  @Flag(help: "Create it inside a repository anyway.")
  var insideRepository = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let identity = try PublisherIdentity.create(name: name, now: Clock.now)
    let output = try self.output ?? usualFolder()
    if !insideRepository, let repository = PublisherKeyFolder.repository(around: Files.absolute(output)) {
      throw CommandError(
        .refused, place: output,
        reason: "it is inside the repository \(repository), where keys are easily published.",
        remedy: self.output == nil
          ? "Name a folder outside: --output FOLDER; or create it anyway: --inside-repository."
          : "Leave --output out, for a folder of yours outside; or create it anyway: --inside-repository.")
    }
    let folder = try NewFolder(at: output, makingParents: self.output == nil)
    for file in identity.files { try folder.add(file.name, Array(file.text.utf8)) }
    try folder.finish()
    return Report(
      text: facts([
        ("publisher", name), ("publisher's key", identity.key.hex), ("folder", output),
        (
          "sign with",
          "sdkctl plugin sign FOLDER --key \(ShellWord.quoted("\(output)/publisher.key")) "
            + "--certificates \(ShellWord.quoted("\(output)/publisher.pem"))"
        ),
        ("integrators need", "\(output)/root.pem"),
      ]),
      json: [
        "publisher": name, "key": identity.key.hex, "folder": output, "files": identity.files.map(\.name),
      ])
  }

  private func usualFolder() throws(CommandError) -> String {
    if let folder = PublisherKeyFolder.usual(for: name) { return folder }
    throw CommandError(
      .refused, place: "--output",
      reason: "there is no default folder: the name has no ASCII letter or digit, or HOME is not set.",
      remedy: "Name the folder: --output FOLDER.")
  }
}
