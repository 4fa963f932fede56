// SPDX-License-Identifier: Apache-2.0

struct DeviceListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists cameras, microphones, card readers and fingerprint readers.",
    discussion: "Exit code 1 if a plugin could not list its devices; those of the others are listed anyway."
  )

  @Option(help: ArgumentHelp("Only camera, microphone, card-reader or finger-reader.", valueName: "kind"))
  var kind: DeviceKind?

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let directory = await global.devices(telling: console)
    let listing = await directory.listing(of: kind.map { [$0] } ?? DeviceKind.allCases)
    var table = Table(["KIND", "LOCATOR", "ID", "NAME", "FACTS", "PLUGIN"])
    for device in listing.devices {
      table.add([
        device.kind.rawValue, device.locator, device.id ?? "-", device.name, device.facts, device.plugin,
      ])
    }
    var lines = [listing.devices.isEmpty ? "no devices found" : table.text]
    lines += listing.failures.map {
      console.styled("failed", .red)
        + oneLine(" \($0.plugin) (\($0.kind.rawValue)): \($0.reason) \($0.remedy) [\($0.code)]")
    }
    return Report(
      text: lines.joined(separator: "\n"),
      json: ["devices": listing.devices.map(\.json), "failures": listing.failures.map(\.json)],
      isSuccess: listing.failures.isEmpty)
  }
}
