// SPDX-License-Identifier: Apache-2.0

struct PuppetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "puppet", abstract: "Simulated people, made of photographs, to test captures with.",
    discussion: """
      A puppet is a photograph with the points of the face in it. The plugin dev.imprint.device-puppet is a \
      camera before which it behaves as a person or as an attacker, and reacts to what a capture shows.
      """,
    subcommands: [PuppetMakeCommand.self])
}
