// SPDX-License-Identifier: Apache-2.0

struct SessionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Recorded captures: what happened in one, and whether it does so again.",
    discussion:
      "`sdkctl capture --record` makes one. Recording needs a licence with MSC_DUMP; this does not.",
    subcommands: [SessionShowCommand.self, SessionReplayCommand.self, SessionRedactCommand.self])
}
