// SPDX-License-Identifier: Apache-2.0

struct PluginKeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Keys that plugins are signed with.",
    subcommands: [PluginKeyCreateCommand.self])
}

struct PluginKeyCreateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Makes a publisher's keys and certificates, with a root of its own.",
    discussion: """
      Writes keys (.key) with their certificates (.pem): root certifies the others, publisher signs plugins, \
      conformance signs what plugin check finds, revocations signs revocation lists. Integrators get root.pem; \
      root.key belongs to a place that is not on the network.

      A folder in a repository is refused: what lies there is soon committed and published.
      """)

  @Option(help: ArgumentHelp("The publisher's name, by which it is allowed.", valueName: "text"))
  var name: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder to make; only you may enter it. Default: imprint/keys/<name> below XDG_DATA_HOME or ~/.local/share.",
      valueName: "folder"))
  var output: String?

  @Flag(help: "Make it inside a repository all the same.")
  var insideRepository = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let identity = try PublisherIdentity.create(name: name, now: Clock.now)
    let output = try self.output ?? usualFolder()
    if !insideRepository, let repository = PublisherKeyFolder.repository(around: Files.absolute(output)) {
      throw CommandError(
        .refused, place: output,
        reason: "it lies in the repository \(repository), and keys that lie in one are soon published.",
        remedy: self.output == nil
          ? "Name a folder outside: --output FOLDER; or insist: --inside-repository."
          : "Leave --output out, for a folder of yours outside; or insist: --inside-repository.")
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
      reason: "there is no usual folder: the name has no letter or digit of ASCII, or HOME is not set.",
      remedy: "Name the folder: --output FOLDER.")
  }
}
