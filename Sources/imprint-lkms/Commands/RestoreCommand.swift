// SPDX-License-Identifier: Apache-2.0

struct RestoreCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Puts a backup in the place of the database. The server must not run.",
    discussion: """
      The backup is looked through first. The database goes to a folder of its own with all that lies beside it, and \
      nothing is deleted. What was confirmed after the backup is unknown to the server: such devices activate anew \
      when they renew.
      """)

  @Argument(help: "A file that `backup` made.")
  var backup: String

  @Flag(
    help: """
      Take a database whose log is of doubt: one that is still there after a crash, when there is no backup. What was \
      confirmed last may be missing.
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
