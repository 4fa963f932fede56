// SPDX-License-Identifier: Apache-2.0

struct CardListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists card readers, and the cards in them.",
    discussion: "No command is sent to a card. Exit code 0 even if there is no reader.")

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let readers = try await global.cardReaders(telling: console).list()
    var table = Table(["READER", "CARD", "ATR"])
    for reader in readers {
      // No cell for a missing value: lines end without blanks.
      let atr = reader.atr.isEmpty ? [] : [Hex.text(reader.atr, separator: " ")]
      table.add([reader.name, reader.words] + atr)
    }
    return Report(
      text: readers.isEmpty ? "no reader" : table.text,
      json: ["readers": readers.map(\.json)])
  }
}
