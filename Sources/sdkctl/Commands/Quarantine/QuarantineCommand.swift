// SPDX-License-Identifier: Apache-2.0

struct QuarantineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quarantine", abstract: "Builds of plugins that died in their workers, and are not opened.",
    discussion: """
      A build is identified by the SHA-256 of its library. After three deaths within ten minutes it is no \
      longer opened, in a worker or in process, until it is cleared. Other builds are not affected.
      """,
    subcommands: [QuarantineListCommand.self, QuarantineShowCommand.self, QuarantineClearCommand.self])
}
