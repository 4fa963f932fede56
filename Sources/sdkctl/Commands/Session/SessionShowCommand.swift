// SPDX-License-Identifier: Apache-2.0

struct SessionShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows what a recorded capture consists of, and how it ended.",
    discussion: """
      No plugin is opened, and no pixel, place of a face or subject is shown. Exit code 1 where the file is \
      damaged; one that was cut is shown up to the cut.
      """)

  @Argument(help: "The session: a recording, a dump or opened metadata.")
  var file: String

  @Flag(help: "Also every step, with its events.")
  var steps = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    try SessionDigest(file: file).report(withSteps: steps)
  }
}
