// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// Checks of plugins with `imprint.card-reader/1`.
///
/// The cards are real: the commands read nothing, change nothing that a reset does not undo, and need no PIN.
/// A card is reset, as any program that connects may do.
enum CardReaderChecks: ListedDeviceCheckGroup {
  static let ability = AbilityID.cardReader
  static let group = CheckGroup("cards", "Smart card readers, and the cards in them.")
  static let (name, opener, listed) = ("card-reader", "connect", "readers")

  static let all: [ConformanceCheck] = [
    lists(), unknownOnes, options, sizeFields, emptyReader, status, buffers, sendsOnce, smallRoom, attributes,
    exclusive, transactions, resetIsRefused, refusedReconnect,
    timeouts, cancelWakes, cancelLasts, resetIsTold, ended,
  ]

  /// One reader, as listed.
  struct Reader {
    let locator: String
    let info: imp_reader_info
    var hasCard: Bool {
      info.state & IMP_READER_CARD != 0 && info.state & (IMP_READER_MUTE | IMP_READER_EXCLUSIVE) == 0
    }
  }

  /// - Throws: ``CheckSkip`` where the system's service does not run.
  static func list(_ plugin: ProbePlugin) throws -> LentList<imp_reader_info> {
    let table = try plugin.table(IMP_CARD_READER_ID, as: imp_card_reader_ability.self)
    var count = 0
    let answer = CallAnswer(table.list(plugin.plugin, nil, &count), plugin.host)
    if [IMP_E_SERVICE, IMP_E_DEVICE_DENIED].contains(answer.status) {
      try expect(count == 0, "it returned \(answer.words) but changed *count (R-22).", place: listCall)
      throw CheckSkip("readers cannot be listed here: \(answer.words).")
    }
    return LentList(call: listCall, plugin: plugin) { table.list(plugin.plugin, $0, $1) }
  }

  /// The readers present.
  /// - Throws: ``CheckSkip`` where the system's service does not run.
  static func readers(_ plugin: ProbePlugin) throws -> [Reader] {
    try list(plugin).whole().map { Reader(locator: try locator(of: $0), info: $0) }
  }

  /// A reader with a card: the given one, or the first whose card can be connected to.
  /// - Throws: ``CheckSkip`` where there is none.
  static func reader(_ subject: CheckSubject, _ plugin: ProbePlugin) throws -> String {
    if let device = subject.device { return device }
    var refusals: [String] = []
    for reader in try readers(plugin).filter(\.hasCard).prefix(4) {
      let answer = try opening(plugin, reader.locator).ended().answer
      if answer.status == IMP_OK { return reader.locator }
      refusals.append(answer.words)
    }
    throw CheckSkip("there is no reader with a card: \(refusals.joined(separator: "; ")).")
  }

  /// Two connections to one card.
  static func pair(_ subject: CheckSubject, _ plugin: ProbePlugin) throws -> (
    one: CardProbe, other: CardProbe
  ) {
    let locator = try reader(subject, plugin)
    return (try CardProbe(plugin, locator), try CardProbe(plugin, locator))
  }

  /// GET CHALLENGE (ISO/IEC 7816-4): random bytes, and nothing changes.
  static let harmless: [UInt8] = [0x00, 0x84, 0x00, 0x00, 0x08]

  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> [AbilityWork] {
    let locator = try reader(subject, plugin)
    return [
      .ofDevice("card-reader.transmit", make: { try CardProbe(plugin, locator) }) {
        _ = try $0.transmit(harmless)
      }
    ]
  }
  static let trials = AbilityTrials.ofDevices

  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) throws -> AbilityTranscript {
    AbilityTranscript { transcript, plugin in
      var readers: [CardReaderInfo] = []
      await transcript.note("readers") {
        readers = try await plugin.withoutBlocking { try CardReader.list($0) }
        return "\(readers.map { "\($0.locator) \($0.name) \($0.state.contains(.card)) \($0.atr)" })"
      }
      let cards = readers.filter { $0.state.contains(.card) }.prefix(2).map(\.locator)
      for reader in cards + ["no such reader"] {
        await transcript.note("connect to \(reader)") {
          let card = try await CardConnection.connect(plugin, options: CardOptions(locator: reader))
          let status = try await card.status()
          try await card.begin(timeout: .seconds(5))
          // A class that no card has: it is refused, and changes nothing.
          let response = try await card.transmit([0xFF, 0xFE, 0x00, 0x00])
          try await card.end()
          try await card.disconnect()
          return "\(status.cardProtocol.map { "\($0)" } ?? "none") \(status.atr) \(response)"
        }
      }
    }
  }
}
