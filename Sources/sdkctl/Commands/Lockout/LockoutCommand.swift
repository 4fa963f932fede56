// SPDX-License-Identifier: Apache-2.0

struct LockoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lockout", abstract: "Failed captures, which lock captures for a while.",
    discussion: """
      Attempts are counted for the device, and for each subject that was claimed. After five that failed \
      captures are locked for a minute, after five more for five minutes, then fifteen, then always an hour; \
      a success forgets them. An application may have set other numbers.
      """,
    subcommands: [LockoutShowCommand.self, LockoutResetCommand.self])
}

/// Where attempts are counted.
struct LockoutPlace: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder; default: /var/lib/imprint/lockout for root, else imprint/lockout below $XDG_STATE_HOME or "
        + "~/.local/state.", valueName: "dir"))
  var folder: String?

  var store: LockoutStore {
    guard let folder else { return .standard() }
    return LockoutStore(folder: Files.absolute(folder))
  }
}
