// SPDX-License-Identifier: Apache-2.0

struct LockoutShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows how many attempts are left, and how long captures are locked.")

  @Option(help: ArgumentHelp("Also a subject who was claimed, by user id.", valueName: "id"))
  var subject: String?

  @OptionGroup var place: LockoutPlace

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let standing = try await place.store.standing(of: subject.map { LockoutSubject($0) })
    var table = Table(["OF", "LEFT", "FAILED", "LOCKS", "RUNNING", "LOCKED FOR", "UNTIL"])
    table.add(row(standing.device, "the device"))
    if let subject, let part = standing.subject { table.add(row(part, VisibleText.line(subject))) }
    return Report(
      text: table.text,
      json: [
        "locked": standing.isLocked, "device": Self.json(standing.device),
        "subject": standing.subject.map(Self.json).json,
      ])
  }

  private func row(_ part: LockoutStanding.Part, _ name: String) -> [String] {
    [
      name, part.attemptsLeft.map(String.init) ?? "any", "\(part.failures)", "\(part.locks)",
      "\(part.running)", part.timeToUnlock > 0 ? "\(part.timeToUnlock) s" : "",
      part.unlockTime.map { "\($0)" } ?? "",
    ]
  }

  private static func json(_ part: LockoutStanding.Part) -> JSONValue {
    [
      "attemptsLeft": part.attemptsLeft.json, "failures": part.failures,
      "locks": part.locks, "running": part.running, "secondsToUnlock": part.timeToUnlock,
      "unlockUTCMilliseconds": part.unlockTime.map { Int($0.utcMilliseconds) }.json,
    ]
  }
}
