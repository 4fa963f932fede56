// SPDX-License-Identifier: Apache-2.0
import CImprint

/// The C table of `imprint.card-reader/1`; every plugin and opening shares it.
enum CardReaderTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table: UnsafePointer<imp_card_reader_ability> = {
    let table = UnsafeMutablePointer<imp_card_reader_ability>.allocate(capacity: 1)
    table.initialize(
      to: imp_card_reader_ability(
        size: structSize(imp_card_reader_ability.self), reserved: 0,
        list: { list(OpenedPlugin.from($0), $1, $2) },
        connect: { connect(OpenedPlugin.from($0), $1, $2) },
        status: { ConnectedCard.from($0).status($1) },
        transmit: { ConnectedCard.from($0).transmit($1, $2) },
        begin: { ConnectedCard.from($0).begin($1) },
        end: { ConnectedCard.from($0).end($1) },
        reconnect: { ConnectedCard.from($0).reconnect($1, $2) },
        disconnect: { ConnectedCard.from($0).disconnect($1) },
        control: { ConnectedCard.from($0).control($1, $2, $3) },
        attribute: { ConnectedCard.from($0).attribute($1, $2) },
        set_attribute: { ConnectedCard.from($0).setAttribute($1, $2) },
        cancel: { ConnectedCard.from($0).cancel() },
        close: { Handle.release($0, as: ConnectedCard.self) }))
    return UnsafePointer(table)
  }()

  private static func list(
    _ opened: OpenedPlugin, _ infos: UnsafeMutablePointer<imp_reader_info>?,
    _ count: UnsafeMutablePointer<Int>
  ) -> imp_status {
    opened.host.answer { () throws(PluginFailure) in
      try FilledList.fill(infos, count, \.size, "readers") { () throws(PluginFailure) in
        var listed: [imp_reader_info] = []
        for reader in try opened.cardReader?.readers() ?? [] { listed.append(try reader.raw()) }
        return listed
      }
    }
  }

  private static func connect(
    _ opened: OpenedPlugin, _ options: UnsafePointer<imp_card_options>,
    _ card: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status {
    opened.host.answer { () throws(PluginFailure) in
      let options = try CardOptions(checking: options, named: true)
      guard isPresent(card), let plugin = opened.cardReader else {
        throw PluginFailure(.argument, "There is no place for the connection.")
      }
      card.pointee = Handle.retain(
        ConnectedCard(host: opened.host, session: try plugin.connect(options)))
    }
  }
}

extension CardReaderInfo {
  fileprivate func raw() throws(PluginFailure) -> imp_reader_info {
    var raw = imp_reader_info()
    raw.size = structSize(imp_reader_info.self)
    raw.state = state.rawValue
    raw.events = events
    raw.atr_length = try fill(&raw.atr, with: atr)
    // A locator that was cut would be another reader's.
    guard copy(locator, to: &raw.locator) else {
      throw PluginFailure(.internal, "A reader's locator is longer than 511 bytes.")
    }
    copy(name, to: &raw.name)
    return raw
  }
}

extension CardStatus {
  func raw() throws(PluginFailure) -> imp_card_status {
    var raw = imp_card_status()
    raw.size = structSize(imp_card_status.self)
    raw.state = state.rawValue
    raw.protocol = `protocol`.rawValue
    raw.atr_length = try fill(&raw.atr, with: atr)
    return raw
  }
}

/// Copies an answer to reset into its field.
/// - Returns: its length.
private func fill<Field>(_ field: inout Field, with atr: [UInt8]) throws(PluginFailure) -> UInt32 {
  guard atr.count <= Int(IMP_CARD_ATR_BYTES) else {
    throw PluginFailure(.internal, "An answer to reset has \(atr.count) bytes; 33 is the most there can be.")
  }
  withUnsafeMutableBytes(of: &field) { $0.copyBytes(from: atr) }
  return UInt32(atr.count)
}

extension CardOptions {
  /// - Parameter named: whether the locator counts.
  init(checking options: UnsafePointer<imp_card_options>, named: Bool) throws(PluginFailure) {
    guard isSized(options, \.size) else { throw PluginFailure(.abi, "The options have a wrong size field.") }
    let raw = options.pointee
    guard let share = CardShare(rawValue: raw.share) else {
      throw PluginFailure(
        .argument, "share \(raw.share) is neither shared (1), exclusive (2) nor direct (3).")
    }
    let all: CardProtocols = [.t0, .t1, .raw]
    guard all.isSuperset(of: CardProtocols(rawValue: raw.protocols)) else {
      throw PluginFailure(.argument, "protocols \(raw.protocols) has others than T=0 (1), T=1 (2), raw (4).")
    }
    self.init(
      locator: named ? try readLocator(raw.locator) : "", share: share,
      protocols: raw.protocols == 0 ? [.t0, .t1] : CardProtocols(rawValue: raw.protocols))
  }
}

extension CardDisposition {
  init(checking raw: UInt32) throws(PluginFailure) {
    guard let disposition = CardDisposition(rawValue: raw) else {
      throw PluginFailure(
        .argument, "disposition \(raw) is none of leave (0), reset (1), unpower (2), eject (3).")
    }
    self = disposition
  }
}
