// SPDX-License-Identifier: Apache-2.0

struct LockoutResetCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Forgets failed attempts and locks, and removes damaged files of them.",
    discussion: "Without options all of them; an attempt that is being made still counts if it fails.")

  @Flag(help: "Those of the device alone.")
  var device = false

  @Option(help: ArgumentHelp("Those of one subject alone, by user id.", valueName: "id"))
  var subject: String?

  @OptionGroup var place: LockoutPlace

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard !device || subject == nil else { throw ValidationError("Give --device or --subject, not both.") }
  }

  func report(to console: Console) async throws -> Report {
    let scope: LockoutScope =
      if let subject { .subject(LockoutSubject(subject)) } else { device ? .device : .everything }
    let count = try await place.store.reset(scope)
    return Report(
      text: count == 1 ? "1 record forgotten" : "\(count) records forgotten", json: ["forgotten": count])
  }
}
