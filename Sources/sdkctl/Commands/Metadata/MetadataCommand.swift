// SPDX-License-Identifier: Apache-2.0

struct MetadataCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metadata", abstract: "Sealed metadata of captures: the server's side.",
    discussion: "`sdkctl capture --metadata FILE --server-key KEY` makes it.",
    subcommands: [MetadataOpenCommand.self])
}
