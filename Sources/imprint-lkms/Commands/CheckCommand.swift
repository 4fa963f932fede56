// SPDX-License-Identifier: Apache-2.0
import ImprintSettings

struct CheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Checks for problems that would prevent serving, without serving.",
    discussion: """
      Opens the token, if there is one, and checks the whole database: its pages, its indexes, its \
      references and its counts.
      """)

  @OptionGroup(title: "Global options") var global: HomeOptions

  func report(to console: Console) async throws -> Report {
    let home = try global.serverHome()
    try home.check()
    let settings = try home.settings()
    let notes = try home.examine(settings, now: Clock.now)
    if settings.tls { _ = try home.tls() }
    let database = try global.database()
    _ = try global.service(settings, database)
    try await database.check()
    let profiles = try await database.profiles().count
    return Report(
      text: joinedLines(
        [console.styled("good", .green) + " \(home.path): \(profiles) profiles"]
          + notes.map { console.styled("note", .yellow) + ": \($0)" }),
      json: ["home": home.path, "profiles": profiles, "notes": notes])
  }
}
