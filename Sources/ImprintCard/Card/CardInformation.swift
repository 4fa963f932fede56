// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// What can be read from a card without a PIN or a key.
///
/// Sends only reading commands: SELECT, READ BINARY, READ RECORD. Changes the current selection.
public struct CardInformation: Sendable {
  /// `nil` for a card without one, or with a non-conforming one.
  public let atr: ATR?
  public let atrBytes: [UInt8]
  /// The negotiated protocol.
  public let transmission: CardProtocol?
  public let capabilities: CardCapabilities
  /// Those of EF.DIR first, in its order, then those found by selection.
  public let applications: [CardApplication]
  /// Reader attributes: names and values, as available.
  public let attributes: [(name: String, value: String)]

  /// EF.DIR, with at most 255 records.
  private static let directoryFile: UInt16 = 0x2F00
  /// EF.ATR/INFO.
  private static let informationFile: UInt16 = 0x2F01

  /// Queries the card and its reader, in one transaction.
  /// - Throws: ``CardError`` if the card is lost. Refusals by the card are not errors, but leave values
  ///   unknown.
  public static func read(from session: CardSession) async throws -> CardInformation {
    let status = try await session.status()
    let atr = try? ATR(status.atr)
    var attributes: [(name: String, value: String)] = []
    for (name, attribute, isText) in ReaderAttribute.described {
      guard
        let value = try await asking({ () async throws(CardError) in try await session.attribute(attribute) }
        ),
        !value.isEmpty
      else { continue }
      attributes.append((name, isText ? text(value) : Hex.text(value, separator: " ")))
    }
    let (capabilities, applications) = try await session.transaction { card in
      let said = atr?.historical.capabilities ?? .unknown
      let file = try await content(of: informationFile, on: card).flatMap { try? BERTLV.parse($0) }
      let capabilities = file.map { said.adding(informationFile: $0) } ?? said
      var applications = try await directory(on: card)
      for known in KnownApplication.all
      where !applications.contains(where: { $0.name.starts(with: known.name) }) {
        guard let found = try await select(known, on: card) else { continue }
        applications.append(found)
      }
      return (capabilities, applications)
    }
    return CardInformation(
      atr: atr, atrBytes: status.atr, transmission: status.cardProtocol, capabilities: capabilities,
      applications: applications, attributes: attributes)
  }

  private static func directory(on card: CardSession) async throws -> [CardApplication] {
    guard
      let selected = try await asking({ () async throws(CardError) in
        try await card.select(file: CardSession.masterFile, answering: .none)
        return try await card.select(file: directoryFile)
      })
    else { return [] }
    var bytes: [UInt8] = []
    if selected?.descriptor?.structure == .transparent || selected?.descriptor == nil {
      bytes = try await asking { () async throws(CardError) in try await card.readFile(limit: 8192) } ?? []
    }
    if bytes.isEmpty {
      for number in 1...254 {
        guard
          let record = try await asking({ () async throws(CardError) in try await card.readRecord(number) }),
          bytes.count + record.count <= 8192
        else { break }
        bytes += record
      }
    }
    return ((try? BERTLV.parse(bytes)) ?? []).compactMap(CardApplication.init(template:))
  }

  private static func content(of file: UInt16, on card: CardSession) async throws -> [UInt8]? {
    try await asking { () async throws(CardError) in
      try await card.select(file: CardSession.masterFile, answering: .none)
      try await card.select(file: file)
      return try await card.readFile(limit: 4096)
    }
  }

  private static func select(_ known: KnownApplication, on card: CardSession) async throws -> CardApplication?
  {
    guard
      let selected = try await asking({ () async throws(CardError) in
        try await card.select(application: known.name)
      })
    else { return nil }
    return CardApplication(
      name: selected?.applicationName ?? known.name, label: selected?.label, source: .selection)
  }

  /// The card's or reader's value; `nil` if refused, missing or non-conforming.
  private static func asking<Answer: Sendable>(
    _ call: () async throws(CardError) -> Answer
  ) async throws(CardError) -> Answer? {
    do throws(CardError) {
      return try await call()
    } catch  where [.refused, .unsupported, .cardData, .response, .readerFailed].contains(error.code) {
      return nil
    }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
