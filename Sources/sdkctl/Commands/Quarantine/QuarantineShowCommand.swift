// SPDX-License-Identifier: Apache-2.0

struct QuarantineShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows each death of a plugin's builds, or of one build.")

  @Argument(help: "The plugin's id, or the first 8 or more digits of a build's SHA-256.")
  var name: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let listing = try QuarantineStore.standard.listing()
    let builds = try listing.builds(named: name)
    // A damaged record that was requested by name is an error with its remedy.
    if let damaged = listing.damaged.first(where: { builds.contains($0.build) }) { throw damaged.error }
    let records = listing.records.filter { builds.contains($0.build.contents) }
    return Report(
      text: records.map(Self.text).joined(separator: "\n\n"),
      json: ["records": records.map(\.json)])
  }

  private static func text(of record: QuarantineRecord) -> String {
    var table = Table(["TIME", "IN", "HOW", "IMPRINT"])
    for strike in record.strikes {
      table.add([Clock.text(strike.time), strike.function, "\(strike.reason)", strike.imprint])
    }
    return facts([
      ("plugin", record.build.plugin), ("version", "\(record.build.version)"),
      ("folder", record.build.folder), ("build", record.build.contents.hex),
      ("library", record.build.library.hex),
      (
        "state",
        record.quarantined.map { "quarantined since \(Clock.text($0)); it is not opened" }
          ?? "struck; it is opened"
      ),
    ]) + "\n\n" + table.text
  }
}
