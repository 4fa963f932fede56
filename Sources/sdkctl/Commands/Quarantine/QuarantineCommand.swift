// SPDX-License-Identifier: Apache-2.0

struct QuarantineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quarantine", abstract: "Which builds of plugins died in their workers, and are not opened.",
    discussion: """
      A build is known by the SHA-256 of its library. After three deaths within ten minutes it is not opened \
      any more, in a worker or in the process, until it is cleared. Another build is free at once.
      """,
    subcommands: [QuarantineListCommand.self, QuarantineShowCommand.self, QuarantineClearCommand.self])
}
