// SPDX-License-Identifier: Apache-2.0

struct CardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card", abstract: "Smart card readers, and the cards in them.",
    discussion: "Those of the installed plugin for imprint.card-reader/1; with --plugin, of that one.",
    subcommands: [
      CardListCommand.self, CardWatchCommand.self, CardAPDUCommand.self, CardInfoCommand.self,
      CardBioCommand.self,
    ])
}

extension GlobalOptions {
  /// The readers of the installed plugin for card readers, or of the one that `--plugin` chooses.
  func cardReaders(telling console: Console) async throws -> CardReaders {
    try await .installed(configuration(telling: console))
  }
}

/// Which reader a command is for.
struct ReaderChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The reader's name, a prefix of it, or its locator; default: the only reader, or the only one with a "
        + "card.",
      valueName: "name"))
  var reader: String?
}

extension CardReaderInfo {
  var json: JSONValue {
    [
      "name": name, "locator": locator, "card": state.contains(.card), "mute": state.contains(.mute),
      "inUse": state.contains(.inUse), "exclusive": state.contains(.exclusive),
      "unpowered": state.contains(.unpowered), "events": events, "atr": atr.isEmpty ? nil : Hex.text(atr),
    ]
  }

  /// The state of its card, in words.
  var words: String {
    guard state.contains(.card) else { return "no card" }
    if state.contains(.mute) { return "a mute card" }
    if state.contains(.exclusive) { return "a card, in exclusive use by another program" }
    return state.contains(.inUse) ? "a card, in use" : "a card"
  }
}
