// SPDX-License-Identifier: Apache-2.0

struct RestoreCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Replaces the database by a backup. The server must not run.",
    discussion: """
      The backup is checked first. The database is moved to a folder of its own with its companion files, and nothing \
      is deleted. Changes acknowledged after the backup are lost: such devices activate again when they renew.
      """)

  @Argument(help: "A file that `backup` made.")
  var backup: String

  @Flag(
    help: """
      Accept a database with a doubtful log: the one left after a crash, if there is no backup. The last acknowledged \
      changes may be missing.
      """)
  var anyway = false

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    let outcome = try global.serverHome().restore(backup, takesUnvouched: anyway, now: Clock.now)
    let devices = outcome.profiles.values.reduce(0, +)
    return Report(
      text: """
        \(console.styled("restored", .green)) \(backup)
        \(facts([
          ("profiles", "\(outcome.profiles.count), with \(devices) devices"),
          ("lost", outcome.changesLost.map { "\($0) changes that were confirmed later" } ?? "unknown"),
          ("before", outcome.replaced ?? "there was none"),
        ]))
        next: imprint-lkms check, then serve
        """,
      json: [
        "restored": backup, "profiles": outcome.profiles.count, "devices": devices,
        "changesLost": outcome.changesLost, "replaced": outcome.replaced,
      ])
  }
}
