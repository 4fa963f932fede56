// SPDX-License-Identifier: Apache-2.0

struct QuarantineClearCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Clears recorded deaths: quarantined builds can be opened again.")

  @Argument(
    help: "A plugin's id, or the first 8 or more digits of a build's SHA-256; several may be given.")
  var names: [String] = []

  @Flag(help: "All builds.")
  var all = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard all == names.isEmpty else {
      throw ValidationError("Give what to clear, or --all.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let store = QuarantineStore.standard
    let listing = try store.listing()
    var builds = all ? listing.records.map(\.build.contents) + listing.damaged.map(\.build) : []
    for name in names { builds += try listing.builds(named: name) }
    let count = try store.clear(builds)
    return Report(
      text: count == 1 ? "1 build cleared" : "\(count) builds cleared",
      json: ["cleared": count, "builds": builds.map(\.hex)])
  }
}
