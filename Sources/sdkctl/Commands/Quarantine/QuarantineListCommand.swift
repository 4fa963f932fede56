// SPDX-License-Identifier: Apache-2.0

struct QuarantineListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the builds that died, and their state.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let listing = try QuarantineStore.standard.listing()
    var table = Table(["ID", "VERSION", "STATE", "DEATHS", "LAST", "IN", "HOW", "BUILD"])
    for record in listing.records {
      let last = record.strikes.last
      table.add([
        record.build.plugin, "\(record.build.version)", record.state, "\(record.strikes.count)",
        last.map { Clock.text($0.time) } ?? "", last?.function ?? "", last.map { "\($0.reason)" } ?? "",
        String(record.build.contents.hex.prefix(12)),
      ])
    }
    let lines =
      (listing.records.isEmpty ? [] : [table.text])
      + listing.damaged.map { console.styled("damaged", .red) + oneLine(" \($0.error)") }
    return Report(
      text: lines.isEmpty ? "no plugin died" : lines.joined(separator: "\n"),
      json: [
        "folder": QuarantineStore.standard.folder, "records": listing.records.map(\.json),
        "damaged": listing.damaged.json { ["build": $0.build.hex, "reason": $0.error.reason] },
      ])
  }
}
