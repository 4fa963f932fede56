// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Imprint
import ImprintCommandLine

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
      """)

  @Option(help: ArgumentHelp("The publisher's name, by which it is allowed.", valueName: "text"))
  var name: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder to make; only you may enter it.", valueName: "folder")
  )
  var output: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let identity = try PublisherIdentity.create(name: name, now: Clock.now)
    let folder = try NewFolder(at: output)
    for file in identity.files { try folder.add(file.name, Array(file.text.utf8)) }
    try folder.finish()
    return Report(
      text: facts([
        ("publisher", name), ("publisher's key", identity.key.hex), ("folder", output),
        (
          "sign with",
          "sdkctl plugin sign FOLDER --key \(output)/publisher.key --certificates \(output)/publisher.pem"
        ),
        ("integrators need", "\(output)/root.pem"),
      ]),
      json: .object([
        ("publisher", .string(name)), ("key", .string(identity.key.hex)), ("folder", .string(output)),
        ("files", .strings(identity.files.map(\.name))),
      ]))
  }
}
