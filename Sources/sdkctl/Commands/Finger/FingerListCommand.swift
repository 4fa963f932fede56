// SPDX-License-Identifier: Apache-2.0

struct FingerListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the fingerprint readers of the plugin set.",
    discussion: "Those that compare inside give no images, and cannot be opened.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let readers = try await global.openForFingers(telling: console).fingers.readers()
    var table = Table(["LOCATOR", "ID", "NAME", "FACTS"])
    for reader in readers { table.add([reader.locator, reader.id ?? "-", reader.name, reader.facts]) }
    return Report(
      text: readers.isEmpty ? "no fingerprint readers found" : table.text,
      json: [
        "readers": readers.json {
          (["locator": $0.locator, "name": $0.name, "id": $0.id] as JSONValue).adding($0.json)
        }
      ])
  }
}
