// SPDX-License-Identifier: Apache-2.0

struct CardInfoCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Shows the properties of a card and its reader.",
    discussion: """
      The answer to reset, the protocols, the card's capabilities, the reader's attributes, and the \
      applications: those of the card's own list, and well-known ones. Only reading commands are sent; no \
      PIN is needed.
      """)

  @OptionGroup var choice: ReaderChoice

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let readers = try await global.cardReaders(telling: console)
    let reader = try await readers.reader(choice.reader)
    let session = try await readers.session(in: reader.locator)
    do {
      let information = try await CardInformation.read(from: session)
      await session.close()
      return Report(text: Self.text(information, in: reader), json: Self.json(information, in: reader))
    } catch {
      await session.close()
      throw error
    }
  }

  private static func text(_ card: CardInformation, in reader: CardReaderInfo) -> String {
    var lines = [("reader", reader.name), ("ATR", Hex.text(card.atrBytes, separator: " "))]
    if let atr = card.atr {
      lines.append(("convention", atr.convention.rawValue))
      lines.append(("check byte", atr.checksum.rawValue))
      lines.append(("offers", atr.protocols.map { "T=\($0)" }.joined(separator: ", ")))
      let history = Hex.text(atr.historical.bytes, separator: " ")
      lines.append(("historical bytes", history.isEmpty ? "none" : history))
    } else {
      lines.append(("ATR content", "malformed: it does not follow ISO/IEC 7816-3"))
    }
    lines.append(("protocol", card.transmission.map(\.name) ?? "none"))
    lines.append(("extended length", Self.said(card.capabilities.extendedLength)))
    lines.append(("command chaining", Self.said(card.capabilities.chaining)))
    lines.append(("logical channels", card.capabilities.channels.map { "\($0)" } ?? "not stated"))
    if let longest = card.capabilities.longestCommand {
      lines.append(("longest command", "\(longest) bytes"))
    }
    lines += card.attributes.map { ("reader's \($0.name)", $0.value) }
    var table = Table(["APPLICATION", "NAME", "LABEL", "FOUND IN"])
    for application in card.applications {
      table.add([
        KnownApplication.of(application.name)?.title ?? "unknown", Hex.text(application.name),
        application.label ?? "", application.source.rawValue,
      ])
    }
    return facts(lines) + "\n\n" + (card.applications.isEmpty ? "no application was found" : table.text)
  }

  private static func said(_ value: Bool?) -> String { value.map { $0 ? "yes" : "no" } ?? "not stated" }

  private static func json(_ card: CardInformation, in reader: CardReaderInfo) -> JSONValue {
    let capabilities = card.capabilities
    return [
      "reader": reader.json, "protocol": card.transmission?.name,
      "atr": [
        "bytes": Hex.text(card.atrBytes), "convention": card.atr?.convention.rawValue,
        "checkByte": card.atr?.checksum.rawValue,
        "protocols": card.atr?.protocols.map { "T=\($0)" },
        "historicalBytes": card.atr.map { Hex.text($0.historical.bytes) },
      ] as JSONValue,
      "capabilities": [
        "extendedLength": capabilities.extendedLength, "chaining": capabilities.chaining,
        "channels": capabilities.channels, "longestCommand": capabilities.longestCommand,
        "longestResponse": capabilities.longestResponse,
      ] as JSONValue, "attributes": JSONValue.object(card.attributes.map { ($0.name, .string($0.value)) }),
      "applications": card.applications.json { application in
        [
          "name": Hex.text(application.name), "title": KnownApplication.of(application.name)?.title,
          "label": application.label, "source": application.source.rawValue,
        ]
      },
    ]
  }
}
