// SPDX-License-Identifier: Apache-2.0

struct VoiceListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the claimants who are registered.",
    discussion: "With what has happened to each: the last 64 entries of the audit record, with --audit.")

  @Flag(help: "Also what has happened to each.")
  var audit = false

  @OptionGroup var place: VoicePlace
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let voices = try await place.open([], global, telling: console)
    let claimants = try await voices.claimants()
    var lines: [String] = []
    var json: [JSONValue] = []
    for claimant in claimants.registered {
      let entries = audit ? try await voices.audit(of: claimant) : []
      lines.append("\(claimant)")
      lines += entries.map { entry in
        let words = [
          Clock.text(entry.time / 1000), entry.event.rawValue, entry.factor?.name, entry.callReference,
        ]
        return "  " + words.compactMap { $0.map { VisibleText.line($0) } }.joined(separator: "  ")
      }
      json.append(["claimant": "\(claimant)", "audit": entries.map(Self.json)])
    }
    let count = claimants.registered.count == 1 ? "1 claimant" : "\(claimants.registered.count) claimants"
    return Report(
      text: (lines + [count]).joined(separator: "\n"),
      json: ["claimants": json, "pending": claimants.pending.count])
  }

  private static func json(_ entry: VoiceAuditEntry) -> JSONValue {
    [
      "event": entry.event.rawValue, "utcMilliseconds": Int(entry.time), "dialogue": "\(entry.dialogue)",
      "callReference": entry.callReference.json, "factor": (entry.factor?.name).json,
    ]
  }
}
