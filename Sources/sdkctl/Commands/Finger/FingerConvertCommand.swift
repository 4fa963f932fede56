// SPDX-License-Identifier: Apache-2.0
import ImprintFinger

struct FingerConvertCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Converts a file with minutiae, and says what is lost.",
    discussion: "What the other format cannot hold is said on standard error, a line each; --json lists it.")

  @OptionGroup var source: MinutiaSource

  @Option(help: ArgumentHelp("What to make of it.", valueName: "format"))
  var to: MinutiaFormat

  @Option(help: ArgumentHelp("The file to write; it is replaced.", valueName: "file"))
  var out: String

  @Option(help: ArgumentHelp("Of a card: which view of the record, from 0.", valueName: "n"))
  var view = 0

  @Option(help: ArgumentHelp("Of a card: the most minutiae that it takes, 1 to 255.", valueName: "n"))
  var most = 60

  @Option(help: "Of a card: the order that it takes them in.")
  var order: CardOrder = .xy

  @Flag(help: "Of a card: the order is descending.")
  var descending = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard MinutiaFormat.written.contains(to) else {
      throw ValidationError("--to is iso-19794-2-2005, card or imprint.finger-card.")
    }
    guard (1...255).contains(most) else { throw ValidationError("--most is 1 to 255.") }
    guard order.order(descending: descending) != nil else {
      throw ValidationError("--descending needs an order.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let file = try source.read()
    let demand = CompactCard.Demand(
      minutiae: 0...most, order: order.order(descending: descending) ?? .none)
    let made = try file.converted(to: to, view: view, demand: demand)
    try Files.write(made.value, to: out)
    for loss in made.losses { console.tell("lost: \(loss)") }
    return Report(
      text: "\(console.styled("made", .green)) \(out), \(made.value.count) bytes, \(to.rawValue)",
      json: [
        "from": file.format.rawValue, "to": to.rawValue, "bytes": made.value.count, "file": out,
        "losses": made.losses.map(\.description),
      ])
  }
}
