// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Imprint
import ImprintCommandLine

struct QuarantineShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows each death of a plugin's builds, or of one build.")

  @Argument(help: "The plugin's id, or the first 8 or more digits of its library's SHA-256.")
  var name: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let listing = try QuarantineStore.standard.listing()
    let libraries = try listing.libraries(named: name)
    // Asked for by name, a damaged record is an error with its remedy.
    if let damaged = listing.damaged.first(where: { libraries.contains($0.library) }) { throw damaged.error }
    let records = listing.records.filter { libraries.contains($0.build.library) }
    return Report(
      text: records.map(Self.text).joined(separator: "\n\n"),
      json: .object([("records", .array(records.map(\.json)))]))
  }

  private static func text(of record: QuarantineRecord) -> String {
    var table = Table(["TIME", "IN", "HOW", "IMPRINT"])
    for strike in record.strikes {
      table.add([Clock.text(strike.time), strike.function, "\(strike.reason)", strike.imprint])
    }
    return facts([
      ("plugin", record.build.plugin), ("version", "\(record.build.version)"),
      ("folder", record.build.folder), ("library", record.build.library.hex),
      (
        "state",
        record.quarantined.map { "quarantined since \(Clock.text($0)); it is not opened" }
          ?? "struck; it is opened"
      ),
    ]) + "\n\n" + table.text
  }
}
