// SPDX-License-Identifier: Apache-2.0

struct AuditCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Shows the audit log, latest entry first.",
    discussion: "With --forget, older entries are deleted first; that is logged too.")

  @Option(help: ArgumentHelp("Only what concerns a profile.", valueName: "name"))
  var profile: String?

  @Option(help: ArgumentHelp("Only what concerns an activation.", valueName: "id"))
  var activation: String?

  @Option(help: ArgumentHelp("Only what concerns an API key.", valueName: "id"))
  var key: String?

  @Option(help: ArgumentHelp("Only one kind of event.", valueName: "event"))
  var event: AuditEntry.Event?

  @Option(help: ArgumentHelp("Only the last so long.", valueName: "time"))
  var since: TimeSpan?

  @Option(help: ArgumentHelp("Those older than this one: the last id of the previous page.", valueName: "id"))
  var before: Int64?

  @Option(help: ArgumentHelp("At most so many, 1 to 10000.", valueName: "number"))
  var limit = 100

  @Option(help: ArgumentHelp("Deletes what is older than this.", valueName: "time"))
  var forget: TimeSpan?

  @OptionGroup(title: "Global options") var global: HomeOptions

  func validate() throws {
    guard (1...10_000).contains(limit) else { throw ValidationError("--limit is 1 to 10000.") }
  }

  func report(to console: Console) async throws -> Report {
    let database = try global.database()
    if let forget { _ = try await database.pruneAudit(before: Clock.now - forget.seconds) }
    let entries = try await database.audit(
      AuditFilter(
        profile: profile, activation: activation, key: key, event: event,
        since: since.map { Clock.now - $0.seconds }, before: before, limit: limit))
    var table = Table(["ID", "TIME", "EVENT", "PROFILE", "ACTIVATION", "KEY", "FROM", "DETAIL"])
    for entry in entries {
      table.add([
        "\(entry.id)", Clock.text(entry.time),
        entry.event.rawValue + (entry.count > 1 ? " ×\(entry.count)" : ""),
        entry.profile ?? "-", entry.activation ?? "-", entry.key ?? "-",
        entry.offline ? "file" : entry.remote ?? "-", entry.detail ?? "-",
      ])
    }
    return Report(
      text: entries.isEmpty ? "no entries" : table.text,
      json: ["entries": entries.map(Self.json(of:))])
  }

  private static func json(of entry: AuditEntry) -> JSONValue {
    [
      "id": Int(entry.id), "time": Clock.text(entry.time), "last": Clock.text(entry.last),
      "count": entry.count, "event": entry.event.rawValue, "profile": entry.profile,
      "activation": entry.activation, "key": entry.key, "remote": entry.remote, "offline": entry.offline,
      "detail": entry.detail,
    ]
  }
}
