// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Imprint
import ImprintCommandLine

struct QuarantineClearCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Forgets deaths: what was quarantined is opened again.")

  @Argument(
    help: "A plugin's id, or the first 8 or more digits of a library's SHA-256; several may be given.")
  var names: [String] = []

  @Flag(help: "Everything that is put down.")
  var all = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard all == names.isEmpty else {
      throw ValidationError("Name what is to be cleared, or give --all.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let store = QuarantineStore.standard
    let listing = try store.listing()
    var libraries = all ? listing.records.map(\.build.library) + listing.damaged.map(\.library) : []
    for name in names { libraries += try listing.libraries(named: name) }
    let count = try store.clear(libraries)
    return Report(
      text: count == 1 ? "1 build cleared" : "\(count) builds cleared",
      json: .object([
        ("cleared", .integer(count)), ("libraries", .strings(libraries.map(\.hex))),
      ]))
  }
}
